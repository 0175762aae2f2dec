# SPDX-License-Identifier: MIT
"""Bots that see all hands ("sees": "all"): what they see, that it is said everywhere, and what it is worth."""
import json

import pytest

from harness import *
from test_pipe import child

FEW = {"worlds": 12, "solved": 4, "knodes": 10}  # so that a game takes little time
OPEN = {"module": "pimc", "sees": "all", "options": FEW}
CLOSED = {"module": "pimc", "options": FEW}


class TestSeesAll(RunTest):
    def test_what_is_seen(self):
        """The other two hands at every decision, and nothing else is different."""
        notes = self.temp / "notes"
        bot = child("notes", notes) | {"sees": "all"}
        folder = self.play(bots={"s": bot, "b": "basic"}, seats=["s", "b", "b"], deals=4, time_limit_ms=30000)
        games = read_lines(folder)
        looked = 0
        for message in map(json.loads, notes.read_text().splitlines()):
            view = message["view"]
            me = view["position"]
            hidden = [set(view["seen"][position]) for position in range(3) if position != me]
            assert not view["seen"][me]
            played = {card for trick in view["played"] for card in trick["cards"]}
            assert len(set(view["hand"]) | played | hidden[0] | hidden[1]) == \
                len(view["hand"]) + len(played) + len(hidden[0]) + len(hidden[1])
            if not view["played"] and len(view["hand"]) == 10:
                deal = next(game for game in games if set(view["dealt"]) == set(
                    game["cards"].split("|")[me].split(".")))
                hands = [set(hand.split(".")) for hand in deal["cards"].split("|")]
                others = [hands[position] for position in range(3) if position != me]
                taken = hands[3]
                assert all(mine - taken == theirs - taken or mine <= theirs | taken
                           for mine, theirs in zip(hidden, others))
                looked += 1
        assert looked >= 4

    @pytest.mark.parametrize("fields", ({}, {"isolation": "process"}, {"workers": 3}, {"keep_answers": False}))
    def test_same_bytes(self, fields):
        duel = {"bots": {"open": OPEN, "closed": CLOSED}, "seats": ["open", "closed"], "schedule": "duel",
                "deals": 4}
        one, other = self.play(**duel), self.play(**duel | fields)
        assert (one / "games.jsonl").read_bytes() == (other / "games.jsonl").read_bytes()
        self.assert_sound(one)

    def test_it_is_said(self):
        done, folder = self.run_config(bots={"open": OPEN, "closed": "basic"}, seats=["open", "closed", "closed"],
                                       deals=3)
        assert "open saw all hands" in done.stdout and "closed saw" not in done.stdout
        bots = {bot["name"]: bot for bot in read_json(folder, "manifest.json")["bots"]}
        assert bots["open"]["sees"] == "all" and "sees" not in bots["closed"]
        self.assert_schemas(folder)
        page = self.temp / "page.html"
        assert arena("report", folder, "--out", page).returncode == OK
        assert '"sees":"all"' in page.read_text().replace(" ", "").replace("\n", "").replace("\t", "")

    def test_two_parts(self):
        bot = {"bid": "stammtisch", "play": {"module": "pimc", "options": FEW}, "sees": "all"}
        folder = self.play(bots={"b": bot}, seats=["b"] * 3, deals=2)
        assert read_json(folder, "manifest.json")["bots"][0]["sees"] == "all"

    @pytest.mark.parametrize("bot, place", (
        ({"module": "basic", "sees": "everything"}, "$.bots.b.sees"), ({"module": "basic", "sees": True}, "$.bots.b.sees"),
        ({"bid": {"module": "basic", "sees": "all"}, "play": "basic"}, "sees")))
    def test_wrong_words(self, bot, place):
        done, _ = self.run_config(bots={"b": bot}, seats=["b"] * 3)
        assert done.returncode == USAGE and place in done.stderr

    @pytest.mark.no_sanitizer("about numbers, not memory")
    def test_what_it_is_worth(self):
        """Who sees all hands wins more, by far."""
        folder = self.play(bots={"open": OPEN, "closed": CLOSED}, seats=["open", "closed"], schedule="duel",
                           compare=["open", "closed"], deals=repeat(40, 15), seed=repeat(SEED, 1))
        assert read_json(folder, "summary.json")["comparison"]["scorings"]["classic"]["mean"] > 0

    def test_a_part_of_the_truth(self):
        """With a part of the worlds true, or only as declarer or defender, it plays otherwise than with none and with all."""
        def moves(**options):
            folder = self.play(bots={"open": OPEN | {"options": FEW | options}, "closed": CLOSED},
                               seats=["open", "closed", "closed"], deals=4)
            assert {line["status"] for line in read_lines(folder)} == {"ok"}
            return [line["moves"] for line in read_lines(folder)]
        closed = [line["moves"] for line in read_lines(self.play(bots={"open": CLOSED, "closed": CLOSED},
                                                                 seats=["open", "closed", "closed"], deals=4))]
        assert moves(true_worlds=0) == closed
        runs = [moves(), moves(true_worlds=25), moves(knows="declaring"), moves(knows="defending"), closed]
        for one in range(len(runs)):
            assert all(runs[one] != other for other in runs[:one])

    @pytest.mark.parametrize("options", ({"true_worlds": 25}, {"knows": "declaring"}))
    def test_only_for_who_sees(self, options):
        """The bot says so, and does not play as if nothing had been asked for."""
        folder = self.play(bots={"b": {"module": "pimc", "options": {"knodes": 3, **options}}}, seats=["b"] * 3, deals=1)
        assert [line["status"] for line in read_lines(folder)] == ["crash"]
        assert "for a bot that sees all hands" in arena("faults", folder).stdout
