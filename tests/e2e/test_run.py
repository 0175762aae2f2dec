# SPDX-License-Identifier: MIT
"""What a run writes: files as their schemas say, scores that are counted a second time, the same bytes with any number of workers,
duplicate play; and what the program prints."""
import collections
import json
import random
import re
import resource
import shutil
import signal
import subprocess
import time
from typing import Any

import pytest

from harness import *
from scorekeeper_rules import PACK_32


def faulty(what, when="card", percent=50, after=0):
    return bad_bot("faulty", what=what, when=when, percent=percent, after=after)


# ---- what the files look like --------------------------------------------------------------

class TestSchemas(RunTest):
    def test_runs_of_all_kinds(self):
        deals = arena("deal", "--count", 3).stdout.split()
        five = {"bots": {"m": mixed(), "r": RANDOM}, "seats": ["m", "r", "m", "r", "m"], "deals": 20, "description": "of all kinds"}
        check_each((five, {"bots": {"c": {"bid": RANDOM, "play": "basic"}}, "seats": ["c"] * 3, "deals": deals}),
                   lambda fields: self.assert_schemas(self.sample(**fields)))

    def test_faults(self):
        """An illegal answer says what was asked, why it was refused, and what would have been legal."""
        reasons = {"no_answer": "no action of the interface", "unknown_kind": "no action of the interface",
                   "illegal_card": "the player must follow suit|the player does not hold that card", "illegal_bid": "not a legal bid now",
                   "illegal_declaration": "not a legal announcement now",
                   "illegal_discard": "the discards must be different cards in hand"}
        for kinds in ((("no_answer", "card"), ("illegal_card", "card"), ("illegal_bid", "bid")),
                      (("unknown_kind", "declare"), ("illegal_declaration", "declare"), ("illegal_discard", "declare"))):
            folder = self.sample(bots={what: faulty(what, when, 60) for what, when in kinds}, seats=[what for what, _ in kinds])
            self.assert_schemas(folder)
            told: "dict[str, list[str]]" = collections.defaultdict(list)
            for fault in read_lines_of(folder / "faults.jsonl"):
                told[fault["bot"]].append(fault["what"])
            shown = arena("games", folder, "--faults").stdout
            for what, when in kinds:
                assert re.search(rf": refused: \d \S+ \(({reasons[what]})\); asked: {when}, legal: ", shown)  # cards are as people see them
                for text in told[what]:
                    found = re.fullmatch(rf"refused: (\d \S+) \(({reasons[what]})\); asked: {when}, legal: (.+)", text)
                    assert found and (when != "card" or found[1].split()[1] not in found[3].split()), (what, text)

    def test_schema_refuses_wrong_lines(self):
        line = read_lines(self.sample())[0]
        wrong = [("status", "fine"), ("status", "crash"), ("fault", 0), ("cards", "CJ|SJ"), ("moves", "1 18 2"), ("moves", "3 18"),
                 ("contract", "GOHSZ"), ("contract", "CHSZ"), ("declarer", 3), ("bid", -1), ("bid", "18"), ("seats", [0, 0, 1]),
                 ("table", ["r"]), ("score", [0.5, 0, 0]), ("game", None)]
        assert [change for change in wrong if validator("game").is_valid(line | dict([change]))] == []
        for field in line:
            assert not validator("game").is_valid({key: value for key, value in line.items() if key != field}), field
        validator("game").check(line | {"added_later": 1})


# ---- an independent count ------------------------------------------------------------------

def rigged_deals(count, seed):
    """Deals in which one player has most of the high cards, so that announcements are won; each fourth is an ordinary one, so that
    much is overbid, too."""
    chance = random.Random(seed)
    deals = []
    for number in range(count):
        deck = list(PACK_32.deck)
        chance.shuffle(deck)
        suit = chance.choice("CSHD")
        weight = {"A": 8, "T": 8, "J": 20} if number % 4 else {}
        strong = sorted(deck, key=lambda card: -(weight.get(card[1], 0) + 9 * (card[0] == suit) + chance.random() * 12))
        hands, rest = [strong[:10]], strong[10:]
        chance.shuffle(rest)
        hands += [rest[:10], rest[10:20]]
        hands = hands[number % 3:] + hands[:number % 3]
        deals.append("|".join(".".join(hand) for hand in hands + [rest[20:]]))
    return deals


VARIANTS: "list[dict[str, Any]]" = [
    {"announcements": ["with_skat"],
     "value": {"grand_ouvert": 36, "overbid_hand": "hand", "schneider_schwarz": "ladder", "schneider_points": 91}},
    {"concede": "before_lead", "value": {"overbid_hand": "skat", "matadors": "jacks", "lost_hand": "single", "null": [20, 30, 40, 50]}},
]


class TestScores(RunTest):
    def test_rule_variants(self):
        """At tables of three to five, with strong hands, and with a bot that fails at times."""
        seen = set()

        def check(number, rules):
            bots = {"m": mixed(), "n": mixed(hand=90, jump=60), "f": faulty("no_answer", percent=5), "u": UNIFORM, "r": RANDOM}
            deals = rigged_deals(48, 56)
            folder = self.play(rules=rules, deals=deals, bots=bots, seats=[*bots][:3 + number % 3])
            self.assert_scored(folder)
            lines = read_lines(folder)
            for line in lines:
                result = line["result"]
                seen.update((line["status"], line["contract"], ("won", result["won"]), ("overbid", result["overbid"]), *result["levels"]))

        check_each(enumerate(VARIANTS), check)
        wanted = {"ok", "conceded", "illegal", "hand", "schneider", "schneider_announced", "schwarz", "schwarz_announced", "ouvert",
                  ("won", True), ("won", False), ("overbid", True),
                  "G", "GH", "GO", "C", "CH", "CHS", "CHZ", "CO", "N", "NH", "NO", "NOH"}
        assert not wanted - seen

    def test_no_interval_of_one_unit(self):
        """Fewer than two units allow none, which is not an interval without width."""
        for deals in (1, 2):
            done, _ = self.run_config(bots={"b": "basic", "r": RANDOM}, seats=["b", "r", "r"], deals=deals)
            title = f"95 % intervals of what was seen in {deals} deal{'s' * (deals > 1)}\n"
            assert title in done.stdout, done.stderr
            row = next(line for line in done.stdout.split(title)[1].splitlines() if line.startswith("r "))
            assert ("+-" in row) == (deals > 1), row


# ---- the same bytes ------------------------------------------------------------------------

class TestRepeatability(RunTest):
    def check_workers(self, **fields):
        one = self.sample(**fields)
        self.assert_same_bytes(one, self.play("--workers", 2, **fields), SAME_BYTES)

    def test_workers(self):
        memory = {"m": bad_bot("remembers"), "r": RANDOM}
        rows: "tuple[dict[str, Any], ...]" = (
            {"bots": {"a": faulty("exit", "deal_begin", 10), "b": faulty("segfault", "game_end", 10),
                      "c": faulty("no_answer", "bid", 10)}, "seats": ["a", "b", "c"], "deals": 9},
            {"bots": memory | {"f": faulty("abort", percent=5)}, "seats": ["m", "r", "f"], "sessions": 4, "deals": 6})
        check_each(rows, lambda fields: self.check_workers(**fields))

    def test_a_session_that_does_not_begin(self):
        """Each game of such a session is lost, whoever plays it, whether the bot dies of it or says so: so it does not matter which
        worker, process or part of a run meets the session first."""
        fields: "dict[str, Any]" = {"bots": {"f": faulty("abort", "session_begin"), "t": faulty("fail_timeout", "session_begin", 20)},
                                    "seats": ["f", "t", "f"], "sessions": 6, "deals": 2, "seed": 3}
        one = self.sample(**fields)
        lost = collections.Counter(line["session"] for line in read_lines(one) if "fault" in line)
        assert 0 < len(lost) < 6 and set(lost.values()) == {2}
        parts = [self.play("--shard", f"{k}/2", **fields) for k in (1, 2)]
        assert arena("merge", *parts, "--out", self.temp / "merged", "--quiet").returncode == OK
        self.assert_same_bytes(one, self.temp / "merged", ["games.jsonl", "summary.json"])

    def test_workers_with_few_descriptors(self):
        """A session is often given 1024 of them, and may have more."""
        few = (100, resource.getrlimit(resource.RLIMIT_NOFILE)[1])
        arena_ok("run", self.write_config(deals=6), "--workers", "64", "--out", self.temp / "few", "--quiet",
                 preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, few))

    def test_seed(self):
        """Another one gives other cards throughout; that of the command line counts, and fewer deals are the first of them."""
        one, other = (read_lines(self.sample(seed=seed)) for seed in (1, SEED))
        assert len({line["cards"] for line in one + other}) == 72
        nine = self.sample(seed=1, deals=9)
        self.assert_same_bytes(nine, self.play("--seed", 1, "--deals", 9, seed=99, deals=60))
        assert read_lines(nine) == one[:9]

    def test_log_none_counts_the_same(self):
        fields = {"bots": {"f": faulty("abort", percent=20), "m": mixed()}, "seats": ["f", "m", "m"]}
        without = self.play(**fields, log="none")
        self.assert_same_bytes(self.sample(**fields), without, ["summary.json"])
        assert not (without / "games.jsonl").exists()

    def test_manifest_is_a_config_again(self):
        """Everything needed to run it again is there, options of every type included."""
        first = self.play(bots={"m": mixed(nulls=False, note="x y"), "r": RANDOM}, seats=["m", "r", "r"], schedule="rotations",
                          rules={"value.grand": 20, "value.grand_ouvert": 30})
        manifest = read_json(first, "manifest.json")
        bots = {bot["name"]: {key: bot[key] for key in ("module", "options", "limits")} for bot in manifest["bots"]}
        schedule = manifest["schedule"]
        again = self.play(bots=bots, seats=schedule["arrangements"][0], seed=manifest["seed"], schedule=schedule["kind"],
                          sessions=schedule["sessions"], deals=schedule["deals"], rules=manifest["rules"])
        self.assert_same_bytes(first, again)


# ---- duplicate play ------------------------------------------------------------------------

def games_of(lines):
    """What does not depend on where else the games are played."""
    return [[line[field] for field in ("session", "deal", "cards", "moves", "score", "status")] for line in lines]


class TestDuplicatePlay(RunTest):
    def test_identical_bots_differ_by_nothing(self):
        names = "abc"
        folder = self.play(bots={name: mixed() for name in names}, seats=list(names), schedule="permutations", deals=6)
        for deal, games in games_of_deals(folder).items():
            totals: "collections.Counter[str]" = collections.Counter()
            assert len({line["cards"] for line in games}) == 1 and len({tuple(line["table"]) for line in games}) == 6
            for line in games:
                for name, score in zip(line["table"], line["score"]):
                    totals[name] += score
            assert len(set(totals[name] for name in names)) == 1, f"{deal}: {totals}"

    def test_composed_of_itself_is_itself(self):
        alone, composed = (games_of(read_lines(self.play(bots={"x": one, "r": RANDOM}, seats=["x", "r", "x"], deals=12)))
                           for one in (mixed(), {"bid": mixed(), "play": mixed()}))
        assert alone == composed

    def test_each_arrangement_of_a_bot_with_memory_is_a_session_of_its_own(self):
        fields = {"bots": {"m": bad_bot("remembers"), "r": RANDOM, "x": mixed()}, "sessions": 3, "deals": 6}
        together = read_lines(self.play(seats=["m", "r", "x"], schedule="rotations", **fields))
        second = [line for line in together if line["arrangement"] == 1]
        assert second[0]["table"] == ["x", "m", "r"]
        assert games_of(read_lines(self.play(seats=["x", "m", "r"], **fields))) == games_of(second)


# ---- the program -----------------------------------------------------------------------------

class TestCommands(RunTest):
    def test_unknown_command(self):
        assert arena().returncode == USAGE
        assert re.search(r"^skat-arena \d+\.\d+\.\d+\n$", arena("--version").stdout)
        for words, meant in ((("rnu",), '"run"'), (("help", "tnue"), '"tune"')):
            arena_says(USAGE, meant, *words)

    def test_output(self):
        done, out = self.run_config("--json", deals=3)
        assert json.loads(done.stdout) == read_json(out, "summary.json")
        done, _ = self.run_config("--quiet", deals=3)
        assert (done.stdout, done.stderr) == ("", "")
        done, out = self.run_config(bots={"anna": RANDOM, "bert": "basic"}, seats=["anna", "bert", "anna"], deals=9)
        assert [part for part in ("9 games", "anna", "bert", str(out)) if part not in done.stdout] == []
        assert f"seed {SEED}" in done.stderr

    def test_deal_prints_what_run_plays(self):
        lines = read_lines(self.sample(seed=123456, sessions=2, deals=9))
        assert [line["cards"] for line in lines[:9]] == arena("deal", "--seed", 123456, "--count", 9).stdout.split()
        printed = arena("deal", "--seed", 123456, "--session", 1, "--first", 2, "--count", 7).stdout.split()
        assert [line["cards"] for line in lines[11:]] == printed

    def test_bots(self):
        text = arena("bots", bad_bot("faulty")).stdout
        assert [word for word in ("faulty", "stack_overflow", "session_end", "percent", "0..100") if word not in text] == []
        for name, says in (("wrong_abi", "is built for ABI 99.0"), ("wrong_size", "bytes in its view struct"), ("no_symbol", "not a bot"),
                           ("static_tls", "without -ftls-model=initial-exec")):
            arena_says(USAGE, says, "bots", bad_bot(name))
        assert arena("bots", "nobody").returncode == USAGE

    def test_bench(self):
        """`make test` compares the signature; the table has a line for each workload of the bot, and XSkat's."""
        done = arena_ok("bench", "--bot", "basic", "--factor", 1)
        lines = done.stdout.splitlines()
        assert lines[0].split()[0] == "bot" and any(line.startswith("XSkat") for line in lines)
        name, _, _, rate, low, high, ratio, reads, _ = lines[1].split()
        assert name == "basic" and float(low) <= float(rate) <= float(high)
        assert (ratio == "-") == ("not installed" in lines[-1])
        assert float(reads) < 5, "a fast bot is not timed for each decision"

    def test_full_disk(self):
        with open("/dev/full", "w", encoding="utf-8") as full:
            done = subprocess.run([program(), "run", self.write_config(), "--out", self.temp / "out", "--json"], cwd=ROOT, stdout=full,
                                  stderr=subprocess.PIPE, timeout=TIMEOUT, check=False)
        assert done.returncode == INTERNAL


class TestInterruption(RunTest):
    def start(self, **fields):
        shutil.rmtree(self.temp / "out", ignore_errors=True)
        process = subprocess.Popen([program(), "run", self.write_config(**fields), "--out", self.temp / "out"], cwd=ROOT, text=True,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.cleanup.callback(process.communicate)
        self.cleanup.callback(process.kill)
        return process, self.temp / "out"

    def check(self, process, out):
        _, message = process.communicate(timeout=TIMEOUT)
        assert process.returncode == INTERRUPTED and "interrupted again, it ends at once" in message, message
        text = (out / "games.jsonl").read_bytes()
        assert not text or text.endswith(b"\n")
        summary = read_json(out, "summary.json")
        assert summary["games"] == text.count(b"\n") and not summary["complete"]
        self.assert_verified(out)
        return summary

    @pytest.mark.parametrize("number, fields", ((signal.SIGINT, {"deals": 100000000}), (signal.SIGTERM, {"sessions": 1000000})))
    def test_a_signal_ends_a_long_run(self, number, fields):
        process, out = self.start(bots={"m": bad_bot("dawdles", ms=2)}, seats=["m"] * 3, workers=2, **fields)
        log = out / "games.jsonl"
        wait_until(lambda: log.exists() and log.stat().st_size > 0, process)
        process.send_signal(number)
        assert self.check(process, out)["games"] > 0

    def test_a_second_signal_ends_a_bot_that_hangs(self):
        process, out = self.start(deals=1000, workers=1, limits={"time_ms": 0}, seats=["r", "r", "f"],
                                  bots={"r": RANDOM, "f": faulty("hang", "bid")})
        wait_until(lambda: (out / "manifest.json").exists())
        wait_until_it_hears(process)
        time.sleep(0.3)  # it hangs by now, or soon
        send_heard(process)
        time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        self.check(process, out)
