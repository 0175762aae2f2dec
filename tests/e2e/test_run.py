# SPDX-License-Identifier: MIT
"""End-to-end tests of skat-arena: what a user sees, and what the files it leaves say."""
import collections
import copy
import itertools
import json
import random
import re
import resource
import shutil
import signal
import subprocess
import time
from typing import Any

import jsonschema
import pytest

import scorekeeper
from harness import *


# ---- what the files look like --------------------------------------------------------------

class TestSchemas(RunTest):
    def test_schemas_are_schemas(self):
        for name in ("game", "manifest", "summary", "timing"):
            schema = json.loads((SCHEMAS / f"{name}.schema.json").read_text())
            jsonschema.Draft202012Validator.check_schema(schema)

    def test_ordinary_run(self):
        self.assert_schemas(self.play(bots={"m": mixed(), "r": RANDOM, "p": PASS},
                                    seats=["m", "r", "p"], schedule="permutations",
                                    description="of all kinds"))

    def test_every_table(self):
        for seats in (4, 5):
            self.assert_schemas(self.play(bots={"m": mixed(), "r": RANDOM},
                                        seats=["m", "r", "m", "r", "m"][:seats], deals=60))

    @pytest.mark.parametrize("what, when",
        (("no_answer", "card"), ("illegal_card", "card"), ("abort", "bid"),
         ("illegal_bid", "bid"), ("unknown_kind", "declare")))
    def test_faults(self, what, when):
        bots = {"f": bad_bot("faulty", what=what, when=when, percent=50), "r": RANDOM}
        self.assert_schemas(self.play(bots=bots, seats=["f", "r", "r"]))

    @pytest.mark.parametrize("what, when, reasons", (
        ("no_answer", "card", "no action of the interface"), ("unknown_kind", "declare", "no action of the interface"),
        ("illegal_card", "card", "the player must follow suit|the player does not hold that card"),
        ("illegal_bid", "bid", "not a legal bid now"), ("illegal_declaration", "declare", "not a legal announcement now"),
        ("illegal_discard", "declare", "the discards must be different cards in hand")))
    def test_an_illegal_answer_says_what_was_asked(self, what, when, reasons):
        """And why it was refused, and what would have been legal; the same in a bot's own process."""
        bots = {"f": bad_bot("faulty", what=what, when=when, percent=50), "r": RANDOM}
        told = []
        for more in ((), ("--isolation", "process")):
            folder = self.play(*more, bots=bots, seats=["f", "r", "r"], deals=30)
            told.append([fault["what"] for fault in read_lines_of(folder / "faults.jsonl")])
            for text in told[-1]:
                found = re.fullmatch(rf"refused: (\d \S+) \(({reasons})\); asked: {when}, legal: (.+)", text)
                assert found, text
                if when == "card":
                    assert found[1].split()[1] not in found[3].split()
            assert all(text in arena("faults", folder).stdout for text in told[-1][:3])
        assert told[0] == told[1] and told[0]

    def test_composed_bots_and_given_deals(self):
        bots = {"c": {"bid": RANDOM, "play": "basic"}}
        deals = arena("deal", "--count", 3).stdout.split()
        self.assert_schemas(self.play(bots=bots, seats=["c"] * 3, deals=deals))

    def test_schema_refuses_wrong_lines(self):
        line = read_lines(self.play(deals=1))[0]
        wrong = [("status", "fine"), ("status", "crash"), ("fault", 0), ("cards", "CJ|SJ"),
                 ("moves", "1 18 2"), ("moves", "3 18"), ("contract", "GOHSZ"),
                 ("contract", "CHSZ"), ("declarer", 3), ("bid", -1), ("bid", "18"),
                 ("seats", [0, 0, 1]), ("table", ["r"]), ("score", [0.5, 0, 0]), ("game", None)]
        for field, value in wrong:
            assert not validator("game").is_valid(line | {field: value})
        for field in line:
            less = {key: value for key, value in line.items() if key != field}
            assert not validator("game").is_valid(less)
        assert validator("game").is_valid(line | {"added_later": 1})


# ---- an independent count ------------------------------------------------------------------

def rigged_deals(count, seed):
    """Deals in which one player has most of the high cards, so that announcements are won; each
    fourth is an ordinary one, so that much is overbid too."""
    chance = random.Random(seed)
    deals = []
    for number in range(count):
        deck = list(scorekeeper.PACK_32.deck)
        chance.shuffle(deck)
        suit = chance.choice("CSHD")
        weight = {"A": 8, "T": 8, "J": 20} if number % 4 else {}
        strong = sorted(deck, key=lambda card: -(weight.get(card[1], 0) + 9 * (card[0] == suit) +
                                                 chance.random() * 12))
        hands = [strong[:10]]
        rest = strong[10:]
        chance.shuffle(rest)
        hands += [rest[:10], rest[10:20]]
        hands = hands[number % 3:] + hands[:number % 3]
        deals.append("|".join(".".join(hand) for hand in hands + [rest[20:]]))
    return deals


VARIANTS = [
    {}, {"grand_base": 20}, {"announce_with_skat": True}, {"concede": "before_lead"},
    {"concede": "never"}, {"matadors": "jacks"}, {"hand_schwarz": "ladder"},
    {"schneider_points": 91}, {"overbid_hand": "hand"}, {"overbid_hand": "skat"},
    {"lost_factor": 1}, {"lost_hand": "single"}, {"grand_ouvert_base": 36},
    {"grand_ouvert_base": 30, "grand_base": 20}, {"null_values": [23, 35, 46, 69]},
    {"scoring": "seeger_fabian"}, {"schneider_schwarz": "double"},
    {"grand_ouvert_base": 36, "announce_with_skat": True, "overbid_hand": "hand",
     "hand_schwarz": "ladder", "schneider_points": 91},
    {"overbid_hand": "skat", "matadors": "jacks", "lost_hand": "single",
     "concede": "before_lead", "null_values": [20, 30, 40, 50]},
]
# What counts differently even when no card is played differently.
COUNTING_OPTIONS = ("grand_base", "matadors", "hand_schwarz", "schneider_points", "overbid_hand",
                    "schneider_schwarz",
                    "lost_factor", "lost_hand", "grand_ouvert_base", "null_values")


class TestScores(RunTest):
    def check_variant(self, rules, seats, deals):
        bots = {"m": mixed(), "r": RANDOM, "u": UNIFORM, "p": PASS, "n": mixed(hand=90, jump=60)}
        order = ["m", "n", "u", "r", "p"]
        folder = self.play(rules=rules, deals=deals, bots=bots, seats=order[:seats])
        self.assert_sound(folder)
        return folder

    @pytest.mark.parametrize("seats, rules", itertools.product((3, 4, 5), VARIANTS))
    def test_rule_variants_at_every_table(self, seats, rules):
        self.check_variant(rules, seats, repeat(120, 12))

    @pytest.mark.parametrize("rules", VARIANTS)
    def test_rule_variants_with_strong_hands(self, rules):
        folder = self.check_variant(rules, 3, rigged_deals(repeat(480, 240), 18))
        self.assert_option_matters(folder, rules)

    def assert_option_matters(self, folder, rules):
        """Otherwise the deals above would not test it: counted by the default, lines differ."""
        if len(rules) > 2:
            return
        for option in set(rules) & set(COUNTING_OPTIONS):
            manifest = read_json(folder, "manifest.json")
            manifest["rules"][option] = scorekeeper.OPTIONS[option]
            keeper = scorekeeper.Scorekeeper(manifest)
            for index, line in enumerate(read_lines(folder)):
                keeper.check_line(line, index)
            assert keeper.differences, f"{option} changes nothing in these deals"

    def test_sessions(self):
        self.assert_sound(self.play(bots={"m": mixed(), "r": RANDOM}, seats=["m", "r", "m", "r"],
                                    sessions=5, deals=8, schedule="rotations"))

    def test_all_pass(self):
        folder = self.play(bots={"p": PASS}, seats=["p"] * 3)
        self.assert_sound(folder)
        assert read_json(folder, "summary.json")["passed_in"] == 36

    def test_every_ending_occurs(self):
        """The runs above are worth something only if their games are of all kinds."""
        lines = read_lines(self.play(bots={"m": mixed(), "n": mixed(hand=90)},
                                     seats=["m", "n", "m"], deals=rigged_deals(600, 2)))
        seen = {line["status"] for line in lines}
        seen |= {line["contract"] for line in lines}
        seen |= {level for line in lines for level in line["result"]["levels"]}
        seen |= {("won", line["result"]["won"]) for line in lines}
        seen |= {("overbid", line["result"]["overbid"]) for line in lines}
        wanted = {"ok", "conceded", "hand", "schneider", "schneider_announced", "schwarz",
                  "schwarz_announced", "ouvert", ("won", True), ("won", False), ("overbid", True),
                  "G", "GH", "GO", "C", "CH", "CHS", "CHZ", "CO", "N", "NH", "NO", "NOH"}
        assert not wanted - seen

    def test_scorekeeper_finds_what_is_wrong(self):
        folder = self.play(deals=3)
        lines = (folder / "games.jsonl").read_text().splitlines()
        line = json.loads(lines[1])
        line["result"]["signed"] += 1
        lines[1] = json.dumps(line)
        (folder / "games.jsonl").write_text("\n".join(lines) + "\n")
        assert "games.jsonl:2: result.signed" in scorekeeper.check_folder(folder)[0]


# ---- the same bytes ------------------------------------------------------------------------

class TestRepeatability(RunTest):
    def check_workers(self, **fields):
        one = self.play("--workers", 1, **fields)
        for workers in (2, 8):
            more = self.play("--workers", workers, **fields)
            self.assert_same_bytes(one, more)
        self.assert_sound(one)
        return one

    @pytest.mark.parametrize("schedule", ("fixed", "rotations", "permutations"))
    def test_workers(self, schedule):
        self.check_workers(bots={"m": mixed(), "r": RANDOM, "u": UNIFORM},
                           seats=["m", "r", "u"], schedule=schedule, deals=repeat(300, 90))

    def test_workers_with_few_descriptors(self):
        """A session is often given 1024 of them, and may have more."""
        few = (100, resource.getrlimit(resource.RLIMIT_NOFILE)[1])
        path, out = self.write_config(deals=6), self.temp / "few"
        done = subprocess.run(
            [program(), "run", path, "--workers", "64", "--out", out, "--quiet"], cwd=ROOT,
            capture_output=True, text=True, timeout=TIMEOUT,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, few))
        assert done.returncode == OK, done.stderr

    @pytest.mark.parametrize("what, when",
        (("abort", "card"), ("segfault", "observe"), ("no_answer", "bid"),
         ("exit", "deal_begin"), ("kill_self", "deal_end")))
    def test_workers_with_faults(self, what, when):
        bots = {"f": bad_bot("faulty", what=what, when=when, percent=20), "m": mixed(),
                "r": RANDOM}
        self.check_workers(bots=bots, seats=["f", "m", "r"], schedule="rotations",
                           deals=repeat(60, 18))

    def test_workers_with_timeouts(self):
        bots = {"f": bad_bot("faulty", what="hang", when="card", percent=5), "r": RANDOM}
        self.check_workers(bots=bots, seats=["f", "r", "r"], deals=90, time_limit_ms=300)

    def test_workers_with_two_kinds_of_faults(self):
        bots = {"a": bad_bot("faulty", what="abort", when="card", percent=10),
                "b": bad_bot("faulty", what="illegal_card", when="card", percent=10, after=2),
                "c": bad_bot("faulty", what="segfault", when="game_end", percent=10)}
        self.check_workers(bots=bots, seats=["a", "b", "c"], schedule="permutations", deals=40)

    @pytest.mark.parametrize("schedule", ("fixed", "rotations", "permutations"))
    def test_workers_with_memory(self, schedule):
        self.check_workers(bots={"m": cheat("remembers"), "r": RANDOM, "x": mixed()},
                           seats=["m", "r", "x"], sessions=6, deals=12,
                           schedule=schedule)

    def test_workers_with_memory_and_faults(self):
        bots = {"m": cheat("remembers"), "r": RANDOM,
                "f": bad_bot("faulty", what="abort", when="card", percent=10)}
        self.check_workers(bots=bots, seats=["m", "r", "f"], sessions=6, deals=12,
                           schedule="rotations")

    @pytest.mark.parametrize("when, percent",
        (("session_begin", 100), ("session_begin", 30), ("session_end", 100), ("session_end", 30)))
    def test_workers_with_faults_between_sessions(self, when, percent):
        bots = {"f": bad_bot("faulty", what="abort", when=when, percent=percent),
                "r": RANDOM}
        self.check_workers(bots=bots, seats=["f", "r", "r"], sessions=6, deals=12)

    @pytest.mark.parametrize("what", ("abort", "fail_crash", "fail_timeout"))
    def test_a_session_that_does_not_begin(self, what):
        """Each game of such a session is lost, whoever plays it, whether the bot dies of it or says so: so it does not matter which
        worker, process or part of a run meets the session first."""
        fields: dict[str, Any] = {"bots": {"f": bad_bot("faulty", what=what, when="session_begin", percent=50), "r": RANDOM},
                                  "seats": ["f", "r", "r"], "sessions": 6, "deals": 4, "seed": 3}
        one = self.check_workers(**fields)
        self.assert_same_bytes(one, self.play("--isolation", "process", **fields), ["games.jsonl"])
        parts = [self.play("--shard", f"{k}/3", **fields) for k in (1, 2, 3)]
        merged = self.temp / "merged"
        done = arena("merge", *parts, "--out", merged, "--quiet")
        assert done.returncode == OK, done.stderr
        self.assert_same_bytes(one, merged, ["games.jsonl", "summary.json"])
        lost = collections.Counter(line["session"] for line in read_lines(one) if "fault" in line)
        assert 0 < len(lost) < 6 and set(lost.values()) == {4}

    def test_seed(self):
        one, same, other = (self.play(seed=seed) for seed in (11, 11, 12))
        self.assert_same_bytes(one, same)
        for name in SAME_BYTES:
            assert (one / name).read_bytes() != (other / name).read_bytes(), name

    def test_log_none_counts_the_same(self):
        fields = {"bots": {"f": bad_bot("faulty", what="abort", when="card", percent=20),
                           "m": mixed()}, "seats": ["f", "m", "m"]}
        with_log = self.play(**fields)
        without = self.play(**fields, log="none")
        self.assert_same_bytes(with_log, without, ["summary.json"])
        assert not (without / "games.jsonl").exists()

    def test_command_line_beats_config(self):
        config = self.play(seed=3, deals=6)
        line = self.play("--seed", 3, "--deals", 6, seed=99, deals=60)
        self.assert_same_bytes(config, line)

    def test_seed_of_adjacent_number_is_unrelated(self):
        one, other = (read_lines(self.play(seed=seed, deals=30)) for seed in (1, 2))
        cards = [{line["cards"] for line in lines} for lines in (one, other)]
        assert len(cards[0] | cards[1]) == 60

    def test_deals_do_not_depend_on_the_number_of_deals(self):
        few, many = (read_lines(self.play(deals=deals)) for deals in (9, 36))
        assert few == many[:9]

    def test_manifest_is_a_config_again(self):
        """Everything needed to run it again is there, options of every type included."""
        first = self.play(bots={"m": mixed(nulls=False, note="x y"), "r": RANDOM},
                          seats=["m", "r", "r"], schedule="rotations",
                          rules={"grand_base": 20, "grand_ouvert_base": 30})
        manifest = read_json(first, "manifest.json")
        bots = {bot["name"]: {"module": bot["module"], "options": bot["options"]}
                for bot in manifest["bots"]}
        schedule = manifest["schedule"]
        again = self.play(bots=bots, seats=schedule["arrangements"][0], seed=manifest["seed"],
                          schedule=schedule["kind"], sessions=schedule["sessions"],
                          deals=schedule["deals"], rules=manifest["rules"],
                          time_limit_ms=manifest["time_limit_ms"])
        self.assert_same_bytes(first, again)


# ---- duplicate play ------------------------------------------------------------------------

class TestDuplicatePlay(RunTest):
    def totals_by_deal(self, lines):
        totals = {}
        for line in lines:
            deal = totals.setdefault((line["session"], line["deal"]), {})
            for name, score in zip(line["table"], line["score"]):
                deal[name] = deal.get(name, 0) + score
        return totals

    @pytest.mark.parametrize("bot, seats", itertools.product((RANDOM, UNIFORM, mixed()), (3, 4)))
    def test_identical_bots_differ_by_nothing(self, bot, seats):
        names = "abcd"[:seats]
        lines = read_lines(self.play(bots={name: bot for name in names},
                                     seats=list(names), schedule="permutations", deals=24))
        for deal, totals in self.totals_by_deal(lines).items():
            assert len(set(totals.values())) == 1, f"{deal}: {totals}"

    def test_arrangements_share_the_cards(self):
        lines = read_lines(self.play(bots={"a": RANDOM, "b": mixed(), "c": "basic"},
                                     seats=["a", "b", "c"], schedule="permutations", deals=6))
        by_deal = {}
        for line in lines:
            by_deal.setdefault(line["deal"], []).append(line)
        for games in by_deal.values():
            assert len({line["cards"] for line in games}) == 1
            assert len({tuple(line["table"]) for line in games}) == 6

    def same_games(self, one, other):
        fields = ("session", "deal", "cards", "moves", "score", "status")
        return [[line[field] for field in fields] for line in one] == \
               [[line[field] for field in fields] for line in other]

    @pytest.mark.parametrize("bot", (RANDOM, UNIFORM, "basic", mixed(concede=0), mixed()))
    def test_composed_of_itself_is_itself(self, bot):
        alone, composed = (
            read_lines(self.play(bots={"x": one, "r": RANDOM}, seats=["x", "r", "x"],
                                 schedule="rotations"))
            for one in (bot, {"bid": bot, "play": bot}))
        assert self.same_games(alone, composed)

    def test_composed_bids_with_one_and_plays_with_the_other(self):
        folder = self.play(bots={"c": {"bid": PASS, "play": RANDOM}}, seats=["c"] * 3)
        assert read_json(folder, "summary.json")["passed_in"] == 36

    def test_each_arrangement_of_a_bot_with_memory_is_a_session_of_its_own(self):
        bots = {"m": cheat("remembers"), "r": RANDOM, "x": mixed()}
        together = read_lines(self.play(bots=bots, seats=["m", "r", "x"], sessions=3, deals=9,
                                        schedule="rotations"))
        for number, table in enumerate((["m", "r", "x"], ["x", "m", "r"], ["r", "x", "m"])):
            alone = read_lines(self.play(bots=bots, seats=table, sessions=3, deals=9))
            part = [line for line in together if line["arrangement"] == number]
            assert part[0]["table"] == table
            assert self.same_games(alone, part), f"arrangement {number}"

    def test_memory_shows_in_the_cards(self):
        """The test bot does what it is for: another length of sessions, other cards."""
        fields = {"bots": {"m": cheat("remembers")}, "seats": ["m"] * 3, "seed": 3}
        deals = arena("deal", "--seed", 3, "--count", 6).stdout.split()
        forward = read_lines(self.play(deals=deals, **fields))
        late = read_lines(self.play(deals=deals[3:], **fields))
        assert [line["moves"] for line in forward[3:]] != [line["moves"] for line in late]


# ---- faults --------------------------------------------------------------------------------

IN_DEAL = ("bid", "hold", "game", "declare", "card", "deal_begin", "observe", "game_begin",
           "game_end", "deal_end")
RARE = ("hold", "game", "declare", "concede")  # the bot comes to these in few of its deals
PROCESS_FAULTS = ("segfault", "abort", "exit", "stack_overflow", "kill_self", "hang",
                  "fork_child")
SAID_FAULTS = ("fail_timeout", "fail_crash")  # that a bot says itself
ILLEGAL_ANSWERS = [
    *(("no_answer", when) for when in ("bid", "hold", "game", "declare", "card", "concede")),
    *(("unknown_kind", when) for when in ("bid", "hold", "game", "declare", "card", "concede")),
    *(("illegal_bid", when) for when in ("bid", "hold", "game", "declare", "card", "concede")),
    *(("illegal_card", when) for when in ("bid", "hold", "game", "declare", "card", "concede")),
    *(("illegal_declaration", when) for when in ("bid", "hold", "game", "declare", "card",
                                                 "concede")),
    *(("concede", when) for when in ("bid", "hold", "game", "declare")),
    ("illegal_discard", "declare"),
]
STATUS_OF = {"hang": "timeout", "fail_timeout": "timeout"}


class TestFaults(RunTest):
    deals = 36
    baselines = {}

    def fields(self, what, when, percent=15, **more):
        # By this rule the offender always pays; test_decided.py has the other one.
        rules = {"decided_game": "forfeited"} | ({"concede": "before_lead"} if when == "concede" else {})
        bot = bad_bot("faulty", what=what, when=when, percent=percent, after=more.pop("after", 0))
        others: Any = RANDOM  # but the rarer moments come for certain among those who
        if when in ("game", "declare", "concede"):
            others = PASS  # leave it the game
        elif when == "hold":
            others = "basic"  # bid against it
        # Only what hangs meets its limit: sanitizers take their time over a stack overflow.
        limit = 300 if what == "hang" else 30000
        return {"bots": {"f": bot, "r": others}, "seats": ["f", "r", "r"], "deals": self.deals,
                "rules": rules, "time_limit_ms": limit} | more

    def play_without_fault(self, when, **more):
        kind = when if when in RARE else ""
        key = (kind, json.dumps(more, sort_keys=True))
        if key not in self.baselines:
            folder = self.play(**self.fields("nothing", when, **more))
            self.baselines[key] = read_lines(folder)
        return self.baselines[key]

    def assert_only_faults_differ(self, lines, baseline, status, at_least=1):
        """A game without fault is the game that would have been; one with is its beginning."""
        faults = 0
        assert len(lines) == len(baseline)
        for line, usual in zip(lines, baseline):
            if "fault" not in line:
                assert line == usual
                continue
            faults += 1
            assert line["status"] == status
            assert line["table"][line["fault"]] == "f"
            moves = line["moves"]
            if status == "illegal":
                moves = " ".join(moves.split(" ")[:-2])
            assert usual["moves"].startswith(moves), f"game {line['game']}: {moves}"
            assert ([usual[key] for key in ("cards", "dealer", "table", "seats")]
                    == [line[key] for key in ("cards", "dealer", "table", "seats")])
            self.assert_offender_pays(line)
        assert faults >= at_least, "no fault happened in this run"
        return faults

    def assert_offender_pays(self, line):
        """The rule in short: who is at fault loses, and nobody else does."""
        for seat, score in enumerate(line["score"]):
            if seat == line["fault"]:
                assert score <= 0
            else:
                assert score >= 0
        assert line["score"] != [0] * len(line["score"])

    def check_fault(self, what, when, status, **more):
        folder = self.play(**self.fields(what, when, **more))
        self.assert_sound(folder)
        baseline = self.play_without_fault(when, **more)
        faults = self.assert_only_faults_differ(read_lines(folder), baseline, status)
        counted = read_json(folder, "summary.json")["bots"][0]["faults"]
        assert counted == {name: faults * (name == status) for name in FAULTS}

    @pytest.mark.parametrize("what, when",
        covering(itertools.product(PROCESS_FAULTS + SAID_FAULTS, IN_DEAL)))
    def test_crashes_and_hangs_at_every_moment(self, what, when):
        self.check_fault(what, when, STATUS_OF.get(what, "crash"),
                         percent=30 if when in RARE else 15)

    @pytest.mark.parametrize("what", ("abort", pytest.param("hang", marks=pytest.mark.long)))
    def test_crash_when_asked_to_concede(self, what):
        self.check_fault(what, "concede", STATUS_OF.get(what, "crash"), percent=60)

    @pytest.mark.parametrize("what, when", ILLEGAL_ANSWERS)
    def test_illegal_answers(self, what, when):
        self.check_fault(what, when, "illegal", percent=60)

    @pytest.mark.parametrize("what, after",
        itertools.product(("abort", "illegal_card", "hang"), (1, 4, 8, 9)))
    def test_late_in_a_deal(self, what, after):
        status = {"abort": "crash", "illegal_card": "illegal"}.get(what, "timeout")
        self.check_fault(what, "card", status, after=after)

    @pytest.mark.parametrize("seats, when",
        itertools.product((4, 5), ("bid", "declare", "card", "deal_end")))
    def test_at_larger_tables(self, seats, when):
        self.check_fault("abort", when, "crash", percent=60,
                         seats=["f", "r", "r", "r", "r"][:seats])

    @pytest.mark.parametrize("rules", VARIANTS)
    def test_under_other_rules(self, rules):
        bots = {"f": bad_bot("faulty", what="abort", when="card", percent=30),
                "m": mixed()}
        self.assert_sound(self.play(bots=bots, seats=["f", "m", "m"], rules=rules))

    @pytest.mark.parametrize("what, when", (("abort", "deal_end"), ("no_answer", "card")))
    def test_defender_at_fault_in_all_kinds_of_games(self, what, when):
        bots = {"f": bad_bot("faulty", what=what, when=when, percent=60), "m": mixed()}
        self.assert_sound(self.play(bots=bots, seats=["m", "f", "m"],
                                    deals=rigged_deals(90, 3)))

    @pytest.mark.parametrize("when",
        IN_DEAL + ("session_begin", "session_end", "create", "destroy"))
    def test_printing_is_no_fault_and_reaches_no_output(self, when):
        done, out = self.run_config("--json", **self.fields("write_stdout", when,
                                                            percent=100))
        assert done.returncode == OK, done.stderr
        assert json.loads(done.stdout) == read_json(out, "summary.json")
        self.assert_sound(out)
        self.assert_only_faults_differ(
            read_lines(out), self.play_without_fault(when, percent=100), None, 0)

    @pytest.mark.parametrize("when", IN_DEAL)
    def test_closed_descriptors(self, when):
        """Only the bot that closes them pays, and the report says what it did."""
        done, out = self.run_config("--quiet", **self.fields("close_descriptors", when))
        assert done.returncode == OK and "failed" not in done.stderr, done.stderr
        self.assert_sound(out)
        self.assert_only_faults_differ(read_lines(out), self.play_without_fault(when), "crash")
        told = {(fault["bot"], fault["what"]) for fault in read_lines_of(out / "faults.jsonl")}
        assert told == {("f", "closed the descriptors of its worker")}

    def test_closed_descriptors_of_a_process(self):
        """The same games in processes of their own, and with more workers."""
        fields = self.fields("close_descriptors", "card", percent=40)
        one = self.play("--workers", 1, **fields)
        for more in (("--workers", 3), ("--isolation", "process")):
            self.assert_same_bytes(one, self.play(*more, **fields), ["games.jsonl"])
        last = self.play("--isolation", "process", **fields)
        told = {(fault["bot"], fault["what"]) for fault in read_lines_of(last / "faults.jsonl")}
        assert told == {("f", "closed the descriptors of its process")}

    def test_closed_descriptors_side_by_side(self):
        fields = self.fields("close_descriptors", "card", percent=40)
        fields["bots"]["r"] = bad_bot("together")
        self.assert_same_bytes(self.play(**fields), self.play(**fields, tables=8), ["games.jsonl"])

    def test_closed_descriptors_of_nobody(self):
        """When its games are played again, the bot does not do it: nobody is charged, and the run says who was there."""
        fields = self.fields("close_descriptors_once", "card")
        done, out = self.run_config("--quiet", "--workers", 1, **fields)
        assert done.returncode == OK, done.stderr
        assert re.search("bots failed 1 time where no game could be charged; first: one of f, r, which closed the descriptors of its "
                         "worker, but did not when its games were played again, before game", done.stderr), done.stderr
        assert read_lines(out) == self.play_without_fault("card")

    @pytest.mark.parametrize("what, workers, log",
        itertools.product(("abort", "hang", "no_answer", "fork_child"), (1, 4), ("all", "none")))
    def test_in_the_last_game(self, what, workers, log):
        fields = self.fields(what, "bid", percent=100, deals=1, log=log,
                             seats=["r", "r", "f"])
        folder = self.play("--workers", workers, **fields)
        summary = read_json(folder, "summary.json")
        assert summary["games"] == 1
        status = {"hang": "timeout", "no_answer": "illegal"}.get(what, "crash")
        faults = {bot["name"]: bot["faults"] for bot in summary["bots"]}
        assert faults["f"] == {name: int(name == status) for name in FAULTS}
        if log == "all":
            self.assert_sound(folder)

    @pytest.mark.parametrize("what, when",
        (("abort", "deal_begin"), ("segfault", "deal_end"), ("no_answer", "bid")))
    def test_in_every_game(self, what, when):
        folder = self.play("--workers", 2, **self.fields(what, when, percent=100,
                                                         seats=["f", "f", "f"]))
        self.assert_sound(folder)
        faults = read_json(folder, "summary.json")["bots"][0]["faults"]
        assert sum(faults.values()) == self.deals

    def test_many_restarts_of_many_workers(self):
        """A new worker may finish a unit before its supervisor has given the last order: orders
        counted meanwhile were lost, and the run waited for ever, once in some hundred restarts."""
        folder = self.play("--workers", 8, **self.fields("abort", "bid", percent=60, deals=600))
        assert len(read_lines(folder)) == 600

    def test_two_faults_in_one_game(self):
        """The first fault stands: it is what the moves show. The later one is only told."""
        bots = {"a": bad_bot("faulty", what="illegal_card", when="card", percent=50),
                "b": bad_bot("faulty", what="segfault", when="deal_end", percent=50), "r": RANDOM}
        folder = self.play(bots=bots, seats=["a", "b", "r"], deals=60)
        self.assert_sound(folder)
        statuses = {(line["table"][line["fault"]], line["status"]) for line in read_lines(folder)
                    if "fault" in line}
        assert statuses == {("a", "illegal"), ("b", "crash")}

    @pytest.mark.parametrize("what, percent", itertools.product(("abort", "hang"), (30, 100)))
    def test_session_end(self, what, percent):
        """No game is in progress, and when a worker ends a session depends on how the run is cut:
        nobody is charged, so that the results do not depend on the workers."""
        folder = self.play(**self.fields(what, "session_end", percent=percent, deals=3,
                                         sessions=4, time_limit_ms=150))
        self.assert_sound(folder)
        assert not [line for line in read_lines(folder) if "fault" in line]

    @pytest.mark.parametrize("what, percent", itertools.product(("abort", "hang"), (30, 100)))
    def test_session_begin(self, what, percent):
        """It belongs to the first game of a session: who fails in it loses that one, and tries
        again in the next."""
        folder = self.play(**self.fields(what, "session_begin", percent=percent, deals=3,
                                         sessions=4, time_limit_ms=150))
        self.assert_sound(folder)
        lines = read_lines(folder)
        faults = [line for line in lines if "fault" in line]
        assert all(line["table"][line["fault"]] == "f" for line in faults)
        if percent == 100:
            assert len(faults) == len(lines)

    @pytest.mark.parametrize("when", ("session_begin", "session_end"))
    def test_between_sessions_while_sitting_out(self, when):
        """A bot that sits out has no game to lose, but its crash may not end the run either."""
        done, out = self.run_config(**self.fields("abort", when, percent=30, deals=4,
                                                  sessions=6, seats=["f", "r", "r", "r"]))
        assert done.returncode == OK, done.stderr
        self.assert_sound(out)

    @pytest.mark.parametrize("what", ("abort", "segfault", "exit", "hang", "fork_child"))
    def test_in_destroy(self, what):
        folder = self.play(**self.fields(what, "destroy", percent=99))
        self.assert_sound(folder)
        self.assert_only_faults_differ(
            read_lines(folder), self.play_without_fault("destroy", percent=99), None, 0)

    @pytest.mark.parametrize("what", ("abort", "segfault", "exit", "kill_self"))
    def test_in_create(self, what):
        done, out = self.run_config(**self.fields(what, "create", percent=100))
        assert done.returncode == USAGE
        assert "faulty" in done.stderr
        assert not out.exists()

    @pytest.mark.parametrize("what", ("abort", pytest.param("hang", marks=pytest.mark.long)))
    def test_in_create_after_the_probe(self, what):
        done, _ = self.run_config(**self.fields(what, "create", percent=99))
        assert done.returncode == INTERNAL, done.stderr
        assert '"f"' in done.stderr

    def test_create_has_time(self):
        """Longer than a call may take; any other call has not."""
        folder = self.play("--workers", 1, **self.fields("dawdle", "create", percent=100,
                                                         time_limit_ms=100, deals=6))
        assert {line["status"] for line in read_lines(folder)} == {"ok"}
        # Often: the supervisor does not see it if it gets no processor in that second.
        folder = self.play("--workers", 1, **self.fields("dawdle", "card", percent=100,
                                                         time_limit_ms=50, deals=9))
        assert "timeout" in {line["status"] for line in read_lines(folder)}

    def test_no_time_limit(self):
        folder = self.play(**self.fields("nothing", "card", time_limit_ms=0))
        self.assert_sound(folder)
        assert read_json(folder, "manifest.json")["time_limit_ms"] == 0

    @pytest.mark.parametrize("third", ("r", "observer"))
    @pytest.mark.parametrize("rules", ("isko", "ramsch-only"))
    def test_who_fails_as_the_game_begins_is_asked_nothing_more(self, rules, third):
        """Nor is anybody else: in ramsch the first question of all is a card. Whether somebody observes or not."""
        bots: dict[str, Any] = {"f": bad_bot("faulty", what="fail_crash", when="game_begin", percent=100), "r": PASS,
                                "observer": bad_bot("helped")}
        seats = ["f", "r", third]
        folder = self.play(rules=rules, bots={name: bots[name] for name in set(seats)}, seats=seats, deals=self.deals)
        crashed = [line for line in read_lines(folder) if line["status"] == "crash"]
        assert crashed
        for line in crashed:
            assert not re.search(r"[012] [CSHD][789TJQKA]( |$)", line["moves"]), line


# ---- verify and replay ---------------------------------------------------------------------

def without_matching(value):
    """Another value of the same type."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, (int, float)):
        return value + 1
    if value is None:
        return 0
    if isinstance(value, str):
        return value[:-1] + ("x" if value[-1:] != "x" else "y")
    if isinstance(value, list):
        return value[::-1] if value[::-1] != value else value + value[:1]
    return {**value, "hand": 1} if "hand" not in value else {}


class TestNamesOfConfigs(RunTest):
    """A config is a file, or one of the program's by its name."""
    def run_here(self, *words):
        return subprocess.run([program(), *words], cwd=self.temp, text=True, stdin=subprocess.DEVNULL,
                              capture_output=True, timeout=TIMEOUT)

    @pytest.mark.parametrize("command", ["run", "study"])
    @pytest.mark.parametrize("name, message", [
        ("nowhere/x.json", "nowhere/x.json: No such file or directory"),
        ("x.json", "x.json: No such file or directory"),
        ("configs/x.json", "configs/x.json: No such file or directory"),
        ("pubb", 'pubb: there is no such file, and no config of this name; did you mean "pub"?'),
        ("qqqqqqqq", "qqqqqqqq: there is no such file, and no config of this name")])
    def test_what_is_not_there(self, command, name, message):
        done = self.run_here(command, name)
        assert (done.returncode, done.stdout, done.stderr) == (USAGE, "", f"skat-arena: {message}\n")

    def played(self):
        done = self.run_here("run", "pub", "--session-deals", "1", "--out", "out", "--quiet", "--force", "--workers", "1")
        assert done.returncode == OK, done.stderr
        return sorted(read_json(self.temp / "out", "summary.json")["bots"], key=lambda bot: bot["name"])

    def test_a_folder_of_the_name_is_no_config(self):
        (self.temp / "pub").mkdir()
        assert [bot["name"] for bot in self.played()] == ["anna", "bert", "meek"]

    def test_a_file_comes_before_the_config_of_its_name(self):
        self.write_config().rename(self.temp / "pub")
        assert [bot["name"] for bot in self.played()] == ["r"]

    def test_a_study_comes_before_another_config_of_its_name(self):
        """The program has both a config and a study that are named pub."""
        done = self.run_here("study", "pub", "--session-deals", "1", "--out", "out", "--quiet", "--workers", "1")
        assert done.returncode == OK, done.stderr


class TestVerify(RunTest):
    def folder_for_tampering(self, **fields):
        return self.play(**({"bots": {"m": mixed(), "r": RANDOM, "p": "basic"}, "sessions": 3,
                             "deals": 9, "seats": ["m", "r", "p"], "schedule": "rotations"}
                            | fields))

    def write_lines(self, folder, lines):
        texts = [json.dumps(line, separators=(",", ":")) for line in lines]
        (folder / "games.jsonl").write_text("\n".join(texts) + "\n")

    def check_every_field(self, folder, index):
        lines = read_lines(folder)
        fields: list[tuple[str, ...]] = [(key,) for key in lines[index] if key != "result"]
        fields += [("result", key) for key in lines[index]["result"]]
        for path in fields:
            tampered = copy.deepcopy(lines)
            holder = tampered[index]
            for key in path[:-1]:
                holder = holder[key]
            holder[path[-1]] = without_matching(holder[path[-1]])
            self.write_lines(folder, tampered)
            # Two defenders' faults cost the same: of them only the summary tells.
            named = path[-1] if path[-1] != "fault" else ""
            message = self.assert_tampering_found(folder, named)
            if not named:
                continue
            assert f"games.jsonl:{index + 1}" in message
        self.write_lines(folder, lines)

    def index_of(self, lines, what):
        return next(index for index, line in enumerate(lines) if what(line))

    def test_lines_that_are_written_otherwise(self):
        """With blanks, and in another order: sound all the same, and their fields are compared, too."""
        for rules, deals in (("isko", 36), ("stammtisch", 12)):
            folder = self.play(rules=rules, sessions=3, deals=deals, bots={"s": "stammtisch"}, seats=["s"] * 3)
            lines = read_lines(folder)
            others = [dict(reversed(line.items())) if i % 2 else line for i, line in enumerate(lines)]
            (folder / "games.jsonl").write_text("".join(json.dumps(line) + "\n" for line in others))
            assert arena("verify", folder).returncode == OK
            others[7]["bid"] += 1
            (folder / "games.jsonl").write_text("".join(json.dumps(line) + "\n" for line in others))
            self.assert_tampering_found(folder, "bid")

    def test_every_field_of_ordinary_games(self):
        folder = self.folder_for_tampering()
        lines = read_lines(folder)
        self.check_every_field(folder, self.index_of(lines, lambda line: line["result"]["won"]))
        self.check_every_field(folder, self.index_of(
            lines, lambda line: (line["contract"] or "").startswith("N")))
        self.check_every_field(folder, self.index_of(
            lines, lambda line: "hand" in line["result"]["levels"]))

    def test_every_field_with_given_deals(self):
        folder = self.folder_for_tampering(sessions=1, deals=rigged_deals(9, 4))
        self.check_every_field(folder, 4)

    def test_every_field_of_a_passed_in_game(self):
        self.check_every_field(self.folder_for_tampering(bots={"p": PASS}, seats=["p"] * 3), 3)

    def test_every_field_of_a_faulted_game(self):
        for what in ("abort", "illegal_card"):
            bots = {"f": bad_bot("faulty", what=what, percent=50), "r": RANDOM}
            folder = self.folder_for_tampering(bots=bots, seats=["f", "r", "r"])
            index = self.index_of(read_lines(folder), lambda line: "fault" in line)
            self.check_every_field(folder, index)

    def test_missing_games(self):
        """One line for each gap, however many games follow."""
        folder = self.folder_for_tampering()
        lines = read_lines(folder)
        gone = "game 4 is missing before this line"
        for change, message in ((lines[:4] + lines[5:], f'jsonl:5: field "game" is 5: {gone}'),
                                (lines[:4] + lines[7:], "games 4 to 6 are missing before this line"),
                                (lines[:5] + lines[4:], "expected game 5, this one came before")):
            self.write_lines(folder, change)
            done = arena("verify", folder)
            assert done.returncode == BAD_FILE and message in done.stderr
            assert len(done.stderr.splitlines()) == 1, done.stderr

    def test_missing_fields(self):
        folder = self.folder_for_tampering()
        lines = read_lines(folder)
        for field in lines[0]:
            tampered = copy.deepcopy(lines)
            del tampered[0][field]
            self.write_lines(folder, tampered)
            self.assert_tampering_found(folder, field)

    def test_a_fault_says_what_was_asked(self):
        """L3: a card that would be legal as an answer to another question."""
        folder = self.play(bots={"u": bad_bot("unsound", sin="kontra"), "r": RANDOM},
                           seats=["u", "r", "r"], rules="stammtisch", deals=12)
        faulted = [line for line in read_lines(folder) if line["status"] == "illegal"]
        assert faulted and {line["asked"] for line in faulted} == {"kontra"}
        self.assert_sound(folder)
        folder = self.play(bots={"f": bad_bot("faulty", what="abort", when="card", percent=50),
                                 "r": RANDOM}, seats=["f", "r", "r"], deals=12)
        lines = read_lines(folder)
        assert {line["asked"] for line in lines if line["status"] == "crash"} == {"card"}
        assert all("asked" not in line for line in lines if "fault" not in line)
        log = folder / "games.jsonl"
        log.write_text(log.read_text().replace('"asked":"card"', '"asked":"bid"'))
        self.assert_tampering_found(folder, "asked")

    def test_what_does_not_belong_in_a_line(self):
        """L1: repeated keys, of which readers take one or the other, unknown ones, and what only rules
        have that carry something from deal to deal."""
        folder = self.play(deals=3)
        log = folder / "games.jsonl"
        lines = log.read_text().splitlines()
        bid = re.search(r'"bid":(\d+)', lines[1])[0]
        for old, new, field in (
                (bid, f"{bid},{bid}", "bid"), ('"status":', '"note":1,"status":', "note"),
                ('"result":{', '"result":{"luck":3,', "result.luck"),
                *(('"status":', f'"{name}":{value},"status":', name) for name, value in (
                    ("totals", "[0,0,0]"), ("triggers", '["re_won"]'), ("rounds_lost", "[1]"),
                    ("duties", '[["suit"],[],[]]'), ("fault", "1"),
                    ("round", '{"kind":"bock","deal":1,"of":3}')))):
            changed = lines[1].replace(old, new, 1)
            assert changed != lines[1]
            log.write_text("\n".join([lines[0], changed, lines[2]]) + "\n")
            self.assert_tampering_found(folder, f'"{field}"')

    def test_fault_reports_that_are_missing(self):
        """One line for all that was cut off, lost, or never whole."""
        folder = self.play(bots={"f": bad_bot("faulty", what="abort", percent=60), "r": RANDOM},
                           seats=["f", "r", "r"], deals=12, schedule="rotations")
        faults = folder / "faults.jsonl"
        whole = faults.read_bytes()
        lines = whole.splitlines(keepends=True)
        games = [json.loads(line)["game"] for line in lines]
        assert len(lines) > 4
        for cut, missing in ((whole[:-1], games[-1]), (whole[:-20], games[-1]), (b"", games[0]),
                             (b"".join(lines[:2] + lines[3:]), games[2]), (b"".join(lines[:3]), games[3]),
                             (None, games[0])):
            if cut is None:
                faults.unlink()
            else:
                faults.write_bytes(cut)
            done = arena("verify", folder)
            assert done.returncode == BAD_FILE, done.stdout
            assert [line for line in done.stderr.splitlines() if "faults.jsonl" in line] == [
                f"skat-arena: {faults}: game {missing} ended by a fault, but has no report"]
        faults.write_bytes(whole)
        self.assert_verified(folder)

    def test_fault_reports_that_say_something_else(self):
        """Who was at fault, where, and how, is in the log: a report that names somebody else is wrong, and so is one of a sound game."""
        folder = self.play(bots={"f": bad_bot("faulty", what="abort", percent=60), "r": RANDOM},
                           seats=["f", "r", "r"], deals=12, schedule="rotations")
        faults = folder / "faults.jsonl"
        whole = faults.read_text()
        first = json.loads(whole.splitlines()[0])
        sound = next(line["game"] for line in read_lines(folder) if line["status"] == "ok")
        changed = [whole.replace(old, new, 1) for old, new in (
            ('"bot":"f"', '"bot":"r"'), (f'"seat":{first["seat"]}', f'"seat":{(first["seat"] + 1) % 3}'),
            (first["position"], "dealer"), ('"status":"crash"', '"status":"timeout"'))]
        of_a_sound_game, of_no_game = (json.dumps(first | {"game": game}, separators=(",", ":")) + "\n" for game in (sound, 99999))
        for text, says in ([(text, f"the report of game {first['game']} has another bot, seat, position or status than the log")
                            for text in changed]
                           + [(changed[0].splitlines(True)[0] + whole, f"game {first['game']} has more than one report"),
                              (whole + of_a_sound_game, f"game {sound} ended without a fault, but has a report"),
                              (whole + of_no_game, "has a report of a game that is not in the log"),
                              ("{}\n" + whole, "line 1 is no report of a fault")]):
            assert text != whole
            faults.write_text(text)
            done = arena("verify", folder)
            assert done.returncode == BAD_FILE, done.stdout
            assert done.stderr == f"skat-arena: {faults}: {says}\n"
        faults.write_text(whole)
        self.assert_verified(folder)

    def test_wrong_types(self):
        folder = self.folder_for_tampering()
        lines = read_lines(folder)
        for field in lines[0]:
            for value in (None, True, "0", 0.5, [], {}):
                if value == lines[0][field] and type(value) is type(lines[0][field]):  # noqa: E721 (True is not 1)
                    continue
                tampered = copy.deepcopy(lines)
                tampered[0][field] = value
                self.write_lines(folder, tampered)
                self.assert_tampering_found(folder, field)

    def test_every_card_of_a_game(self):
        """Another card anywhere in the moves is found, mostly because somebody does not hold it."""
        folder = self.folder_for_tampering(deals=1, sessions=1)
        lines = read_lines(folder)
        words = lines[0]["moves"].split(" ")
        cards = [i for i, word in enumerate(words) if re.fullmatch("[CSHD][AKQJT987]", word)]
        for place in cards:
            changed = list(words)
            changed[place] = "C7" if changed[place] != "C7" else "D7"
            self.write_lines(folder, [lines[0] | {"moves": " ".join(changed)}] + lines[1:])
            self.assert_tampering_found(folder, "moves")

    @pytest.mark.parametrize("command", [["verify"], ["replay", "--game", "0"], ["games"]])
    def test_a_refused_move_is_named_once(self, command):
        """Nothing that follows from it is reported, and the game is not shown."""
        folder = self.folder_for_tampering(deals=1, sessions=1, bots={"b": "basic"}, seats=["b"] * 3)
        lines = read_lines(folder)
        words = lines[0]["moves"].split(" ")
        words[-1] = "C7" if words[-1] != "C7" else "D7"
        self.write_lines(folder, [lines[0] | {"moves": " ".join(words)}] + lines[1:])
        done = arena(command[0], folder, *command[1:])
        assert done.returncode == BAD_FILE and lines[0]["contract"] is not None
        place = f"skat-arena: {folder}/games.jsonl:1: "
        said = [line.removeprefix(place) for line in done.stderr.splitlines() if line.startswith(place)]
        assert said == [f'field "moves": move {len(words) // 2}: the player does not hold that card']
        assert lines[0]["cards"].split(".")[0] not in done.stdout

    @pytest.mark.parametrize("seats", [["f", "r", "r"], ["r", "f", "r"], ["r", "r", "f"]])
    def test_an_illegal_first_move(self, seats):
        """Its record is nothing but the refused word."""
        folder = self.play(bots={"f": bad_bot("faulty", what="illegal_bid", when="bid", percent=100), "r": RANDOM},
                           seats=seats, deals=3)
        assert any(re.fullmatch(r"\d \S+", line["moves"]) for line in read_lines(folder))
        self.assert_verified(folder)

    def test_moves_cut_or_grown(self):
        folder = self.folder_for_tampering()
        lines = read_lines(folder)
        moves = lines[0]["moves"]
        for text in (moves.rsplit(" ", 2)[0], moves.rsplit(" ", 1)[0], moves + " 0 C7",
                     moves + " 0", "", "1", "garbage", moves.replace(" ", "  ", 1)[1:]):
            self.write_lines(folder, [lines[0] | {"moves": text}] + lines[1:])
            self.assert_tampering_found(folder, "moves")

    def test_torn_last_line(self):
        folder = self.folder_for_tampering()
        log = folder / "games.jsonl"
        whole = log.read_bytes()
        for size in (len(whole) - 1, len(whole) - 50):
            log.write_bytes(whole[:size])
            self.assert_tampering_found(folder, "torn")

    def test_lines_swapped_lost_or_repeated(self):
        folder = self.folder_for_tampering()
        lines = read_lines(folder)
        self.write_lines(folder, [lines[1], lines[0]] + lines[2:])
        self.assert_tampering_found(folder, "game")
        self.write_lines(folder, lines[:5] + lines[6:])
        self.assert_tampering_found(folder, "game")
        self.write_lines(folder, lines[:1] + lines)
        self.assert_tampering_found(folder, "game")
        self.write_lines(folder, lines[:-1])
        self.assert_tampering_found(folder, "summary.json")

    def test_garbage(self):
        folder = self.folder_for_tampering()
        log = folder / "games.jsonl"
        whole = log.read_text()
        for text in ("\n", "[]\n", "{}\n", "null\n", "{\"game\":0,\n", "\0\n"):
            log.write_text(text + whole)
            self.assert_tampering_found(folder, "games.jsonl:1")

    def test_summary(self):
        folder = self.folder_for_tampering()
        whole = read_json(folder, "summary.json")
        for field in whole:
            changed = without_matching(whole[field]) if field != "bots" else []
            (folder / "summary.json").write_text(json.dumps(whole | {field: changed}))
            self.assert_tampering_found(folder, "summary.json")
        whole["bots"][1]["classic"]["points"] += 1
        (folder / "summary.json").write_text(json.dumps(whole))
        self.assert_tampering_found(folder, "summary.json")

    def test_other_rules(self):
        folder = self.play(rules={"grand_base": 20}, bots={"m": mixed()}, seats=["m"] * 3)
        assert arena("verify", folder).returncode == OK
        assert arena("verify", folder, "--rules", "isko").returncode == BAD_FILE
        assert arena("verify", folder, "--rules", "nothing").returncode == BAD_FILE

    def test_a_file_without_manifest(self):
        folder = self.folder_for_tampering()
        alone = self.temp / "alone.jsonl"
        shutil.copy(folder / "games.jsonl", alone)
        lonely = self.temp / "lonely"
        lonely.mkdir()
        alone = shutil.move(alone, lonely / "games.jsonl")
        assert arena("verify", alone, "--rules", "isko").returncode == OK
        done = arena("verify", alone)
        assert done.returncode == BAD_FILE
        assert "--rules" in done.stderr

    def test_nothing_there(self):
        for command in ("verify", "replay"):
            done = arena(command, self.temp / "nothing")
            assert done.returncode == BAD_FILE
            assert "nothing" in done.stderr


class TestTables(RunTest):
    def test_no_interval_of_one_unit(self):
        """Fewer than two units allow none, which is not an interval without width."""
        for deals in (1, 2):
            done, _ = self.run_config(bots={"b": "basic", "r": RANDOM}, seats=["b", "r", "r"],
                                      deals=deals)
            assert done.returncode == OK, done.stderr
            assert f"95 % intervals over {deals} deal{'s' * (deals > 1)}\n" in done.stdout
            row = next(line for line in done.stdout.split("95 % intervals over")[1].splitlines()
                       if line.startswith("b "))
            assert ("+-" in row) == (deals > 1), row


class TestReplay(RunTest):
    def test_value_in_words(self):
        folder = self.play(bots={"m": mixed(), "r": RANDOM}, seats=["m", "r", "m"], deals=60)
        for line in read_lines(folder):
            result = line["result"]
            done = arena("replay", folder, "--game", line["game"], "--ascii")
            assert done.returncode == OK, done.stderr
            assert line["cards"][:2] in done.stdout
            for seat, score in enumerate(line["score"]):
                assert f"{line['table'][seat]} {score:+d}" in done.stdout
            if result["won"] is None:
                assert "passed in" in done.stdout
                continue
            words = done.stdout.splitlines()[-2]
            assert words.startswith("won: " if result["won"] else "lost: "), words
            assert str(abs(result["signed"])) in words
            if result["matadors"]:
                holding = "with " if result["matadors"] > 0 else "without "
                assert f"{holding}{abs(result['matadors'])}, game " in words

    def test_a_bot_in_two_seats(self):
        """Who is meant is said by the letter of the position."""
        folder = self.play(bots={"m": mixed(), "r": RANDOM}, seats=["m", "r", "m"], deals=30)
        declarers = set()
        for line in read_lines(folder):
            text = arena("replay", folder, "--game", line["game"]).stdout
            names = [line["table"][seat] for seat in line["seats"]]
            names = [name if names.count(name) == 1 else f"{name} {'FMR'[position]}"
                     for position, name in enumerate(names)]
            for position, action in re.findall(r"(?<!\S)([012]) (\d+)", line["moves"]):
                assert f"{names[int(position)]} {action}" in text
            if line["declarer"] is not None:
                assert f"\ndeclarer {names[line['declarer']]} at {line['bid']}" in text
                declarers.add(names[line["declarer"]][0])
        assert declarers == {"m", "r"}

    def test_one_trick_is_one(self):
        folder = self.play(bots={"u": UNIFORM}, seats=["u"] * 3, deals=120)
        lines = [line for line in read_lines(folder) if line["declarer"] is not None
                 and line["contract"][0] != "N" and line["result"]["tricks"] == 1]
        assert lines
        text = arena("replay", folder, "--game", lines[0]["game"]).stdout
        assert f"{lines[0]['result']['points']} card points in 1 trick\n" in text

    def test_several_games(self):
        folder = self.play()
        done = arena("replay", folder, "--game", 3, "--count", 2)
        assert done.returncode == OK
        assert "game 3:" in done.stdout
        assert "game 4:" in done.stdout
        assert "game 5:" not in done.stdout

    @pytest.mark.parametrize("what, words",
        (("abort", "crashed"), ("no_answer", "illegal"), ("hang", "too long")))
    def test_faulted_games(self, what, words):
        bots = {"f": bad_bot("faulty", what=what, when="bid"), "r": RANDOM}
        folder = self.play(bots=bots, seats=["r", "f", "r"], deals=3, time_limit_ms=200)
        done = arena("replay", folder, "--count", 3)
        assert done.returncode == OK, done.stderr
        assert words in done.stdout

    def test_no_such_game(self):
        done = arena("replay", self.play(deals=3), "--game", 3)
        assert done.returncode == BAD_FILE
        assert "no game 3" in done.stderr


# ---- configs -------------------------------------------------------------------------------

class TestConfigs(RunTest):
    def assert_refused(self, *parts, text=None, **fields):
        """Exit code 64, each part of the message, the file's name, and nothing is written."""
        path = self.write_config(**fields)
        if text is not None:
            path.write_text(text)
        out = self.temp / "never"
        done = arena("run", path, "--out", out)
        assert done.returncode == USAGE, done.stderr
        for part in parts + (path.name,):
            assert part in done.stderr
        assert done.stdout == ""
        assert not out.exists(), "a result folder was made"
        return done.stderr

    def test_unknown_keys(self):
        self.assert_refused('"sede"', 'did you mean "seed"?', sede=1)
        self.assert_refused('"duell"', 'did you mean "duel"?', schedule="duell")
        self.assert_refused('"grand_bace"', 'did you mean "grand_base"?',
                            rules={"grand_bace": 20})
        self.assert_refused('"modul"', '"module"', bots={"r": {"modul": "random"}})
        self.assert_refused('"bidd"', '"bid"', bots={"r": {"bid": "random", "play": "random",
                                                           "bidd": "random"}})
        self.assert_refused('"fil"', '"file"', deals={"fil": "x"})

    @pytest.mark.parametrize("field, value",
        (("seed", "one"), ("seed", 1.5), ("deals", "36"), ("name", 1),
         ("bots", []), ("seats", "r"), ("schedule", 3), ("workers", "2"),
         ("rules", 1), ("time_limit_ms", None), ("log", True),
         ("description", 1), ("sessions", [])))
    def test_wrong_types(self, field, value):
        self.assert_refused(f"$.{field}", "expected", **{field: value})

    @pytest.mark.parametrize("field, value",
        (("seed", -1), ("seed", 2 ** 53), ("deals", 0), ("sessions", 0),
         ("workers", 0), ("workers", 257), ("time_limit_ms", -1),
         ("seats", ["r", "r"]), ("seats", ["r"] * 6), ("schedule", "swiss"),
         ("log", "some"), ("name", ""), ("name", "a/b"), ("name", ".x"),
         ("bots", {}), ("deals", [])))
    def test_out_of_range(self, field, value):
        self.assert_refused(f"$.{field}", **{field: value})

    @pytest.mark.parametrize("field", ("name", "bots", "seats"))
    def test_missing_fields(self, field):
        config = {"name": "x", "bots": {"r": "random"}, "seats": ["r"] * 3}
        del config[field]
        self.assert_refused(f"$.{field}", text=json.dumps(config))

    def test_rules(self):
        for option, value in (("grand_base", 0), ("concede", "sometimes"), ("lost_hand", 1),
                              ("announce_with_skat", 1), ("null_values", [23, 35, 46]),
                              ("null_values", [23, 35, 46, "59"]), ("grand_ouvert_base", 24),
                              ("schneider_points", 89), ("seats", 6), ("scoring", "best")):
            self.assert_refused(f"$.rules.{option}", rules={option: value})
        self.assert_refused("isk0", rules="isk0")
        self.assert_refused("isk0", rules={"extends": "isk0"})
        self.assert_refused("$.rules", "4 seats", rules={"seats": 4})

    @pytest.mark.parametrize("module, reason",
        ((bad_bot("wrong_abi"), "ABI 99"), (bad_bot("wrong_size"), "view"),
         (bad_bot("no_symbol"), "skat_bot"),
         (bad_bot("null_create"), "NULL"),
         (bad_bot("crash_in_constructor"), "crash"),
         ("nobody", "nobody"), ("./nobody.so", "nobody.so"),
         (str(ROOT / "Makefile"), "is no shared object"), (1, "expected")))
    def test_modules(self, module, reason):
        self.assert_refused("$.bots.x", reason,
                            bots={"r": "random", "x": {"module": module}})

    def test_half_bots(self):
        half = bad_bot("only_bids")
        self.assert_refused("$.bots.x", "play", bots={"r": "random", "x": half})
        self.assert_refused("$.bots.x.play", "cannot play", bots={
            "r": "random", "x": {"bid": "random", "play": half}})
        self.assert_refused("$.bots.x.play", bots={"r": "random", "x": {"bid": "random"}})
        path = self.write_config(bots={"r": {"bid": half, "play": "random"}})
        done = arena("run", path, "--out", self.temp / "half")
        assert done.returncode == OK, done.stderr

    def test_bot_options(self):
        for options, parts in (({"biding": "pass"}, ('"biding"', 'did you mean "bidding"?')),
                               ({"bidding": "never"}, ("bidding", '"uniform"')),
                               ({"bidding": 1}, ("bidding", "expected")),
                               ({"hand": 101}, ("hand", "0..100")),
                               ({"hand": "10"}, ("hand", "expected")), ([], ("options",))):
            self.assert_refused(*parts, bots={"r": {"module": "random", "options": options}})
        self.assert_refused("nulls", "true | false", bots={"r": bad_bot("mixed", nulls=1)})
        self.assert_refused("note", "string", bots={"r": bad_bot("mixed", note=1)})

    def test_seats(self):
        self.assert_refused('$.seats[1]', '"anna"', 'did you mean "hanna"?',
                            bots={"hanna": "random"}, seats=["hanna", "anna", "hanna"])
        self.assert_refused('$.seats[2]', seats=["r", "r", 3])
        self.assert_refused("$.seats: found an array of 6; expected an array of 3..5 names",
                            seats=["r"] * 6)

    @pytest.mark.parametrize("name", ("", "x" * 41, 'quo"te', "back\\slash", "line\nbreak"))
    def test_names(self, name):
        self.assert_refused("$.bots", bots={"r": "random", name: "random"})

    @pytest.mark.parametrize("name", ("", "a\x1b[31mb", "a\nb", "a b", "ä", ".a", "-a", "../a", "a/b",
                                      "a" * 101))
    def test_name_of_the_config(self, name):
        self.assert_refused("$.name: found ", 'letters, digits and "._+-"', name=name)

    def test_text_that_is_no_text(self):
        for text, place in ((b'{\n "name": "a\xffb"}', ":2:12: not UTF-8"),
                            (b'{"name": "a\\u0000b"}', ":1:12: a zero character"),
                            (b'{"name": "a\0b"}', "zero byte")):
            config = self.temp / "bytes.json"
            config.write_bytes(text)
            done = arena("run", config, "--out", self.temp / "bytes")
            assert done.returncode == USAGE and place in done.stderr, done.stderr
        self.assert_refused('$.name: found ', name="\\u0000")  # six characters

    def test_bad_json(self):
        self.assert_refused(".json:2:", text='{\n  x}')
        self.assert_refused(".json:3:9: ", text='{\n"name":\n "seed" x}')
        self.assert_refused(':1:14: not JSON at "}"', text='{"name": "x",}')
        self.assert_refused(':1:13: not JSON at "x]}"', text='{"seed": [1,x]}')
        self.assert_refused(":3:", text='{"name": "x"\n}\n}')
        self.assert_refused("too early", text='{"name": "x"')
        self.assert_refused(":1:24: not JSON: the text ends too early", text='{"name": "x", "bots": {\n')
        self.assert_refused(":1:", text="")
        self.assert_refused(text="[]")

    def test_a_problem_is_said_once(self):
        message = self.assert_refused("$.rules.game", rules={"game": "omaskat"})
        assert len(message.strip().splitlines()) == 1, message

    def test_a_file_is_no_folder(self):
        out = self.temp / "file"
        out.write_text("mine")
        done = arena("run", self.write_config(), "--out", out)
        assert done.returncode == USAGE
        assert f"{out}: is not a folder" in done.stderr
        assert out.read_text() == "mine"

    def test_a_problem_is_a_line(self):
        message = self.assert_refused('"q"', bots={"r": "random"}, seats=["r", "x\ny", "q"])
        assert len(message.strip().splitlines()) == 2

    def test_too_large_for_memory_is_seen_first(self):
        bots = {"m": cheat("remembers"), "r": "random"}
        self.assert_refused("20000", bots=bots, seats=["m", "r", "r"], deals=30000)
        self.assert_refused("2^53", sessions=1000000000, deals=1000000000)

    def test_repeated_keys(self):
        self.assert_refused('"seed"', "twice", text='{"name": "x", "seed": 1, "seed": 2, '
                            '"bots": {"r": "random"}, "seats": ["r", "r", "r"]}')
        self.assert_refused('"r"', "twice", text='{"name": "x", "bots": {"r": "random", '
                            '"r": "basic"}, "seats": ["r", "r", "r"]}')
        self.assert_refused('"grand_base"', "twice", text='{"name": "x", "rules": {"grand_base": '
                            '20, "grand_base": 24}, "bots": {"r": "random"}, '
                            '"seats": ["r", "r", "r"]}')

    def test_all_problems_at_once(self):
        message = self.assert_refused(
            "$.seed", "sede", "$.rules.grand_base", "$.bots.x", "$.seats[1]", "$.schedule",
            seed=-1, sede=1, rules={"grand_base": 0}, bots={"r": "random", "x": "nobody"},
            seats=["r", "y", "r"], schedule="x")
        assert len(message.strip().splitlines()) >= 6

    def test_no_such_config(self):
        done = arena("run", self.temp / "missing.json")
        assert done.returncode == USAGE
        assert "missing.json" in done.stderr

    def test_command_line(self):
        path = self.write_config()
        for option in (("--seed", "-1"), ("--deals", "0"), ("--workers", "x"), ("--log", "some"),
                       ("--sed", "1"), ("--seed",), ("--quiet=1",), ("second.json",)):
            done = arena("run", path, *option, "--out", self.temp / "never") \
                if option != ("--seed",) else arena("run", path, *option)
            assert done.returncode == USAGE
            assert done.stderr
            assert not (self.temp / "never").exists()
        assert "--seed" in arena("run", path, "--sed", 1).stderr
        assert arena("run").returncode == USAGE

    def test_existing_folder(self):
        path, out = self.write_config(), self.temp / "out"
        assert arena("run", path, "--out", out).returncode == OK
        before = {file.name: file.read_bytes() for file in out.iterdir()}
        done = arena("run", path, "--out", out, "--seed", 99)
        assert done.returncode == USAGE
        assert "--force" in done.stderr
        assert before == {file.name: file.read_bytes() for file in out.iterdir()}
        (out / "notes.txt").write_text("mine")
        assert arena("run", path, "--out", out, "--seed", 99, "--force").returncode == OK
        assert (out / "games.jsonl").read_bytes() != before["games.jsonl"]
        assert (out / "notes.txt").read_text() == "mine"

    def test_folders_on_the_way_are_made(self):
        out = self.temp / "a" / "b" / "c"
        assert arena("run", self.write_config(), "--out", out).returncode == OK
        self.assert_sound(out)

    def test_out_in_a_file(self):
        path = self.write_config()
        done = arena("run", path, "--out", path / "x")
        assert done.returncode != OK
        assert path.name in done.stderr

    def test_rules_beside_the_config(self):
        (self.temp / "house.json").write_text(json.dumps({"extends": "isko", "grand_base": 20}))
        folder = self.play(rules="house")
        assert read_json(folder, "manifest.json")["rules"]["grand_base"] == 20
        (self.temp / "loop.json").write_text(json.dumps({"extends": "loop"}))
        done = arena("run", self.write_config(rules="loop"), "--out", self.temp / "never")
        assert done.returncode == USAGE
        assert "loop.json: $: \"extends\"" in done.stderr
        assert not (self.temp / "never").exists()

    def test_rules_by_name_from_another_folder(self):
        """As bots are: those of the tree that the program was built in."""
        config = self.write_config(rules="bierlachs")
        for command, expected in ((["run", config, "--out", self.temp / "there"], "bierlachs"),
                                  (["rules", "list"], "isko"), (["rules", "show", "ass"], "herz|hearts")):
            done = subprocess.run([program(), *map(str, command)], cwd=self.temp, text=True,
                                  capture_output=True, timeout=TIMEOUT)
            assert done.returncode == OK, done.stderr
            if command[0] == "rules":
                assert re.search(expected, done.stdout)
        assert read_json(self.temp / "there", "manifest.json")["rules"]["scoring"] == "minus"

    def test_unicode_and_long_names(self):
        bots = {"Jürgen ♣": "random", "x" * 40: "random"}
        folder = self.play(bots=bots, seats=["Jürgen ♣", "x" * 40, "x" * 40],
                           schedule="rotations")
        self.assert_sound(folder)


class TestGivenDeals(RunTest):
    def deals(self, count=7):
        return arena("deal", "--seed", 4, "--count", count).stdout.split()

    def check(self, folder, deals):
        self.assert_sound(folder)
        assert [line["cards"] for line in read_lines(folder)] == deals
        assert ([line["dealer"] for line in read_lines(folder)]
                == [index % 3 for index in range(len(deals))])
        assert read_json(folder, "manifest.json")["deals"] == deals

    def test_in_the_config(self):
        deals = self.deals()[::-1]
        self.check(self.play(deals=deals), deals)

    def test_verify_compares_them(self):
        folder = self.play(deals=self.deals())
        manifest = read_json(folder, "manifest.json")
        manifest["deals"].reverse()
        (folder / "manifest.json").write_text(json.dumps(manifest))
        done = arena("verify", folder)
        assert done.returncode == BAD_FILE
        assert '"cards"' in done.stderr

    def test_a_line_by_itself(self):
        """Rules and one line are enough, at any table; a game is found by its number."""
        folder = self.play(seats=["r", "r", "r", "r"], deals=8)
        alone = self.temp / "alone.jsonl"
        alone.write_text((folder / "games.jsonl").read_text().splitlines(True)[5])
        done = arena("replay", alone, "--game", 5, "--rules", "isko")
        assert done.returncode == OK, done.stderr
        assert "game 5:" in done.stdout
        assert arena("replay", alone, "--game", 4, "--rules", "isko").returncode == BAD_FILE

    def test_in_a_file(self):
        deals = self.deals()
        text = "# comment\n\n" + "\r\n".join(deals[:3]) + "\r\n" + "\n".join(deals[3:])
        (self.temp / "deals.txt").write_text(text)
        self.check(self.play(deals={"file": "deals.txt"}), deals)
        self.check(self.play(deals={"file": str(self.temp / "deals.txt")}), deals)

    def test_first_of_them(self):
        deals = self.deals()
        self.check(self.play("--deals", 4, deals=deals), deals[:4])
        done, out = self.run_config("--deals", 8, deals=deals)
        assert done.returncode == USAGE
        assert "7" in done.stderr
        assert not out.exists()

    def assert_refused(self, deals, *parts, **fields):
        done, out = self.run_config(deals=deals, **fields)
        assert done.returncode == USAGE
        for part in parts:
            assert part in done.stderr
        assert not out.exists()

    def test_errors(self):
        good = self.deals(1)[0]
        twice = good.replace(good[:2], good[-2:])
        self.assert_refused([good, twice], "$.deals[1]", good[-2:])
        self.assert_refused([good, good[:-3]], "$.deals[1]")
        self.assert_refused([good, 5], "$.deals[1]")
        self.assert_refused([good.replace("C", "X")], "$.deals[0]")
        self.assert_refused([good], "$.deals", "sessions", sessions=2)
        (self.temp / "bad.txt").write_text(f"{good}\n# two is a comment\n{twice}\n{good}\nx\n")
        self.assert_refused({"file": "bad.txt"}, "bad.txt:3", "bad.txt:5")
        (self.temp / "empty.txt").write_text("# nothing\n")
        self.assert_refused({"file": "empty.txt"}, "empty.txt", "no deals")
        self.assert_refused({"file": "missing.txt"}, "missing.txt")

    @staticmethod
    def dealt_otherwise(deal):
        """The same hands: as they are, with their cards in another order, and given to others."""
        *hands, skat = deal.split("|")
        backwards = [".".join(reversed(cards.split("."))) for cards in (*hands, skat)]
        return [deal, "|".join(backwards), *("|".join((*order, skat)) for order in itertools.permutations(hands))]

    def test_no_deal_twice(self):
        """A bot could remember it: the error names both places."""
        one, other = self.deals(2)
        for again in self.dealt_otherwise(other):
            self.assert_refused([one, other, again], "$.deals[2]", "has the same hands as deals[1]:")
            (self.temp / "twice.txt").write_text(f"# three deals\n{one}\n{other}\n\n{again}\n")
            self.assert_refused({"file": "twice.txt"}, "twice.txt:5", "has the same hands as line 3:")

    def test_no_deal_twice_in_a_long_list(self):
        deals = [line["cards"] for line in read_lines(self.play(deals=100))]
        self.assert_refused([*deals, deals[70]], "$.deals[100]", "deals[70]:")
        assert [line["cards"] for line in read_lines(self.play(deals=deals))] == deals

    def test_another_deal_of_a_hand(self):
        deal = self.deals(1)[0]
        self.check(self.play(deals=[deal, other_hidden_cards(deal)]), [deal, other_hidden_cards(deal)])

    def test_games_of_one_deal_are_one_deal(self):
        """Also those that do not follow each other in a log, such as one that was put together from two."""
        deals = self.deals()
        folder = self.play(deals=deals)
        lines = (folder / "games.jsonl").read_text()
        (self.temp / "both.jsonl").write_text(lines + lines)
        done, out = self.run_config(deals={"file": "both.jsonl"})
        assert done.returncode == OK
        assert f"skipping {len(deals)} deals of both.jsonl: their hands are those of earlier ones" in done.stderr
        self.check(out, deals)


# ---- the program -----------------------------------------------------------------------------

class TestCommands(RunTest):
    def commands(self):
        usage = arena("--help").stdout
        return re.findall(r"^  ([a-z]+) ", usage, re.MULTILINE)

    def test_help(self):
        assert {"run", "verify", "replay", "deal", "bots", "rules", "bench"} <= set(self.commands())
        for command in self.commands():
            for option in ("--help", "-h"):
                done = arena(command, option)
                assert done.returncode == OK, command
                assert f"skat-arena {command}" in done.stdout
                assert "\n  70   " in done.stdout  # of 75 test_interrupted_export has what is true of each
                assert done.stderr == ""
                assert arena("help", command).stdout == done.stdout

    def test_unknown_command(self):
        done = arena("rnu")
        assert done.returncode == USAGE
        assert '"run"' in done.stderr
        assert arena().returncode == USAGE
        done = arena("help", "tnue")
        assert done.returncode == USAGE and '"tune"' in done.stderr
        for command in self.commands():
            assert arena(command, "--nonsense").returncode == USAGE, command

    def test_version(self):
        assert re.search(r"^skat-arena \d+\.\d+\.\d+\n$", arena("--version").stdout)
        assert arena("-V").stdout == arena("--version").stdout

    def test_json_output(self):
        for more in ((), ("--quiet",)):
            done, out = self.run_config("--json", *more)
            assert json.loads(done.stdout) == read_json(out, "summary.json")

    def test_quiet_output(self):
        done, _ = self.run_config("--quiet")
        assert (done.stdout, done.stderr) == ("", "")

    def test_ordinary_output(self):
        done, out = self.run_config(bots={"anna": RANDOM, "bert": "basic"},
                                    seats=["anna", "bert", "anna"])
        assert "36 games" in done.stdout
        for part in ("anna", "bert", str(out)):
            assert part in done.stdout
        assert f"seed {SEED}" in done.stderr

    def test_deal_prints_what_run_plays(self):
        lines = read_lines(self.play(seed=123456, sessions=2, deals=9))
        printed = arena("deal", "--seed", 123456, "--count", 9).stdout.split()
        assert [line["cards"] for line in lines[:9]] == printed
        printed = arena("deal", "--seed", 123456, "--session", 1, "--first", 2,
                        "--count", 7).stdout.split()
        assert [line["cards"] for line in lines[11:]] == printed

    def test_bots(self):
        bots = json.loads(arena("bots", "--json").stdout)
        assert {"random", "basic"} <= {bot["id"] for bot in bots}
        done = arena("bots", bad_bot("faulty"))
        assert done.returncode == OK
        for word in ("faulty", "stack_overflow", "session_end", "percent", "0..100"):
            assert word in done.stdout
        for name in ("wrong_abi", "wrong_size", "no_symbol", "crash_in_constructor"):
            assert arena("bots", bad_bot(name)).returncode == BAD_FILE, name
        assert arena("bots", "nobody").returncode == BAD_FILE

    def test_rules(self):
        assert "isko" in arena("rules", "list").stdout
        shown = json.loads(arena("rules", "show", "isko", "--json").stdout)
        ladder = shown.pop("ladder")
        assert ladder == scorekeeper.bid_ladder(scorekeeper.read_rules(shown))
        assert arena("rules", "validate", "isko").returncode == OK
        assert arena("rules", "show", "nothing").returncode == BAD_FILE

    @pytest.mark.parametrize("rules", VARIANTS)
    def test_ladder_of_every_variant(self, rules):
        path = self.temp / "rules.json"
        path.write_text(json.dumps(rules))
        done = arena("rules", "show", path, "--json")
        assert done.returncode == OK, done.stderr
        ladder = json.loads(done.stdout)["ladder"]
        assert ladder == scorekeeper.bid_ladder(scorekeeper.read_rules(rules))

    def test_bench_table(self):
        """A line for each case of the bot, and XSkat's, or a word that it is not there."""
        done = arena("bench", "--bot", "basic", "--factor", 1)
        assert done.returncode == OK, done.stderr
        lines = done.stdout.splitlines()
        assert lines[0].split()[0] == "bot" and lines[-1].startswith("XSkat")
        name, _, _, rate, low, _, high, ratio, reads, _ = lines[1].split()
        assert name == "basic" and float(low) <= float(rate) <= float(high)
        assert (ratio == "-") == ("not installed" in lines[-1])
        assert float(reads) < 5, "a fast bot is not timed for each decision"

    @pytest.mark.skipif(not shutil.which("valgrind"), reason="needs valgrind")
    @pytest.mark.no_sanitizer("valgrind counts instructions")
    def test_bench_instructions(self):
        """Those of the games: of two million, as many were once those of processes that were forked for the audit."""
        done = arena("bench", "--bot", "basic", "--factor", 1, "--instructions")
        assert done.returncode == OK, done.stderr
        heads, line = (row.split() for row in done.stdout.splitlines()[:2])
        assert heads[-1] == "instructions"
        assert 5000 < int(line[-1]) < 50000

    def test_bench_signature(self):
        one, other = (arena("bench", "--signature", "--bot", "basic", "--workers", workers)
                      for workers in (1, 3))
        assert one.returncode == OK, one.stderr
        assert one.stdout == other.stdout
        assert re.search("[0-9a-f]{16}", one.stdout)

    def test_full_disk(self):
        path = self.write_config()
        with open("/dev/full", "w", encoding="utf-8") as full:
            done = subprocess.run([program(), "run", path, "--out", self.temp / "out",
                                   "--json"], cwd=ROOT, stdout=full, stderr=subprocess.PIPE,
                                  timeout=TIMEOUT, check=False)
        assert done.returncode == INTERNAL


class TestInterruption(RunTest):
    def start(self, **fields):
        path = self.write_config(**fields)
        out = self.temp / "out"
        process = subprocess.Popen([program(), "run", path, "--out", out], cwd=ROOT,
                                   text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.cleanup.callback(process.stdout.close)
        self.cleanup.callback(process.stderr.close)
        self.cleanup.callback(self.end, process)
        return process, out

    def end(self, process):
        if process.poll() is None:
            process.kill()
        process.wait()

    def check(self, process, out):
        _, message = process.communicate(timeout=TIMEOUT)
        assert process.returncode == INTERRUPTED, message
        assert "interrupted" in message
        text = (out / "games.jsonl").read_bytes()
        assert not text or text.endswith(b"\n")
        summary = read_json(out, "summary.json")
        assert summary["games"] == text.count(b"\n")
        assert not summary["complete"]
        self.assert_verified(out)
        return summary

    def started(self, out):
        log = out / "games.jsonl"
        return lambda: log.exists() and log.stat().st_size > 0

    @pytest.mark.parametrize("number", (signal.SIGINT, signal.SIGTERM))
    def test_signals_end_a_long_run(self, number):
        shutil.rmtree(self.temp / "out", ignore_errors=True)
        process, out = self.start(deals=100000000, workers=2, bots={
            "r": RANDOM, "f": bad_bot("faulty", what="abort", percent=1)},
            seats=["r", "r", "f"])
        wait_until(self.started(out))
        process.send_signal(number)
        assert self.check(process, out)["games"] > 0

    def test_run_with_a_remembering_bot(self):
        process, out = self.start(sessions=1000000, deals=36, workers=2,
                                  bots={"m": cheat("remembers")}, seats=["m"] * 3)
        wait_until(self.started(out))
        process.send_signal(signal.SIGINT)
        self.check(process, out)

    def test_second_signal_ends_a_bot_that_hangs(self):
        process, out = self.start(
            deals=1000, workers=1, time_limit_ms=0, seats=["r", "r", "f"],
            bots={"r": RANDOM, "f": bad_bot("faulty", what="hang", when="bid", percent=50)})
        wait_until(lambda: (out / "manifest.json").exists())
        wait_until_it_hears(process)
        time.sleep(0.5)  # it hangs by now, or soon
        send_heard(process)
        time.sleep(0.2)
        process.send_signal(signal.SIGINT)
        self.check(process, out)
