# SPDX-License-Identifier: MIT
"""End-to-end tests of tournaments that judge a part of the game: "play": "solver" and
"contract": "fixed".
"""
import json
import re
import shutil
import subprocess
import time

import pytest

import statistician
from harness import *

RECORDS = ROOT / "configs" / "deals" / "iss-games.sgf"
SOLVED = [line.split() for line in (ROOT / "tests" / "data" / "solver-deals.txt").read_text()
          .splitlines() if line and line[0] != "#"]
SOLVER, FIXED = {"play": "solver"}, {"contract": "fixed"}
CLUB, BOLD = "stammtisch", {"module": "stammtisch", "options": {"caution": 30}}
TWO = {"bots": {"club": CLUB, "bold": BOLD}, "seats": ["club", "bold"], "schedule": "duel"}


def pairs(text):
    return [text[i:i + 2] for i in range(0, len(text), 2)]


def auction_of(moves):
    """The moves of a game up to its announcement."""
    words = moves.split()
    for i in range(0, len(words), 2):
        if words[i] != "w" and re.match(r"[CSHDGNPV](?![AKQJT987]$)", words[i + 1]):
            return " ".join(words[:i + 2])
    return None


def bid_for(declarer):
    return ["1 p 2 p 0 18", "1 18 0 p 2 p", "1 p 2 18 0 p"][declarer]


def solved_deal(fields):
    """A solved deal with its contract, as a config has it. The skat is put aside again."""
    trump, declarer, _, *hands, skat, _ = fields
    skat = ".".join(pairs(skat))
    cards = "|".join(".".join(pairs(hand)) for hand in hands)
    took = f"{declarer} s w {skat} {declarer} {trump}.{skat}"
    return f"{cards}|{skat} {bid_for(int(declarer))} {took}"


class FixedTest(RunTest):
    def assert_sound(self, folder):
        super().assert_sound(folder)
        differences = list(statistician.check_folder(folder))
        assert not differences, "\n".join(map(str, differences[:10]))
        self.assert_schemas(folder)

    def assert_refused(self, *words, arguments=(), **fields):
        done, out = self.run_config(*arguments, **fields)
        assert done.returncode == USAGE, done.stderr
        for word in words:
            assert word in done.stderr
        assert not out.exists()

    def write(self, text, name="deals.txt"):
        self.count += 1
        path = self.temp / f"{self.count}-{name}"
        path.write_text(text)
        return path

    def compared(self, folder):
        return read_json(folder, "summary.json")["comparison"]


class TestSolved(FixedTest):
    """Deals on which three other solvers agree."""

    def check(self, deals):
        out = self.play(**SOLVER, **FIXED, deals=[solved_deal(fields) for fields in deals])
        self.assert_sound(out)
        lines = read_lines(out)
        assert len(lines) == len(deals)
        for fields, line in zip(deals, lines):
            trump, declarer, value = fields[0], int(fields[1]), int(fields[-1])
            assert (line["contract"], line["declarer"]) == (trump, declarer)
            if trump == "N":
                assert line["result"]["won"] == (value == 0), line["moves"]
            else:
                assert line["result"]["points"] == value, line["moves"]
                assert line["moves"].count(" w ") == 1
                assert (len(line["moves"].split()) // 2 - len(
                        auction_of(line["moves"]).split()) // 2) == 30

    @pytest.mark.parametrize("part", range(4))
    def test_points_are_the_solved_ones(self, part):
        deals = SOLVED[part::4]
        self.check(deals[:6 if has_sanitizer() else repeat(len(deals), 8)])


class TestSolverPlay(FixedTest):
    @pytest.mark.long
    def test_bidding_stays_as_it_is(self):
        fields = TWO | {"deals": repeat(18, 5)}
        usual, solved = self.play(**fields), self.play(**fields, **SOLVER)
        again = self.play("--play", "solver", **fields)
        self.assert_sound(solved)
        self.assert_same_bytes(solved, again)
        assert read_json(usual, "manifest.json")["play"] == "bots"
        assert read_json(solved, "manifest.json")["play"] == "solver"
        differ = 0
        for one, other in zip(read_lines(usual), read_lines(solved)):
            for field in ("table", "cards", "declarer", "bid", "contract"):
                assert one[field] == other[field]
            assert auction_of(one["moves"]) == auction_of(other["moves"])
            assert other["status"] == "ok"
            differ += one["moves"] != other["moves"]
        assert differ > 0

    def test_the_same_game_is_played_alike_at_every_table(self):
        out = self.play(**TWO | {"deals": repeat(12, 4), "seatings": "all"}, **SOLVER)
        played = {}
        for line in read_lines(out):
            if line["contract"]:
                discards = auction_of(line["moves"]).split()[-1]
                key = (line["cards"], line["declarer"], discards)
                cards = line["moves"][len(auction_of(line["moves"])):]
                assert played.setdefault(key, cards) == cards
        assert played

    @pytest.mark.long
    def test_same_bytes(self):
        fields = TWO | {"deals": repeat(12, 3)} | SOLVER
        one, four = self.play("--workers", 1, **fields), self.play("--workers", 4, **fields)
        self.assert_same_bytes(one, four)
        isolated = self.play("--isolation", "process", **fields)
        self.assert_same_bytes(one, isolated, ["games.jsonl", "summary.json"])

    def test_who_bids_alike_is_alike(self):
        out = self.play(**TWO | {"bots": {"club": CLUB, "bold": CLUB}, "deals": 6}, **SOLVER)
        assert self.compared(out)["verdict"] == "identical play"
        assert self.compared(out)["scorings"]["classic"]["mean"] == 0

    def test_play_does_not_matter(self):
        """Bots that bid alike and play otherwise."""
        bots = {"club": CLUB, "bold": {"bid": CLUB, "play": RANDOM}}
        out = self.play(**TWO | {"bots": bots, "deals": 6}, **SOLVER)
        assert self.compared(out)["divergent"] == 0

    def test_who_cannot_play(self):
        bids = {"bots": {"r": bad_bot("only_bids")}, "deals": 6}
        self.assert_sound(self.play(**bids, **SOLVER))
        self.assert_refused("cannot both bid and play", **bids)
        self.assert_refused("cannot play cards", **bids | FIXED | {"deals": [solved_deal(SOLVED[0])]})

    def test_nobody_concedes(self):
        out = self.play(bots={"r": mixed(concede=100)}, deals=6, **SOLVER)
        assert {line["status"] for line in read_lines(out)} == {"ok"}
        self.assert_sound(out)

    @pytest.mark.long
    def test_variants(self):
        rules = {"kontra": {"levels": 2}, "spitzen": {"max": 2}, "revolution": "exchange_and_skat",
                 "rum": True, "sachsenspitze_base": 20, "schenken": "all",
                 "announce_with_skat": True}
        bots = {"r": {"module": "random", "options": {"bidding": "uniform"}}}
        deals = repeat(36, 6)
        for when in ("after_lead", "before_lead", "first_trick"):
            kontra = {"kontra": {"levels": 2, "when": when}}
            out = self.play(bots=bots, rules=rules | kontra, deals=deals, seed=1, **SOLVER)
            self.assert_verified(out)
            self.assert_scored(out)
            moves = " ".join(line["moves"] for line in read_lines(out))
            assert " g" not in moves
            assert " K" in moves

    def test_faults(self):
        """A bot that fails when it is told of cards."""
        out = self.play(bots={"r": RANDOM, "c": bad_bot("faulty")}, seats=["r", "c", "r"],
                        deals=9, **SOLVER)
        self.assert_sound(out)

    def test_ramsch_is_no_game_of_two_sides(self):
        for rules in ("ramsch-only", "stammtisch", {"passed_in": "ramsch"}, {"no_auction": True},
                      {"passed_in": "schieberamsch"},
                      {"ramsch_round": {"triggers": ["kontra_lost"]}, "kontra": {"levels": 1}},
                      {"bock": {"triggers": ["sixty_sixty"], "ramsch_after": True}}):
            self.assert_refused("$.rules", "can lead to ramsch", rules=rules, **SOLVER)
        bock = {"bock": {"triggers": ["sixty_sixty", "value_at_least_72"]}}
        self.assert_sound(self.play(rules=bock, bots={"r": CLUB}, deals=repeat(12, 6), **SOLVER))
        self.assert_refused("can lead to ramsch", arguments=("--play", "solver"),
                            rules="ramsch-only")

    def test_study(self):
        config = {"bots": {"r": CLUB}, "deals": 6, **SOLVER}
        path = self.write_config(**config, variations={"g20": {"grand_base": 20}})
        out = self.temp / "study"
        done = arena("study", path, "--out", out)
        assert done.returncode == OK, done.stderr
        assert "played by the solver" in done.stdout
        assert read_json(out / "g20", "manifest.json")["play"] == "solver"
        path = self.write_config(**config, variations={"r": {"passed_in": "ramsch"}})
        done = arena("study", path, "--out", self.temp / "other")
        assert done.returncode == USAGE
        assert '"r" can lead to ramsch' in done.stderr

    @pytest.mark.long
    def test_commands(self):
        """Of two bots on the command line; and the log as any other."""
        out = self.temp / "compared"
        done = arena("compare", CLUB, "stammtisch:caution=30", "--deals", 6, "--play", "solver",
                     "--out", out)
        assert done.returncode == OK, done.stderr
        self.assert_sound(out)
        assert "played by the solver" in done.stdout
        assert "played by the solver" in arena("compare", out).stdout
        assert "played by the solver" in self.run_config(**TWO | SOLVER, deals=6)[0].stdout
        done, bid = self.run_config(**TWO, deals=6)
        assert "solver" not in done.stdout + arena("compare", bid).stdout
        for command in (["replay", out, "--game", 1], ["export", out], ["compare", out],
                        ["report", out, "--out", self.temp / "report.html"]):
            done = arena(*command)
            assert done.returncode == OK, f"{command}: {done.stderr}"
        done = arena("compare", out, "--play", "solver")
        assert done.returncode == USAGE
        assert "--play" in done.stderr


class TestFixedContracts(FixedTest):
    def assert_repeats(self, folder):
        """Every game has the auction that the manifest gives for its deal."""
        manifest = read_json(folder, "manifest.json")
        assert manifest["contract"] == "fixed"
        for line in read_lines(folder):
            cards, _, auction = manifest["deals"][line["deal"]].partition(" ")
            assert line["cards"] == cards
            assert auction_of(line["moves"]) == auction
        return manifest

    def test_of_a_list(self):
        deals = [solved_deal(fields) for fields in SOLVED[:20]]
        out = self.play(**TWO | FIXED, deals=deals)
        assert self.assert_repeats(out)["deals"] == deals
        self.assert_sound(out)
        path = self.write("# solved\n\n" + "\n".join(deals) + "\n")
        other = self.play(**TWO | FIXED, deals={"file": str(path)})
        self.assert_same_bytes(out, other, ["games.jsonl", "summary.json"])
        assert read_json(other, "manifest.json")["deals_from"]["skipped"] == 0
        whole = self.play(**TWO | FIXED, deals=[
            f"{line['cards']} {line['moves']}" for line in read_lines(out)[::3]])
        self.assert_same_bytes(out, whole, ["games.jsonl", "manifest.json"])

    def test_of_a_run(self):
        """The contract of the first game of a deal that has one; deals without are skipped."""
        run = self.play(**TWO, rules={"kontra": {"levels": 2}}, deals=60)
        first, deals = {}, set()
        for line in read_lines(run):
            deals.add(line["deal"])
            if line["contract"]:
                first.setdefault(line["deal"], f"{line['cards']} {auction_of(line['moves'])}")
        for where in (run, run / "games.jsonl"):
            out = self.play(**TWO | FIXED, deals={"file": str(where)})
            manifest = self.assert_repeats(out)
            assert manifest["deals"] == [first[deal] for deal in sorted(first)]
            assert manifest["deals_from"]["skipped"] == len(deals) - len(first)
            self.assert_sound(out)

    def test_of_games_without_a_contract(self):
        run = self.play(bots={"r": CLUB}, rules="stammtisch", deals=200)
        lines = read_lines(run)
        wanted = [line for line in lines if line["declarer"] is not None and line["bid"]]
        assert len(wanted) < len(lines)
        out = self.play(bots={"r": CLUB}, **FIXED, rules={"concede": "before_lead"},
                        deals={"file": str(run)})
        assert len(read_lines(out)) == len(wanted)
        self.assert_repeats(out)
        self.assert_sound(out)
        none = self.play(bots={"r": PASS}, deals=3)
        self.assert_refused("no contract in the games", **FIXED, deals={"file": str(none)})

    def test_of_records(self):
        imported = self.temp / "imported"
        assert arena("import", RECORDS, "--out", imported).returncode == OK
        contracts = [line["contract"] for line in read_lines(imported) if line["contract"]]
        folders = [self.play(**TWO | FIXED, seatings="all", deals={"file": str(path)})
                   for path in (RECORDS, imported)]
        for folder in folders:
            manifest = self.assert_repeats(folder)
            assert len(manifest["deals"]) == len(contracts)
            assert manifest["deals_from"]["skipped"] == 1  # passed in
            self.assert_sound(folder)
        self.assert_same_bytes(folders[0], folders[1], ["games.jsonl", "summary.json"])
        done = arena("export", folders[0])
        assert done.returncode == OK, done.stderr

    def test_both_sides_of_the_same_contracts(self):
        deals = [solved_deal(fields) for fields in SOLVED[:30]]
        out = self.play(**TWO | FIXED, seatings="all", deals=deals)
        alone = {"club": 0, "bold": 0}
        for line in read_lines(out):
            alone[line["table"][line["seats"][line["declarer"]]]] += 1
        assert alone["club"] == alone["bold"]
        assert self.compared(out)["divergent"] == 0  # they differ in bidding alone
        assert "contracts were given" in arena("compare", out).stdout
        other = self.play(**TWO | FIXED | {"bots": {"club": CLUB, "bold": RANDOM}}, deals=deals)
        assert self.compared(other)["divergent"] > 0

    @pytest.mark.long
    def test_same_bytes(self):
        fields = TWO | FIXED | {"deals": [solved_deal(line) for line in SOLVED]}
        one, four = self.play("--workers", 1, **fields), self.play("--workers", 4, **fields)
        self.assert_same_bytes(one, four)
        isolated = self.play("--isolation", "process", **fields)
        self.assert_same_bytes(one, isolated, ["games.jsonl", "summary.json"])
        few = self.play("--deals", 10, **fields)
        assert read_lines(few) == read_lines(one)[:30]

    def test_kontra_is_the_bots(self):
        out = self.play(**FIXED, bots={"r": RANDOM}, deals=[solved_deal(line) for line in SOLVED],
                        rules={"kontra": {"levels": 2}})
        assert " K" in " ".join(line["moves"] for line in read_lines(out))
        self.assert_repeats(out)
        self.assert_sound(out)

    def test_all_kinds_of_contracts(self):
        """Whatever random bots announce under all variants."""
        rules = {"spitzen": {"max": 2}, "revolution": "exchange_and_skat", "rum": True,
                 "sachsenspitze_base": 20, "announce_with_skat": True}
        bots = {"bots": {"r": UNIFORM}, "rules": rules}
        run = self.play(**bots, deals=900)
        out = self.play(**bots | FIXED, deals={"file": str(run)})
        self.assert_repeats(out)
        self.assert_verified(out)
        kinds = {line["contract"][0] for line in read_lines(out)}
        assert set("CSHDGNP") <= kinds

    def test_faults(self):
        deals = [solved_deal(fields) for fields in SOLVED[:12]]
        for bot in (bad_bot("faulty"), bad_bot("wild")):
            out = self.play(**FIXED, bots={"r": RANDOM, "c": bot}, seats=["r", "c", "r"],
                            deals=deals)
            self.assert_sound(out)

    def test_tampering_is_found(self):
        deals = [solved_deal(fields) for fields in SOLVED[:5]]
        out = self.play(**FIXED, deals=deals)
        manifest = read_json(out, "manifest.json")
        manifest["deals"][2] = manifest["deals"][2].replace(" 18", " 20")
        (out / "manifest.json").write_text(json.dumps(manifest))
        self.assert_tampering_found(out, "moves")

    def test_what_is_wrong(self):
        good, cards = solved_deal(SOLVED[0]), solved_deal(SOLVED[0]).split()[0]
        skat = ".".join(pairs(SOLVED[0][6]))
        for words, deals in (
                (["$.deals", "deals with contracts"], 12),
                (["$.deals[0]", "has no contract"], [cards]),
                (["$.deals[1]", "has no contract"], [good, cards + " "]),
                (["move 3", "nother player"], [f"{cards} 1 18 0 p 0 s"]),
                (["nobody announces"], [f"{cards} 1 p 2 p 0 p"]),
                (["nobody announces"], [f"{cards} 1 18 0 p 2 p"]),
                (["move 2", "expected an action"], [f"{cards} 1 18 0 X"]),
                (["the skat differs"], [f"{cards} 1 18 0 p 2 p 1 s w CJ.SJ"]),
                (["move 6", "discards"], [f"{cards} 1 18 0 p 2 p 1 s w {skat} 1 G"]),
                (["not a legal bid"], [f"{cards} 1 19 0 p 2 p"]),
                (["worth less"], [f"{cards} 1 24 0 p 2 p 1 s w {skat} 1 N.{skat}"]),
                (["not hold that card"], [f"{good} 0 {skat[:2]}"]),
                (["is not a card"], ["CJ.X " + good.split(" ", 1)[1]])):
            self.assert_refused(*words, **FIXED, deals=deals)
        self.assert_refused("$.deals", "deals with contracts", **FIXED)
        self.assert_refused("moves follow the deal", deals=[good])
        self.assert_refused("found \"fixd\"", contract="fixd")
        self.assert_refused("found \"human\"", play="human")
        path = self.write(f"{good}\n{cards}\n")
        self.assert_refused("deals.txt:2", "has no contract", **FIXED, deals={"file": str(path)})
        for rules, word in (({"no_auction": True, "passed_in": "ramsch"}, "have no_auction"),
                            ("stammtisch", "rounds of ramsch")):
            self.assert_refused("$.rules", word, **FIXED, rules=rules, deals=[good])
        study = self.write_config(**FIXED, deals=[good], variations={"a": {"grand_base": 20}})
        done = arena("study", study, "--out", self.temp / "study")
        assert done.returncode == USAGE
        assert "not for studies" in done.stderr

    def test_other_rules_may_refuse_a_contract(self):
        line = solved_deal(SOLVED[0])
        cards, skat = line.split()[0], ".".join(pairs(SOLVED[0][6]))
        ouvert = f"{cards} 1 18 0 p 2 p 1 s w {skat} 1 GO.{skat}"
        self.assert_refused("$.deals[0]", "not a legal announcement", **FIXED,
                            deals=[ouvert])
        out = self.play(**FIXED, deals=[ouvert], rules={"announce_with_skat": True})
        self.assert_sound(out)


class TestSamples(FixedTest):
    @pytest.mark.parametrize("name, deals", (("bidding-by-solver", 3), ("card-play", 40)))
    def test_configs(self, name, deals):
        config = json.loads((ROOT / "configs" / f"{name}.json").read_text())
        out = self.temp / name
        path = self.temp / f"{name}.json"
        if config.get("sessions"):
            config["sessions"] = 1
        if isinstance(config["deals"], dict):
            config["deals"]["file"] = str(ROOT / "configs" / config["deals"]["file"])
        path.write_text(json.dumps(config))
        done = arena("run", path, "--out", out, "--quiet", "--deals", deals)
        assert done.returncode == OK, done.stderr
        self.assert_sound(out)


class TestGoingOn(FixedTest):
    """Resuming and merging."""

    def fields(self):
        return TWO | FIXED | SOLVER | {"deals": [solved_deal(fields) for fields in SOLVED[:repeat(12, 8)]]}

    @pytest.mark.long
    def test_resume(self):
        whole = self.play(**self.fields())
        for cut in (0, 1, 7, 20):
            out = self.temp / f"cut{cut}"
            shutil.copytree(whole, out)
            lines = (whole / "games.jsonl").read_bytes().splitlines(keepends=True)
            (out / "games.jsonl").write_bytes(b"".join(lines[:cut]) + lines[cut][:40])
            (out / "summary.json").unlink()
            resume = {"format": 1, "file": "config.json", "folder": str(ROOT),
                      "started_in": str(ROOT), "workers": 1,
                      "overrides": {"seed": hex(SEED), "deals": -1, "shard": 0, "shards": 0,
                                    "play": "solver"},
                      "config": {"name": "test", "seed": 3} | self.fields() | {"play": "bots"}}
            (out / "resume.json").write_text(json.dumps(resume))
            done = arena("run", "--resume", out, "--play", "bots")
            assert done.returncode == USAGE
            done = arena("run", "--resume", out, "--quiet")
            assert done.returncode == OK, done.stderr
            self.assert_same_bytes(whole, out)

    def test_override_is_kept(self):
        """What the command line said of play is in resume.json of a run that goes on."""
        fields = TWO | {"deals": 2000}
        path = self.write_config(**fields)
        out = self.temp / "stopped"
        process = subprocess.Popen([program(), "run", path, "--out", out, "--quiet", "--play",
                                    "solver", "--seed", "0x123456789abcdef"], cwd=ROOT, stderr=subprocess.DEVNULL)
        while not (out / "games.jsonl").exists() and process.poll() is None:
            time.sleep(0.01)
        saved = read_json(out, "resume.json")
        process.kill()
        process.wait()
        assert saved["overrides"]["play"] == "solver"
        assert saved["overrides"]["seed"] == "0x123456789abcdef"

    def test_merge(self):
        fields = self.fields()
        whole = self.play(**fields)
        parts = [self.play("--shard", f"{k}/3", **fields) for k in (1, 2, 3)]
        for part in parts:
            self.assert_verified(part)
        out = self.temp / "merged"
        done = arena("merge", *parts, "--out", out, "--quiet")
        assert done.returncode == OK, done.stderr
        self.assert_same_bytes(whole, out)
        other = self.play("--shard", "3/3", "--play", "bots", **fields)
        done = arena("merge", *parts[:2], other, "--out", self.temp / "mixed")
        assert done.returncode == BAD_FILE
        assert '"play" of its manifest differs' in done.stderr
