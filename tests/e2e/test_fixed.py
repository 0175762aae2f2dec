# SPDX-License-Identifier: MIT
"""End-to-end tests of tournaments that judge a part of the game: "play": "solver" and "contract": "fixed"."""
import json
import re

import statistician
from harness import *

RECORDS = ROOT / "configs" / "deals" / "iss-games.sgf"
SOLVED = [line.split() for line in (ROOT / "tests" / "data" / "solver-deals.txt").read_text() .splitlines() if line and line[0] != "#"]
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
    def right(self, *arguments, **fields):
        """A run that is verified, and scored a second time."""
        folder = self.sample(*arguments, **fields)
        self.assert_sound(folder)
        return folder

    def assert_refused(self, *words, arguments=(), **fields):
        self.run_says(USAGE, words, *arguments, **fields)

    def write(self, text, name="deals.txt"):
        self.count += 1
        path = self.temp / f"{self.count}-{name}"
        path.write_text(text)
        return path


class TestSolverPlay(FixedTest):
    def test_points_are_the_solved_ones(self):
        """Of deals on which three other solvers agree, a suit game, a grand and a null game."""
        deals = [next(fields for fields in SOLVED if fields[0] == kind) for kind in "SGN"]
        lines = read_lines(self.right(**SOLVER, **FIXED, deals=[solved_deal(fields) for fields in deals]))
        for (trump, declarer, *_, value), line in zip(deals, lines, strict=True):
            assert (line["contract"], line["declarer"]) == (trump, int(declarer))
            if trump == "N":
                assert line["result"]["won"] == (int(value) == 0), line["moves"]
            else:
                assert line["result"]["points"] == int(value), line["moves"]
                assert len(line["moves"].split()) // 2 - len(auction_of(line["moves"]).split()) // 2 == 30

    def test_bidding_stays_as_it_is(self):
        """Games that are bid alike are played alike at every table, by any number of workers."""
        fields = TWO | {"deals": 1}
        usual, solved = self.sample(**fields), self.right(**fields, **SOLVER)
        self.assert_same_bytes(solved, self.play("--play", "solver", "--workers", 3, **fields))
        assert [read_json(folder, "manifest.json")["play"] for folder in (usual, solved)] == ["bots", "solver"]
        played = {}
        for one, other in zip(read_lines(usual), read_lines(solved), strict=True):
            auction = auction_of(other["moves"])
            assert [one[key] for key in ("table", "cards", "declarer", "bid", "contract")] == [
                other[key] for key in ("table", "cards", "declarer", "bid", "contract")]
            assert auction_of(one["moves"]) == auction and other["status"] == "ok"
            if auction:
                cards = other["moves"][len(auction):]
                assert played.setdefault((other["cards"], other["declarer"], auction.split()[-1]), cards) == cards
        assert played and [line["moves"] for line in read_lines(usual)] != [line["moves"] for line in read_lines(solved)]

    def test_only_bidding_matters(self):
        other = self.play(**TWO | {"bots": {"club": CLUB, "bold": {"bid": CLUB, "play": RANDOM}}, "deals": 1}, **SOLVER)
        assert comparison_of(other)["divergent"] == 0

    def test_who_cannot_play(self):
        bids = {"bots": {"r": bad_bot("only_bids")}, "deals": 2}
        self.right(**bids, **SOLVER)
        self.assert_refused("cannot both bid and play", **bids)
        self.assert_refused("cannot play cards", **bids | FIXED | {"deals": [solved_deal(SOLVED[0])]})

    def test_nobody_concedes_or_gives_gifts(self):
        """Also a bot that fails when it is told of cards; what is said before the cards is said."""
        out = self.right(bots={"r": mixed(concede=100), "c": bad_bot("faulty")}, seats=["r", "c", "r"], deals=1, **SOLVER)
        assert {line["status"] for line in read_lines(out)} == {"ok"}
        rules = {"spitzen": {"max": 2}, "revolution": ["exchange", "skat"], "rum": True, "sachsenspitze": 20, "schenken": "all",
                 "announcements": ["with_skat"]}
        out = self.right(bots={"r": UNIFORM}, rules=rules | {"kontra": {"levels": 2, "when": "after_lead"}}, deals=1, seed=3, **SOLVER)
        said = " ".join(line["moves"] for line in read_lines(out))
        assert " g" not in said and " K" in said

    def test_ramsch_is_no_game_of_two_sides(self):
        for rules in ("ramsch-only", {"passed_in": "schieberamsch"}, {"auction": "none"},
                      {"ramsch_round": {"triggers": ["kontra_lost"]}, "kontra": {"levels": 1}}):
            self.assert_refused("$.rules", "can lead to ramsch", rules=rules, **SOLVER)

    def test_commands(self):
        """Studies and comparisons say that the solver played; its log is as any other."""
        config = {"bots": {"r": CLUB}, "deals": 1, **SOLVER}
        out = self.temp / "study"
        done = arena("study", self.write_config(**config, variations={"g20": {"value.grand": 20}}), "--out", out)
        assert done.returncode == OK and "played by the solver" in done.stdout, done.stderr
        assert read_json(out / "g20", "manifest.json")["play"] == "solver"
        out = self.sample(**TWO | {"deals": 1}, **SOLVER)
        assert "played by the solver" in arena("compare", out).stdout
        arena_says(USAGE, "--play", "compare", out, "--play", "solver")


class TestFixedContracts(FixedTest):
    def repeated(self, **fields):
        """A run in which every game has the auction that the manifest gives for its deal; and its manifest."""
        folder = self.right(**FIXED, **fields)
        manifest = read_json(folder, "manifest.json")
        assert manifest["contract"] == "fixed"
        for line in read_lines(folder):
            cards, _, auction = manifest["deals"][line["deal"]].partition(" ")
            assert (line["cards"], auction_of(line["moves"])) == (cards, auction)
        return folder, manifest

    def test_of_a_list(self):
        """In the config, in a file, and with all moves of a game; played by several workers."""
        deals = [solved_deal(fields) for fields in SOLVED[:4]]
        out, manifest = self.repeated(**TWO, deals=deals)
        assert manifest["deals"] == deals
        moves = [f"{line['cards']} {line['moves']}" for line in read_lines(out)[::len(read_lines(out)) // 4]]
        other = self.play("--workers", 3, **TWO | FIXED, deals={"file": str(self.write("# solved\n\n" + "\n".join(moves) + "\n"))})
        self.assert_same_bytes(out, other, ["games.jsonl", "summary.json"])
        assert read_json(other, "manifest.json")["deals"] == deals and read_json(other, "manifest.json")["deals_from"]["skipped"] == 0

    def test_of_a_run(self):
        """The contract of the first game of a deal that has one; deals without are skipped."""
        run = self.sample(**TWO, rules={"kontra": {"levels": 2}}, deals=6)
        first, deals = {}, set()
        for line in read_lines(run):
            deals.add(line["deal"])
            if line["contract"]:
                first.setdefault(line["deal"], f"{line['cards']} {auction_of(line['moves'])}")
        out, manifest = self.repeated(**TWO, deals={"file": str(run)})
        assert manifest["deals"] == [first[deal] for deal in sorted(first)]
        assert manifest["deals_from"]["skipped"] == len(deals) - len(first)
        assert not list(statistician.check_folder(out))

    def test_of_games_without_a_contract(self):
        run = self.play(bots={"r": CLUB}, rules="stammtisch", deals=24)
        lines = read_lines(run)
        wanted = [line for line in lines if line["declarer"] is not None and line["bid"]]
        assert len(wanted) < len(lines)
        out, _ = self.repeated(bots={"r": CLUB}, rules={"concede": "before_lead"}, deals={"file": str(run)})
        assert len(read_lines(out)) == len(wanted)
        none = self.play(bots={"r": PASS}, deals=3)
        self.assert_refused("no contract in the games", **FIXED, deals={"file": str(none)})

    def test_of_records(self):
        folder, manifest = self.repeated(**TWO, deals={"file": str(RECORDS)})
        assert len(manifest["deals"]) == 5 and manifest["deals_from"]["skipped"] == 1  # passed in
        arena_ok("export", folder, "--out", self.temp / "out.sgf")

    def test_both_sides_of_the_same_contracts(self):
        deals = [solved_deal(fields) for fields in SOLVED[:4]]
        out = self.sample(**TWO | FIXED, deals=deals)
        alone = [line["table"][line["seats"][line["declarer"]]] for line in read_lines(out)]
        assert alone.count("club") == alone.count("bold") > 0
        assert comparison_of(out)["divergent"] == 0  # they differ in bidding alone
        assert "contracts were given" in arena("compare", out).stdout

    def test_kontra_is_the_bots(self):
        deals = [solved_deal(line) for line in SOLVED[:24]]
        out, _ = self.repeated(bots={"r": RANDOM}, deals=deals, rules={"kontra": {"levels": 4}})
        assert " K" in " ".join(line["moves"] for line in read_lines(out))

    def test_all_kinds_of_contracts(self):
        """Whatever random bots announce under all variants."""
        rules = {"spitzen": {"max": 2}, "revolution": ["exchange", "skat"], "rum": True, "sachsenspitze": 20,
                 "announcements": ["with_skat"]}
        run = self.sample(bots={"r": UNIFORM}, rules=rules, deals=48)
        out, _ = self.repeated(bots={"r": UNIFORM}, rules=rules, deals={"file": str(run)})
        assert {line["contract"][0] for line in read_lines(out)} >= set("CSHDGP")

    def test_tampering_is_found(self):
        out = self.play(**FIXED, deals=[solved_deal(fields) for fields in SOLVED[:5]])
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
                (["move 3", "nother player"], [f"{cards} 1 18 0 p 0 s"]), (["nobody announces"], [f"{cards} 1 p 2 p 0 p"]),
                (["the skat differs"], [f"{cards} 1 18 0 p 2 p 1 s w CJ.SJ"]),
                (["worth less"], [f"{cards} 1 24 0 p 2 p 1 s w {skat} 1 N.{skat}"]),
                (["not hold that card"], [f"{good} 0 {skat[:2]}"])):
            self.assert_refused(*words, **FIXED, deals=deals)
        self.assert_refused("moves follow the deal", deals=[good])
        self.assert_refused("found \"fixd\"", contract="fixd")
        path = self.write(f"{good}\n{cards}\n")
        self.assert_refused("deals.txt:2", "has no contract", **FIXED, deals={"file": str(path)})
        self.assert_refused("$.rules", 'have auction "none"', **FIXED, rules={"auction": "none", "passed_in": "ramsch"}, deals=[good])
        study = self.write_config(**FIXED, deals=[good], variations={"a": {"value.grand": 20}})
        arena_says(USAGE, "not for studies", "study", study, "--out", self.temp / "study")

    def test_other_rules_may_refuse_a_contract(self):
        line = solved_deal(SOLVED[0])
        cards, skat = line.split()[0], ".".join(pairs(SOLVED[0][6]))
        ouvert = f"{cards} 1 18 0 p 2 p 1 s w {skat} 1 GO.{skat}"
        self.assert_refused("$.deals[0]", "not a legal announcement", **FIXED, deals=[ouvert])
        out = self.play(**FIXED, deals=[ouvert], rules={"announcements": ["with_skat"]})
        self.assert_sound(out)

    def test_sample_configs(self):
        for name in ("bidding-by-solver", "card-play"):
            arena_ok("run", f"configs/{name}.json", "--out", self.temp / name, "--quiet", "--workers", 1, "--deals", 1)


class TestGoingOn(FixedTest):
    """Resuming and merging."""

    FIELDS = TWO | FIXED | SOLVER | {"deals": [solved_deal(fields) for fields in SOLVED[:3]]}

    def test_resume(self):
        """What the command line said of play counts, and not what the config says."""
        whole = self.sample(**self.FIELDS)
        lines = (whole / "games.jsonl").read_bytes().splitlines(keepends=True)
        resume = {"format": 2, "file": "config.json", "folder": str(ROOT), "started_in": str(ROOT), "workers": 1,
                  "overrides": {"seed": hex(SEED), "deals": -1, "session_deals": 0, "shard": 0,
                                "shards": 0, "play": "solver"},
                  "config": {"name": "test", "seed": 3} | self.FIELDS | {"play": "bots"}}
        for cut in (len(lines) // 2,):
            out = self.sample_copy(**self.FIELDS)
            (out / "games.jsonl").write_bytes(b"".join(lines[:cut]) + lines[cut][:40])
            (out / "summary.json").unlink()
            (out / "resume.json").write_text(json.dumps(resume))
            done = arena("run", "--resume", out, "--play", "bots")
            assert done.returncode == USAGE
            done = arena_ok("run", "--resume", out, "--quiet")
            self.assert_same_bytes(whole, out)

    def test_override_is_kept(self):
        """What the command line said of play is in resume.json of a run that goes on."""
        out = self.temp / "stopped"
        with Started([program(), "run", self.write_config(**TWO | {"deals": 2000}), "--out", out, "--quiet", "--workers", "1",
                               "--play", "solver", "--seed", "0x123456789abcdef"], cwd=ROOT, stderr=subprocess.DEVNULL) as process:
            wait_until((out / "games.jsonl").exists, process)
            saved = read_json(out, "resume.json")["overrides"]
            process.kill()
        assert (saved["play"], saved["seed"]) == ("solver", "0x123456789abcdef")

    def test_merge(self):
        parts = [self.sample("--shard", f"{k}/2", **self.FIELDS) for k in (1, 2)]
        self.assert_verified(parts[1])
        out = self.temp / "merged"
        arena_ok("merge", *parts, "--out", out, "--quiet")
        self.assert_same_bytes(self.sample(**self.FIELDS), out)
