# SPDX-License-Identifier: MIT
"""End-to-end tests of the games that a rule set can name beside Skat (rules.md 10).

What each game must do comes first, then what is special to one, and then the games for two. Runs are checked by the
scorekeeper and, for two, by the statistician, which read the rules and the statistics on their own; test_random_rule_sets plays them all
under rules drawn at random.
"""
import json
import re
import shlex
import sys
from typing import Any

import pytest

import statistician
from harness import *
from rule_sets import *
from scorekeeper_rules import PACK_32

NAMES = [game.name for game in GAMES]


class GameTest(RunTest):
    def right(self, **fields):
        """A run without faults that is scored a second time, and its lines."""
        folder = self.sample(**fields)
        self.assert_scored(folder)
        lines = read_lines(folder)
        assert not [line for line in lines if line["status"] in FAULTS]
        return folder, lines

    def notes_of_a_child(self, name):
        """What a child in Python is told before each decision of four deals: [{view, decision}]."""
        notes = self.temp / "notes"
        command = [sys.executable, "-I", "-S", ROOT / "tests" / "bots" / "pipes" / "notes.py", notes]
        bot = {"module": "pipe", "options": {"command": shlex.join(map(str, command))}}
        folder = self.play(rules={"game": name}, deals=4, bots={"c": bot, "r": RANDOM}, seats=["c", "r", "r"])
        return folder, [json.loads(text) for text in notes.read_text().splitlines()]


class TestEveryGame(GameTest):

    @pytest.mark.parametrize("name", ["ass", "pilot"])
    def test_what_cannot_serve_the_game_says_so(self, name):
        folder = self.sample_copy(rules={"game": name}, deals=12, seats=["r"] * (2 if name in FOR_TWO else 3))
        for command in ("export", "analyze"):
            done = arena(command, folder)
            assert done.returncode == BAD_FILE and re.search("Skat|skat", done.stderr)
        self.run_says(USAGE, "solver", "--play", "solver", rules={"game": name}, seats=["r"] * (2 if name in FOR_TWO else 3))
        lines = read_lines(folder)
        next(line for line in lines if line["declarer"] is not None)["result"]["value"] += 1
        (folder / "games.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
        self.assert_tampering_found(folder, "result.value")

    def test_the_club_player_beats_chance(self):
        for name, least in (("strohmann", 40), ("offiziersskat", 20)):  # of 4000 deals: 62, 33
            out = self.play("--log", "none", rules=name, schedule="duel", deals=60, bots={"club": CLUB, "random": RANDOM},
                            seats=["club", "random"])
            assert comparison_of(out)["scorings"]["classic"]["mean"] > least, name

    def test_options_that_make_no_sense_are_errors(self):
        cases: Any = (("herzblatt", {"passed_in": "ramsch"}, {"ramsch": {"march": 0}}, {"value.grand": 20}, {"ass.ace": "clubs"},
                       {"kontra": {"who": "bidders"}}),
                      ("pilot", {"schenken": "all"}, {"passed_in": "ramsch"}, {"revolution": ["skat"]}),
                      ("tourneeskat", {"value.grand": 20}, {"kontra": {"levels": 1}}, {"rum": True}))
        for name, *options in cases:
            for option in options:
                self.run_says(USAGE, (f'is not an option of the game "{name}"', next(iter(option))), rules={"game": name} | option,
                              seats=["r"] * (2 if name in FOR_TWO else 3))
        self.run_says(USAGE, "scoring", rules={"game": "tourneeskat", "scoring.system": "opponents"})


# ---- 6er-Skat: rules.md 10.2 -----------------------------------------------------------------------

class TestSixerSkat(GameTest):
    SIX = {"game": "6er-skat"}

    def test_ramsch_and_spitzen(self):
        """All points are taken in eleven tricks; spitzen begin with the six."""
        _, lines = self.right(rules=self.SIX | {"passed_in": "ramsch", "auction": "none"}, deals=12)
        assert all((sum(line["result"]["points"]), sum(line["result"]["tricks"])) == (144, 11) for line in lines)
        lines = read_lines(self.play(rules=self.SIX | {"spitzen": {"max": 3}}, deals=200,
                                     bots={"r": {"module": "random", "options": {"hand": 50}}}))
        named = [line for line in lines if "spitzen" in line["result"]["levels"]]
        assert named
        for line in named:
            hands = line["cards"].split("|")
            assert line["contract"][0] + "6" in hands[line["declarer"]] + "." + hands[3]

    def test_what_belongs_to_the_deck(self):
        """Bids, thresholds and deals."""
        assert "18 20 22 23 24 27 30 33" in arena("rules", "show", "6er-skat").stdout
        for rules, words in ((self.SIX | {"value.schneider_points": 90}, "108 | 109"), ({"value.schneider_points": 108}, "90 | 91")):
            self.run_says(USAGE, words, rules=rules)
        done = arena("deal", "--game", "6er-skat", "--seed", SEED, "-n", 3)
        assert done.stdout.split() == [line["cards"] for line in read_lines(self.play(rules=self.SIX, deals=3))]
        given = self.temp / "deals.txt"
        given.write_text(done.stdout)
        done, _ = self.run_config(deals={"file": str(given)})
        assert done.returncode == USAGE


class TestHerzblattAndAss(GameTest):
    """rules.md 10.6 and 10.4."""

    def test_replay_of_herzblatt(self):
        """Who plays hearts, and no value that was bid; tests/data/games/relatives.txt has the auction."""
        folder, lines = self.right(rules={"game": "herzblatt"}, deals=40)
        line = next(line for line in lines if line["declarer"] is not None)
        text = arena("replay", folder, "--game", line["game"]).stdout
        assert re.search(r"\ndeclarer [^ ]+( [FMR])?: hearts", text) and " at 0" not in text

    def test_who_holds_the_ace_plays(self):
        _, lines = self.right(rules={"game": "ass", "ass.ace": "diamonds"}, deals=10)
        for line in lines:
            holder = next(i for i, hand in enumerate(line["cards"].split("|")) if "DA" in hand.split("."))
            assert line["declarer"] == (holder if holder < 3 else None)
            assert holder == 3 or (line["contract"][0] in "DHSC" and line["result"]["matadors"] > 0)


# ---- Räuberskat: rules.md 10.3 ---------------------------------------------------------------------

class TestRaeuberskat(GameTest):
    ROBBERS = {"game": "raeuberskat"}

    def test_tampering_with_what_is_left(self):
        folder = self.sample_copy(rules=self.ROBBERS, deals=12)
        lines = read_lines(folder)
        lines[5]["duties"][1].reverse()
        (folder / "games.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
        self.assert_tampering_found(folder, "duties")


class TestIdiotenskat(GameTest):
    """rules.md 10.5."""

    def test_all_games_by_hand_and_nobody_need_follow(self):
        lines = read_lines(self.sample(rules={"game": "idiotenskat"}, deals=400))
        contracts = {line["contract"] for line in lines} - {None}
        assert {"DH", "GH", "NH", "CHZ"} <= contracts and all("H" in code[1:] and "O" not in code for code in contracts)
        assert not [line for line in lines if " s w " in line["moves"]]
        revokes = 0
        for line in lines:
            if line["contract"] and line["contract"][0] == "N":
                hands, led = [hand.split(".") for hand in line["cards"].split("|")], None
                for number, (actor, card) in enumerate(pair for pair in tokens(line) if pair[1] in PACK_32.deck):
                    led = card[0] if number % 3 == 0 else led
                    revokes += card[0] != led and any(held[0] == led for held in hands[int(actor)])
                    hands[int(actor)].remove(card)
        assert revokes > 20

    def test_what_a_child_is_told(self):
        folder, notes = self.notes_of_a_child("idiotenskat")
        lines, deal = read_lines(folder), 0
        assert [note for note in notes if note["decision"]["kind"] == "blind"]
        assert max(sum(map(len, note["view"]["seen"])) for note in notes) == 20
        for view in (note["view"] for note in notes):
            assert (view["hand"], view["dealt"], view["skat"], view["seen"][view["position"]]) == ([], [], [], [])
            seen = set(sum(view["seen"], []))

            def others(number, view=view):
                hands = lines[number]["cards"].split("|")[:3]
                return {card for position, hand in enumerate(hands) if position != view["position"] for card in hand.split(".")}
            deal = next(number for number in range(deal, len(lines)) if seen <= others(number))


# ---- Two at the table: Pilotenskat, Strohmann, Oma-Skat, Offiziersskat ----------------------

def two(**fields):
    return {"bots": {"a": mixed(), "b": UNIFORM}, "seats": ["a", "b"]} | fields


ALL_OPTIONS = {
    "kontra": {"levels": 4, "when": "first_trick", "who": "bidders_or_18"}, "concede": "before_lead",
    "spitzen": {"max": 3}, "rum": True, "sachsenspitze": 20, "announcements": ["with_skat"],
    "bock": {"triggers": ["kontra_lost", "sixty_sixty", "declarer_schneider"], "pending": "restart"},
    "value.lost_hand": "single", "value.overbid_hand": "hand", "value.schneider_schwarz": "double"}
FEW_OPTIONS = {  # of Offiziersskat
    "kontra": {"levels": 4}, "value.lost_factor": 2, "value.matadors": "trumps", "value.schneider_schwarz": "double", "value.grand": 20,
    "value.schneider_points": 91, "bock": {"triggers": ["kontra_lost", "sixty_sixty", "declarer_schneider"], "pending": "restart"}}


class TwoTest(GameTest):
    def right(self, **fields):
        folder, lines = super().right(**fields)
        assert not statistician.check_folder(folder)
        return folder, lines


class TestTwoSeats(TwoTest):
    @pytest.mark.parametrize("name, scoring", (("strohmann", "opponents"), ("offiziersskat", "classic")))
    def test_both_seatings_of_every_deal(self, name, scoring):
        """Two hands and a dummy, or two, with every option that the game has; the dealer alternates."""
        rules = {"extends": name, "scoring.system": scoring} | (FEW_OPTIONS if name == "offiziersskat" else ALL_OPTIONS)
        folder, lines = self.right(**two(rules=rules, schedule="rotations", deals=8))
        assert any(" K" in line["moves"] for line in lines)
        assert len(lines) == 16 and {tuple(line["table"]) for line in lines} == {("a", "b"), ("b", "a")}
        for line in lines:
            dealer = line["deal"] % 2
            assert line["dealer"] == dealer and len(line["score"]) == 2
            assert line["seats"] == ([1 - dealer, -1, dealer] if HANDS[name] == 3 else [1 - dealer, dealer, -1])

    def test_schedules(self):
        """A round robin is all pairs, a gauntlet the first against each."""
        bots = {"a": RANDOM, "b": UNIFORM, "c": PASS, "d": CLUB}
        for schedule, rules, names, pairs in (
                ("round_robin", "oma", "abc", {x + y for x in "abc" for y in "abc" if x != y}),
                ("gauntlet", "pilot", "abd", {"ab", "ba", "ad", "da"})):
            folder, _ = self.right(rules=rules, schedule=schedule, deals=2, bots={name: bots[name] for name in names}, seats=list(names))
            told = read_json(folder, "manifest.json")["schedule"]
            assert {"".join(table) for table in told["arrangements"]} == pairs and told["per_deal"] == len(pairs)

    def test_what_is_wrong(self):
        for rules, seats, words in (("pilot", ["a", "b", "a"], "seats"), ("isko", ["a", "b"], "seats"),
                                    ({"extends": "pilott", "game": "pilot"}, ["a", "b"], 'no rule set "pilott"')):
            done, _ = self.run_config(**two(rules=rules, seats=seats))
            assert done.returncode == USAGE and words in done.stderr and "has games of" not in done.stderr


class TestTwoCommands(TwoTest):
    def test_replay_says_who_has_which_cards(self):
        for name, words, others in (("strohmann", ["(dummy)", "second skat"], ["(pile)"]),
                                    ("offiziersskat", ["each card open/covered\n", "dealer ", "  16. "], ["auction"])):
            out = self.play(**two(rules=name, deals=2))
            done = arena_ok("replay", out, "--ascii", "--game", 0)
            assert all(word in done.stdout for word in words) and not any(word in done.stdout for word in others)
        hand = read_lines(out)[0]["cards"].split("|")[0].split(".")
        assert f" {hand[4]}/{hand[0]} {hand[5]}/{hand[1]}" in done.stdout

    def test_of_two_hands_the_second_is_the_dealers(self):
        """Wherever a position is named; there is no middlehand. Where there is no auction, nothing is said about bids."""
        fault = bad_bot("faulty", what="illegal_card", when="card", percent=30)
        out = self.play(rules="offiziersskat", schedule="duel", deals=12, bots={"a": CLUB, "f": fault}, seats=["a", "f"])
        comparison = comparison_of(out)
        assert [part["name"] for part in comparison["positions"]] == ["forehand", "dealer"]
        assert {swing["first"]["position_name"] for swing in comparison["swings"]} <= {"forehand", "dealer"}
        assert {fault["position"] for fault in read_lines_of(out / "faults.jsonl")} == {"forehand", "dealer"}
        assert not statistician.check_folder(out)
        shown = [arena("games", out, "--faults").stdout, arena("compare", out, "--details").stdout]
        assert all("forehand" in text and "middlehand" not in text for text in shown)
        assert "bidding, same cards" in shown[1] and " announces " in shown[1]
        assert not any(words in shown[1] for words in ("goes higher", "by final bid", "says C", "says G"))

    def test_tampering_is_found(self):
        for name, field in (("pilot", "seats"), ("oma", "moves")):
            out = self.sample_copy(rules=name, deals=8, bots={"a": RANDOM, "b": RANDOM}, seats=["a", "b"])
            lines = read_lines(out)
            if field == "seats":
                lines[0]["seats"][1] = 0
            else:  # another card is turned
                line = next(line for line in lines if line["moves"].count(" w ") > 4)
                words = line["moves"].split(" ")
                place = [i for i in range(0, len(words), 2) if words[i] == "w"][-1] + 1
                words[place] = next(card for card in PACK_32.deck if card != words[place])
                line["moves"] = " ".join(words)
            (out / "games.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
            self.assert_tampering_found(out, field)

    def test_a_fault_at_the_dummys_cards_is_the_players(self):
        lines = read_lines(self.play(rules="pilot", deals=40, schedule="rotations", bots={
            "a": bad_bot("faulty", what="illegal_card", after=1), "b": RANDOM}, seats=["a", "b"]))
        faults = [line for line in lines if line["status"] == "illegal"]
        assert [line for line in faults if tokens(line)[-1][0] == "1"] and {line["table"][line["fault"]] for line in faults} == {"a"}

    def test_a_fault_before_a_turned_card_is_read_as_it_was_written(self):
        out = self.play(rules={"game": "oma", "concede": "before_second_lead"}, deals=20, schedule="rotations", bots={
            "a": bad_bot("faulty", what="fail_crash", when="concede", percent=50), "b": RANDOM}, seats=["a", "b"])
        assert [line for line in read_lines(out) if line["status"] == "crash"]
        self.assert_sound(out)
