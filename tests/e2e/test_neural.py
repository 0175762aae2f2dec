# SPDX-License-Identifier: MIT
"""The bot that has learned: fit for the arena under every rule set, the same numbers in C as in numpy, a recipe that gives the
same bytes, and stronger than the club player by more than chance.
"""
import re
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

np = pytest.importorskip("numpy")

from harness import *  # noqa: E402
from test_variants import draw_rules  # noqa: E402

TRAIN = ROOT / "bots" / "neural" / "train"
sys.path.insert(0, str(TRAIN))

import fit_cards  # noqa: E402
import fit_hands  # noqa: E402


def record(name: str, *arguments: Any) -> None:
    subprocess.run([program().parent / name, *map(str, arguments)], check=True, timeout=TIMEOUT)


class TestNumbers:
    """What the C code computes is what numpy does with the same weights: records have the inputs, and what C made of them."""

    @pytest.mark.parametrize("what, file", [("trumps", "cards.weights"), ("nulls", "nulls.weights")])
    def test_the_worth_of_cards(self, tmp_path: Path, what: str, file: str) -> None:
        record("neural-record", what, 30, 4, "network", tmp_path)
        for side, weights in fit_cards.read(ROOT / "bots" / "neural" / file).items():
            records = fit_cards.Records([tmp_path], side, None)
            data = records.load((0, 0, len(records.files[0][0])))
            told = np.fromfile(tmp_path / f"{side}.told", "<i4")
            line = np.rint(data["line"].astype(np.float64) * 64).astype(np.int64)
            assert len(told) > 100 and len(set(told)) > 50
            assert (told == line + fit_cards.whole_forward(weights, data)).all()
            assert line.any() == (what == "trumps")

    def test_hands(self, tmp_path: Path) -> None:
        for what, weights in fit_hands.read(ROOT / "bots" / "neural" / "hands.weights").items():
            record("neural-record-hands", what, 60, 4, "linear", tmp_path / "records")
            records = np.fromfile(tmp_path / "records", fit_hands.RECORD)
            told = np.fromfile(tmp_path / "records.told", "<i4").reshape(-1, 2)
            assert len(told) == len(records) > 30 and len(np.unique(told[:, 0])) > 15
            assert (told == fit_hands.whole_outputs(weights, fit_hands.bits(records))).all()


class TestRecipe:
    def test_announcements_are_learned_from_the_discards_that_the_network_likes(self, tmp_path: Path) -> None:
        """Of the eight choices of a deal, the first five have the best discards of a game each."""
        record("neural-record-hands", "announcements", 300, 4, "network", tmp_path / "records")
        records = np.fromfile(tmp_path / "records", fit_hands.RECORD)
        plays_grand = fit_hands.bits(records)[:, 67].reshape(-1, 8)
        chance = np.fromfile(tmp_path / "records.told", "<i4").reshape(-1, 8, 2)[:, :, 0]
        grands = plays_grand[:, 5:].all(axis=1)
        assert grands.sum() > 30 and (plays_grand[:, 4] == 1).all() and (plays_grand[:, :4] == 0).all()
        assert (chance[grands, 4] >= chance[grands, 5:].max(axis=1)).mean() > 0.9

    def test_words_of_the_recorders(self, tmp_path: Path) -> None:
        for command in (["neural-record", "trumps", "1", "1", "line", tmp_path], ["neural-record", "hands", "1", "1", "linear", tmp_path],
                        ["neural-record-hands", "cards", "1", "1", "linear", tmp_path / "x"]):
            done = subprocess.run([program().parent / command[0], *map(str, command[1:])], capture_output=True, text=True)
            assert done.returncode == 2 and done.stderr.startswith("usage: ")


class TestNeural(RunTest):

    def test_other_rule_sets_are_played(self) -> None:
        arena_ok("check", "neural", "--rules", "stammtisch", "--deals", 1, "--seconds", 60, "--isolation", "none")
        random = Random(4507)
        for rules in ("tourneeskat", "offiziersskat", draw_rules(random), draw_rules(random)):
            folder = self.play(bots={"n": "neural"}, seats=["n"] * (2 if rules == "offiziersskat" else 3), rules=rules, deals=3)
            assert {line["status"] for line in read_lines(folder)} <= {"ok", "conceded"}

    def test_without_its_networks_it_bids_and_announces_as_stammtisch(self) -> None:
        plain = {"module": "neural", "options": {"bids": False, "announce": False}}
        logs = [self.play(bots={"a": bot}, seats=["a"] * 3, deals=30) for bot in (plain, "stammtisch")]
        ours, clubs = [[line["moves"].split() for line in read_lines(log)] for log in logs]
        differs = 0
        for mine, his in zip(ours, clubs):
            common = next((i for i, (one, other) in enumerate(zip(mine, his)) if one != other), None)
            if common is not None:
                differs += 1
                assert re.fullmatch("[CSHD][789TJQKA]", mine[common]) or mine[common] in ("CL", "RE")
        assert differs > 7

    def test_it_beats_the_club_player(self) -> None:
        """A hundredth of the deals of README.md; the same bytes with other workers."""
        fields = {"bots": {"n": "neural", "s": "stammtisch"}, "seats": ["n", "s"], "schedule": "duel",
                  "rules": {"extends": "isko", "scoring.system": "seeger_fabian"}}
        folder = self.play(deals=120, **fields)
        assert read_json(folder, "summary.json")["comparison"]["scorings"]["seeger_fabian"]["low"] > 0
        self.assert_same_bytes(*(self.play("--workers", workers, deals=6, **fields) for workers in (1, 3)))

    def test_it_wins_and_defends_more_nulls_than_stammtisch(self, tmp_path: Path) -> None:
        """Each contract is declared by either of them against two of the other, and by stammtisch against its own kind: 44, 27
        and 33 % are won."""
        bold = {"module": "stammtisch", "options": {"null_bonus": 100}}
        games = read_lines(self.play(bots={"a": bold}, seats=["a"] * 3, deals=30000))
        contracts = tmp_path / "nulls.txt"
        contracts.write_text("".join(f"{game['cards']} {game['moves']}\n" for game in games if game.get("contract") == "N"))
        won: dict[tuple[str, str], list[bool]] = {}
        for other in ("neural", "stammtisch"):
            folder = self.play(bots={"x": {"module": other}, "s": {"module": "stammtisch"}}, seats=["x", "s"], schedule="duel",
                               seatings="all", deals={"file": str(contracts)}, contract="fixed")
            for game in read_lines(folder):
                names = [game["table"][seat] for seat in game["seats"]]
                declarer = names[game["declarer"]]
                if names.count(declarer) == 1:
                    won.setdefault((other, declarer), []).append(game["result"]["won"])
        share = {who: np.mean(results) for who, results in won.items()}
        assert len(won["neural", "x"]) > 1000
        assert share["neural", "x"] > share["stammtisch", "x"] + 0.03
        assert share["neural", "s"] < share["stammtisch", "s"] - 0.02
