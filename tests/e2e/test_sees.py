# SPDX-License-Identifier: MIT
"""Bots that see all hands ("sees": "all"): what they see, that it is said everywhere, and what it is worth."""
import json
import shlex
import sys
from typing import Any

import pytest

from harness import *
from machine import isolates

FEW = {"worlds": 4, "solved": 1, "knodes": 1}  # so that a game takes little time
OPEN = {"module": "pimc", "sees": "all", "options": FEW}
CLOSED = {"module": "pimc", "options": FEW}
DUEL: Any = {"bots": {"open": OPEN, "closed": CLOSED}, "seats": ["open", "closed"], "schedule": "duel", "deals": 1, "seed": 2}


class TestSeesAll(RunTest):
    def test_what_is_seen(self):
        """The other two hands at every decision, and nothing else is different."""
        notes = self.temp / "notes"
        command = shlex.join(["exec", sys.executable, "-S", "tests/bots/pipes/notes.py", str(notes)])
        bot = {"module": "pipe", "options": {"command": command}, "sees": "all"}
        folder = self.play(bots={"s": bot, "b": "basic"}, seats=["s", "b", "b"], deals=2, limits={"time_ms": 30000}, schedule="fixed")
        games, looked = read_lines(folder), 0
        for message in map(json.loads, notes.read_text().splitlines()):
            view = message["view"]
            me = view["position"]
            hidden = [set(view["seen"][position]) for position in range(3) if position != me]
            assert not view["seen"][me]
            cards = [card for trick in view["played"] for card in trick["cards"]]
            known = [*view["hand"], *cards, *hidden[0], *hidden[1]]
            assert len(known) == len(set(known))
            if not view["played"] and len(view["hand"]) == 10:
                hands = next(hands for hands in ([set(hand.split(".")) for hand in game["cards"].split("|")] for game in games)
                             if set(view["dealt"]) == hands[me])
                others = [hands[position] for position in range(3) if position != me]
                assert all(mine - hands[3] == theirs - hands[3] or mine <= theirs | hands[3] for mine, theirs in zip(hidden, others))
                looked += 1
        assert looked >= 2

    @pytest.mark.no_sanitizer("about numbers, not memory")
    def test_what_it_is_worth(self):
        """Who sees all hands wins more, by far."""
        folder = self.sample(**DUEL | {"deals": 12}, compare=["open", "closed"])
        assert read_json(folder, "summary.json")["comparison"]["scorings"]["classic"]["mean"] > 0
        self.assert_sound(folder)

    def test_it_is_said(self):
        """Also of a bot of two parts."""
        bots = {"open": OPEN, "closed": "basic", "parts": {"bid": "stammtisch", "play": CLOSED, "sees": "all"}}
        done, folder = self.run_config(bots=bots, seats=list(bots), deals=1, schedule="fixed")
        assert "open saw all hands" in done.stdout and "closed saw" not in done.stdout
        assert [bot["sees"] for bot in read_json(folder, "manifest.json")["bots"]] == ["all", "own", "all"]
        page = self.temp / "page.html"
        assert arena("report", folder, "--out", page).returncode == OK
        assert '"sees":"all"' in page.read_text().replace(" ", "").replace("\n", "").replace("\t", "")

    def test_wrong_words(self):
        for bot, place in (({"module": "basic", "sees": "everything"}, "$.bots.b.sees"),
                           ({"module": "basic", "sees": True}, "$.bots.b.sees"),
                           ({"bid": {"module": "basic", "sees": "all"}, "play": "basic"}, "sees")):
            self.run_says(USAGE, place, bots={"b": bot}, seats=["b"] * 3)

    def test_a_part_of_the_truth(self):
        """With a part of the worlds true, or only as declarer or defender, it plays otherwise than with none and with all."""
        def moves(bot, deals=36, more=(), **options):
            folder = self.play(*more, bots={"open": bot | {"options": FEW | options}, "s": "stammtisch"},
                               seats=["open", "s", "s"], deals=deals, seed=2)  # as declarer and as defender
            assert {line["status"] for line in read_lines(folder)} == {"ok"}
            return [line["moves"] for line in read_lines(folder)]
        closed = moves(CLOSED)
        assert moves(OPEN, true_worlds=0) == closed
        runs = [moves(OPEN), moves(OPEN, true_worlds=50), moves(OPEN, knows="declaring"), moves(OPEN, knows="defending"), closed]
        for one in range(len(runs)):
            assert all(runs[one] != other for other in runs[:one])
        if isolates():
            assert moves(OPEN, 1, ("--isolation", "process")) == runs[0][:1]

    def test_only_for_who_sees(self):
        """The bot says so, and does not play as if nothing had been asked for."""
        folder = self.play(bots={"b": {"module": "pimc", "options": {"knodes": 3, "knows": "declaring"}}}, seats=["b"] * 3, deals=1)
        assert [line["status"] for line in read_lines(folder)] == ["crash"]
        assert "for a bot that sees all hands" in arena("games", folder, "--faults").stdout
