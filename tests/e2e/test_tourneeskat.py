# SPDX-License-Identifier: MIT
"""End-to-end tests of Turnéskat: played, scored a second time, shown, repeated, analyzed."""
import collections
import json
import random
import re

import pytest

from harness import (BAD_FILE, OK, PASS, RANDOM, UNIFORM, USAGE, RunTest, arena, bad_bot,
                     read_json, read_lines, repeat, some)

HAND = {"module": "random", "options": {"hand": 50}}
ALL_SOLO = {"module": "random", "options": {"bidding": "uniform", "hand": 90}}
BOTS = {"r": RANDOM, "h": HAND, "u": UNIFORM, "p": PASS, "a": ALL_SOLO, "b": "basic"}


def draw_rules(chance):
    return {"game": "tourneeskat", "guckser_null": chance.random() < 0.6,
            "no_auction": chance.random() < 0.1,
            "concede": chance.choice(["before_second_lead", "before_second_lead", "before_lead",
                                      "until_second_trick", "never"]),
            "null_values": chance.choice([[15, 20, 30, 40], [18, 23, 16, 59]]),
            "scoring": chance.choice(["classic", "seeger_fabian", "minus"]),
            "stake": chance.choice([0, 0.1]), "stake_rounding": chance.choice([0, 0, 1]), "bierlachs_limit": chance.choice([0, 60]),
            "seeger_loss": chance.choice([50, 0]),
            "decided_game": chance.choice(["stands", "stands", "forfeited"]),
            "fault_value": chance.choice(["worst", "worst", "conceded"])}


def play_drawn(test, seed, bots):
    chance = random.Random(seed)
    seats = chance.choice([3, 3, 4, 5])
    table = [chance.choice(list(bots)) for _ in range(seats)]
    return test.play(seed=seed, deals=chance.choice([7, 12, 36]), sessions=4,
                     rules=draw_rules(chance), bots={name: bots[name] for name in set(table)},
                     seats=table, schedule=chance.choice(["fixed", "rotations"]))


def kind_of(line):
    if line["contract"] == "R":
        return "ramsch"
    if line["contract"].endswith("W"):
        return "passt mir nicht" if line["moves"].count(" t w ") == 2 else "turne"
    by_hand = set(line["contract"][1:]) & set("HSZ") or line["contract"] == "GO"
    return "solo" if by_hand else "guckser"


class TestPlay(RunTest):
    @pytest.mark.parametrize("seed", some(range(repeat(30, 10))))
    def test_sound_and_without_faults(self, seed):
        folder = play_drawn(self, seed, BOTS)
        self.assert_sound(folder)
        assert not [line for line in read_lines(folder) if "fault" in line]

    @pytest.mark.long
    def test_sound_with_bots_that_answer_anything(self):
        wild = {"w": bad_bot("wild"), "c": bad_bot("wild", wild=5, crash=3)}
        faults = set()
        for seed in some(range(100, 100 + repeat(20, 8))):
            folder = play_drawn(self, seed, BOTS | wild)
            self.assert_sound(folder)
            faults |= {line["status"] for line in read_lines(folder)}
        assert "illegal" in faults

    @pytest.mark.long
    def test_everything_occurs(self):
        folder = self.play(rules="tourneeskat", bots={"h": HAND, "u": UNIFORM, "a": ALL_SOLO},
                           seats=["h", "u", "a"], schedule="rotations", sessions=repeat(60, 25), seed=7)
        self.assert_sound(folder)
        self.assert_schemas(folder)
        lines = read_lines(folder)
        codes = collections.Counter(line["contract"] for line in lines)
        wanted = {"N", "NH", "NO", "NOH", "G", "GO", "R"}
        wanted |= {suit + "W" for suit in "CSHDG"}
        wanted |= {suit + how for suit in "CSHDG" for how in ("H", "HS", "HZ")}
        assert set(codes) == wanted
        moves = [line["moves"] for line in lines]
        passt_mir_nicht = [text for text in moves if text.count(" t w ") == 2]
        assert passt_mir_nicht
        assert [text for text in passt_mir_nicht if " GW w " in text]
        assert [text for text in moves if text.endswith(" RE")]
        too_high = [line for line in lines
                    if re.search(r" w [^ ]+\.[^ ]+$", line["moves"])]
        assert too_high
        for line in too_high:
            assert (line["status"], line["result"]["overbid"]) == ("conceded", True)
        assert {line["result"]["signed"] for line in lines if line["contract"] == "NO"} == {30, -60}
        assert ({-sum(line["score"]) for line in lines if line["contract"] == "R"} - {20, 30, 50}
                == set())

    def test_any_number_of_workers(self):
        logs = set()
        for isolation in ("none", "process"):
            fields = {"rules": "tourneeskat", "bots": BOTS, "seats": ["r", "h", "u"],
                      "schedule": "permutations", "sessions": repeat(3, 1), "isolation": isolation}
            folders = [self.play("--workers", str(workers), **fields) for workers in (1, 3)]
            self.assert_same_bytes(*folders)
            logs.add((folders[0] / "games.jsonl").read_bytes())
        assert len(logs) == 1

    @pytest.mark.long
    def test_the_sample_config(self):
        """Also that the club player is far better than chance, and wins what it declares."""
        out = self.temp / "sample"
        done = arena("run", "configs/tourneeskat.json", "--deals", repeat(2000, 300), "--out", out,
                     "--quiet")
        assert (done.returncode, done.stderr) == (OK, "")
        self.assert_sound(out)
        club = next(bot for bot in read_json(out, "summary.json")["bots"]
                    if bot["name"] == "stammtisch")
        assert club["faults"] == {"illegal": 0, "timeout": 0, "crash": 0}
        assert club["won"] > 0.8 * club["declared"]
        assert club["classic"]["per_deal"] > 0
        chance = next(bot for bot in read_json(out, "summary.json")["bots"]
                      if bot["name"] == "random")
        assert chance["classic"]["per_deal"] < 0
        assert club["ramsch_lost"] < chance["ramsch_lost"]

    def test_club_players_among_themselves(self):
        """Everything is played, most of it won, and a turne is given up now and then."""
        folder = self.play(rules="tourneeskat", bots={"a": "stammtisch"}, seats=["a", "a", "a"],
                           deals=repeat(1500, 500))
        self.assert_sound(folder)
        assert {line["status"] for line in read_lines(folder)} == {"ok", "conceded"}
        played = collections.Counter(kind_of(line) for line in read_lines(folder))
        for kind in ("turne", "passt mir nicht", "guckser", "solo", "ramsch"):
            assert played[kind] > 10, played
        summary = read_json(folder, "summary.json")
        assert summary["won_share"] > 0.6
        assert summary["won_share"] < 0.9

    def test_cut_and_resumed(self):
        fields = {"rules": "tourneeskat", "bots": BOTS, "seats": ["r", "h", "u"], "sessions": 30}
        whole = self.play(**fields)
        log = (whole / "games.jsonl").read_bytes()
        parts = []
        for shard in ("1/2", "2/2"):
            parts.append(self.play("--shard", shard, **fields))
        merged = self.temp / "merged"
        done = arena("merge", *parts, "--out", merged)
        assert done.returncode == OK, done.stderr
        assert (merged / "games.jsonl").read_bytes() == log


class TestCommands(RunTest):
    def folder(self):
        return self.play(rules="tourneeskat", bots={"r": RANDOM, "h": HAND}, sessions=4,
                         seats=["r", "h", "r"])

    def test_a_deal_given_with_its_contract_is_played_again(self):
        folder = self.folder()
        again = self.play(rules="tourneeskat", bots={"u": UNIFORM}, seats=["u", "u", "u"],
                          deals={"file": str(folder / "games.jsonl")}, contract="fixed")
        played = {line["cards"]: line for line in read_lines(folder)}
        self.assert_verified(again)
        for line in read_lines(again):
            assert line["contract"] == played[line["cards"]]["contract"]

    def test_tampering_is_found(self):
        folder = self.folder()
        log = folder / "games.jsonl"
        lines = log.read_text().splitlines()
        index = next(i for i, text in enumerate(lines) if " t w " in text)
        line = json.loads(lines[index])
        shown = re.search(r" t w (..)", line["moves"])[1]
        wrong = "C7" if shown != "C7" else "C8"
        line["moves"] = line["moves"].replace(f" t w {shown}", f" t w {wrong}", 1)
        log.write_text("\n".join(lines[:index] + [json.dumps(line)] + lines[index + 1:]) + "\n")
        done = arena("verify", folder)
        assert done.returncode == BAD_FILE
        assert "moves" in done.stderr

    def test_replay_says_what_was_turned(self):
        folder = self.folder()
        for line in read_lines(folder):
            text = arena("replay", folder, "--game", line["game"], "--ascii").stdout
            turned = re.findall(r" t w (..)", line["moves"])
            said = re.findall(r" turns (..)", text)
            assert said == turned, text
            assert (("the bid is too high" in text)
                    == bool(re.search(r" w [^ ]+\.[^ ]+$", line["moves"]))), text

    def test_the_solver_and_ramsch(self):
        """When all pass ramsch is played, which no option changes."""
        done, _ = self.run_config("--play", "solver", rules="tourneeskat")
        assert done.returncode == USAGE
        assert 'this game requires "contract": "fixed"' in done.stderr

    def test_report_and_analysis(self):
        folder = self.folder()
        done = arena("report", folder)
        assert done.returncode == OK, done.stderr
        done = arena("analyze", folder, "--quiet", "--count", repeat("24", "6"))
        assert done.returncode == OK, done.stderr
        for text in (folder / "analysis.jsonl").read_text().splitlines():
            self.assert_valid("analysis", json.loads(text), text[:80])

    def test_what_cannot_be_done_is_said(self):
        folder = self.folder()
        done = arena("export", folder, "--out", self.temp / "records.sgf")
        assert done.returncode == BAD_FILE
        assert 'has games of "tourneeskat"' in done.stderr
        assert not (self.temp / "records.sgf").exists()
        done = arena("analyze", folder, "--contracts", "best")
        assert done.returncode == BAD_FILE
        assert "--contracts" in done.stderr

    def test_compare_and_study(self):
        done = arena("compare", "random", "basic", "--rules", "tourneeskat", "--deals", "60",
                     "--out", self.temp / "compared", "--quiet")
        assert done.returncode == OK, done.stderr
        self.assert_sound(self.temp / "compared")

    def test_rules_shows_only_what_the_game_has(self):
        done = arena("rules", "show", "tourneeskat")
        assert done.returncode == OK, done.stderr
        assert "10 12 14 15 16 18 20 21 22 24 25 27 28 30" in done.stdout
        assert "kontra" not in done.stdout
        assert "guckser_null" not in arena("rules", "show", "isko").stdout

    def test_options_of_skat_are_errors(self):
        for name, value in (("grand_base", 20), ("kontra", {"levels": 1}), ("rum", True)):
            done, out = self.run_config(rules={"game": "tourneeskat", name: value})
            assert done.returncode == USAGE
            assert 'is not an option of the game "tourneeskat"' in done.stderr
            assert not out.exists()
        done, _ = self.run_config(rules={"game": "tourneeskat", "scoring": "opponents"})
        assert done.returncode == USAGE
        assert "scoring" in done.stderr

    def test_check_knows_it(self):
        done = arena("check", "random", "--rules", "tourneeskat", "--deals", "200", timeout=180)
        assert done.returncode == OK, done.stdout + done.stderr
        assert re.search(r"turn", done.stdout)

    def test_bots_that_do_not_know_it_are_warned_about(self):
        done, _ = self.run_config(rules="tourneeskat", bots={"b": "basic"}, seats=["b", "b", "b"])
        assert "b does not know" in done.stderr
        assert "tourneeskat" in done.stderr
