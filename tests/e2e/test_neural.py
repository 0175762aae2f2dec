# SPDX-License-Identifier: MIT
"""The bot that has learned: fit for the arena under every rule set, the same numbers in C as in numpy, a recipe that gives the
same bytes, and stronger than the club player by more than chance.
"""
import json
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


def run_fit(name: str, *arguments: Any) -> list[dict[str, Any]]:
    done = subprocess.run([sys.executable, TRAIN / name, *map(str, arguments)], capture_output=True, text=True, timeout=TIMEOUT)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


HAND_SHAPES = {"input": (fit_hands.INPUTS, fit_hands.HIDDEN_1), "bias_1": (fit_hands.HIDDEN_1,),
               "second": (fit_hands.HIDDEN_2, fit_hands.HIDDEN_1), "bias_2": (fit_hands.HIDDEN_2,),
               "output": (fit_hands.OUTPUTS, fit_hands.HIDDEN_2), "bias_3": (fit_hands.OUTPUTS,)}


class TestNumbers:
    """What the C code computes is what numpy does with the same weights: records have the inputs, and what C made of them."""

    @pytest.mark.parametrize("side", ("declarer", "defender"))
    def test_the_worth_of_cards(self, tmp_path: Path, side: str) -> None:
        record("neural-record", 30, 4, "network", tmp_path)
        weights = fit_cards.read(ROOT / "bots" / "neural" / "network_weights.c", side)
        records = fit_cards.Records([tmp_path], side, None)
        data = records.load((0, 0, len(records.files[0][0])))
        told = np.fromfile(tmp_path / f"{side}.told", "<i4")
        line = np.rint(data["line"].astype(np.float64) * 64).astype(np.int64)
        assert len(told) > 300 and len(set(told)) > 100
        assert (told == line + fit_cards.whole_forward(weights, data)).all()

    @pytest.mark.parametrize("what, name", (("announcements", "announcement_network"), ("bids", "bid_network")))
    def test_hands(self, tmp_path: Path, what: str, name: str) -> None:
        record("neural-record-hands", what, 100, 4, "linear", tmp_path / "records")
        text = (ROOT / "bots" / "neural" / "hand_weights.c").read_text()
        weights = fit_cards.arrays(text.split(f"hand_network {name} =")[1], HAND_SHAPES)
        records = np.fromfile(tmp_path / "records", fit_hands.RECORD)
        told = np.fromfile(tmp_path / "records.told", "<i4").reshape(-1, 2)
        assert len(told) == len(records) > 50 and len(np.unique(told[:, 0])) > 20
        assert (told == fit_hands.whole_outputs(weights, fit_hands.bits(records))).all()


class TestRecipe:
    """The recipe of README.md, small: the same records and weights each time, and a fit that learns."""

    def test_cards(self, tmp_path: Path) -> None:
        for i in "01":
            (tmp_path / i).mkdir()
            record("neural-record", 400, 11, "linear", tmp_path / i)
        for path in sorted((tmp_path / "0").iterdir()):
            assert path.read_bytes() == (tmp_path / "1" / path.name).read_bytes()
        told = [run_fit("fit_cards.py", tmp_path / i, "--out", tmp_path / f"{i}.c", "--epochs", 3, "--batch", 256) for i in "01"]
        assert told[0] == told[1]
        assert (tmp_path / "0.c").read_bytes() == (tmp_path / "1.c").read_bytes()
        for side in ("declarer", "defender"):
            errors = [line["error"] for line in told[0] if line["side"] == side]
            assert errors[-1] < errors[0]
        # Rounding to whole numbers changes next to nothing.
        assert all(abs(line["whole_numbers"] - line["held_out"]) < 0.01 for line in told[0])
        text = (tmp_path / "0.c").read_text()
        assert all(len(line) <= 100 for line in text.splitlines())
        assert len(re.findall(r"-?\d+", text.split("network_weights = {")[1])) >= sum(
            2 * int(np.prod(shape)) for shape in fit_cards.SHAPES.values()) + 90 * fit_cards.FEATURES

    def test_hands(self, tmp_path: Path) -> None:
        for what in ("announcements", "bids"):
            record("neural-record-hands", what, 1500, 12, "linear", tmp_path / what)
        told = [run_fit("fit_hands.py", "--announcements", tmp_path / "announcements", "--bids", tmp_path / "bids", "--out",
                        tmp_path / f"{i}.c", "--epochs", 3, "--batch", 128) for i in range(2)]
        assert told[0] == told[1]
        assert (tmp_path / "0.c").read_bytes() == (tmp_path / "1.c").read_bytes()
        last = [line for line in told[0] if line["epoch"] == 2]
        assert last[0]["held_out"][0] < last[0]["constant"][0]

    def test_words_of_the_recorders(self, tmp_path: Path) -> None:
        for command in (["neural-record", "1", "1", "line", tmp_path],
                        ["neural-record-hands", "cards", "1", "1", "linear", tmp_path / "x"]):
            done = subprocess.run([program().parent / command[0], *map(str, command[1:])], capture_output=True, text=True)
            assert done.returncode == 2 and done.stderr.startswith("usage: ")


class TestNeural(RunTest):
    def assert_no_faults(self, folder: Path) -> None:
        assert {line["status"] for line in read_lines(folder)} <= {"ok", "conceded"}

    @pytest.mark.long
    def test_conformance(self) -> None:
        done = arena("check", "neural", "--deals", repeat(40, 4), "--seconds", "600", timeout=600)
        assert done.returncode == OK, done.stdout + done.stderr

    def test_same_bytes_for_any_number_of_workers(self) -> None:
        fields = {"bots": {"n": "neural", "s": "stammtisch"}, "seats": ["n", "s"], "schedule": "duel", "deals": 100}
        one, four = (self.play("--workers", workers, **fields) for workers in (1, 4))
        self.assert_same_bytes(one, four)
        self.assert_sound(one)
        self.assert_no_faults(one)

    @pytest.mark.parametrize("rules", ("stammtisch", "swedish", "dutch", "ramsch-only", "bierlachs", "tourneeskat", "farbenreizen",
                                       "6er-skat", "ass", "raeuberskat", "strohmann", "offiziersskat"))
    def test_every_rule_set_is_played(self, rules: str) -> None:
        seats = 2 if rules in ("strohmann", "offiziersskat") else 3
        folder = self.play(bots={"n": "neural"}, seats=["n"] * seats, rules=rules, deals=36)
        self.assert_sound(folder)
        self.assert_no_faults(folder)

    def test_random_rule_sets_are_played(self) -> None:
        random = Random(4507)
        for _ in range(repeat(60, 12)):
            folder = self.play(bots={"n": "neural"}, seats=["n", "n", "n"], rules=draw_rules(random), deals=36)
            self.assert_no_faults(folder)

    def test_without_its_networks_it_bids_and_announces_as_stammtisch(self) -> None:
        plain = {"module": "neural", "options": {"bids": False, "announce": False}}
        logs = [self.play(bots={"a": bot}, seats=["a"] * 3, deals=200) for bot in (plain, "stammtisch")]
        ours, clubs = [[line["moves"].split() for line in read_lines(log)] for log in logs]
        differs = 0
        for mine, his in zip(ours, clubs):
            common = next((i for i, (one, other) in enumerate(zip(mine, his)) if one != other), None)
            if common is not None:
                differs += 1
                assert re.fullmatch("[CSHD][789TJQKA]", mine[common]) or mine[common] in ("CL", "RE")
        assert differs > 50

    def test_it_beats_the_club_player(self) -> None:
        """A twentieth of the deals of README.md."""
        folder = self.play(bots={"n": "neural", "s": "stammtisch"}, seats=["n", "s"], schedule="duel", deals=1000,
                           rules={"extends": "isko", "scoring": "seeger_fabian"})
        assert read_json(folder, "summary.json")["comparison"]["scorings"]["seeger_fabian"]["low"] > 2
