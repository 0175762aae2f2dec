# SPDX-License-Identifier: MIT
"""End-to-end tests of Turnéskat: played, scored a second time, shown, repeated, analyzed."""
import collections
import json
import re

from harness import *

HAND = {"module": "random", "options": {"hand": 50}}
ALL_SOLO = {"module": "random", "options": {"bidding": "uniform", "hand": 90}}
TURN = {"rules": "tourneeskat", "bots": {"r": RANDOM, "h": HAND, "a": ALL_SOLO}, "seats": ["r", "h", "a"], "schedule": "rotations",
        "sessions": 2, "seed": 11}


def kind_of(line):
    if line["contract"] == "R":
        return "ramsch"
    if line["contract"].endswith("W"):
        return "passt mir nicht" if line["moves"].count(" t w ") == 2 else "turne"
    return "solo" if set(line["contract"][1:]) & set("HSZ") or line["contract"] == "GO" else "guckser"


class TestTourneeskat(RunTest):
    def test_everything_occurs(self):
        folder = self.sample(**TURN)
        self.assert_scored(folder)
        lines = read_lines(folder)
        codes = {line["contract"] for line in lines}
        assert codes == {"N", "NH", "NO", "NOH", "G", "GO", "R"} | {suit + how for suit in "CSHDG" for how in ("W", "H", "HS", "HZ")}
        assert {kind_of(line) for line in lines} == {"ramsch", "passt mir nicht", "turne", "solo", "guckser"}
        assert [line for line in lines if line["moves"].endswith(" RE")]
        too_high = [line for line in lines if re.search(r" w [^ ]+\.[^ ]+$", line["moves"])]
        assert too_high and all((line["status"], line["result"]["overbid"]) == ("conceded", True) for line in too_high)
        assert {line["result"]["signed"] for line in lines if line["contract"] == "NO"} == {30, -60}
        assert {-sum(line["score"]) for line in lines if line["contract"] == "R"} <= {20, 30, 50}

    def test_club_players_among_themselves(self):
        """Everything is played, most of it won, and a turn is given up now and then."""
        folder = self.play(rules="tourneeskat", bots={"a": "stammtisch"}, seats=["a", "a", "a"], deals=100)
        assert {line["status"] for line in read_lines(folder)} == {"ok", "conceded"}
        played = collections.Counter(kind_of(line) for line in read_lines(folder))
        assert all(played[kind] > 1 for kind in ("turne", "passt mir nicht", "guckser", "solo", "ramsch")), played
        assert 0.6 < read_json(folder, "summary.json")["won_share"] < 0.9

    def test_a_deal_given_with_its_contract_is_played_again(self):
        folder = self.sample(**TURN)
        again = self.play(rules="tourneeskat", bots={"u": UNIFORM}, seats=["u"] * 3, deals={"file": str(folder / "games.jsonl")},
                          contract="fixed")
        played = {}
        for line in read_lines(folder):
            if line["declarer"] is not None:
                played.setdefault(line["cards"], line["contract"])
        self.assert_verified(again)
        assert {line["cards"]: line["contract"] for line in read_lines(again)} == played

    def test_a_turned_card_is_one_of_the_skat(self):
        folder = self.sample_copy(**TURN)
        log = folder / "games.jsonl"
        lines = log.read_text().splitlines()
        index = next(i for i, text in enumerate(lines) if " t w " in text)
        line = json.loads(lines[index])
        shown = re.search(r" t w (..)", line["moves"])[1]
        line["moves"] = line["moves"].replace(f" t w {shown}", f" t w {'C8' if shown == 'C7' else 'C7'}", 1)
        log.write_text("\n".join(lines[:index] + [json.dumps(line)] + lines[index + 1:]) + "\n")
        self.assert_tampering_found(folder, "moves")

    def test_replay_says_what_was_turned(self):
        folder = self.sample(**TURN)
        lines = read_lines(folder)
        too_high = next(line for line in lines if re.search(r" w [^ ]+\.[^ ]+$", line["moves"]))
        for line in [too_high, *lines[:3]]:
            text = arena("replay", folder, "--game", line["game"], "--ascii").stdout
            assert re.findall(r" turns (..)", text) == re.findall(r" t w (..)", line["moves"]), text
            assert ("the bid is too high" in text) == bool(re.search(r" w [^ ]+\.[^ ]+$", line["moves"])), text

    def test_commands(self):
        """Analysis; what cannot be done is said: when all pass ramsch is played, which no option changes."""
        folder = self.sample_copy(**TURN)
        arena_ok("analyze", folder, "--quiet", "--count", 2)
        for command, words in ((("export", folder, "--out", self.temp / "records.sgf"), 'has games of "tourneeskat"'),
                               (("analyze", folder, "--contracts", "best"), "--contracts")):
            arena_says(BAD_FILE, words, *command)
        assert not (self.temp / "records.sgf").exists()
        self.run_says(USAGE, 'this game requires "contract": "fixed"', "--play", "solver", rules="tourneeskat")
