# SPDX-License-Identifier: MIT
"""The program that fits stammtisch's weights: features, regression, the same bytes, and a small fit that is right."""
import json
import subprocess
import sys

import pytest

np = pytest.importorskip("numpy")

from harness import *  # noqa: E402

FIT = ROOT / "bots" / "stammtisch" / "fit"
sys.path.insert(0, str(FIT))

import fit as fit_program  # noqa: E402
import hands  # noqa: E402
import priors  # noqa: E402
import regression  # noqa: E402

pytestmark = pytest.mark.no_sanitizer("about numbers, not memory")

SMALL = {"seed": 4, "rounds": 1, "deals": 3000, "caution": [0.35, 0.62], "explore": 0.35, "by_hand": 0.15,
         "before_hands": 300, "skats": 2, "held_out": 3000, "defence": {"module": "basic"},
         "strong_games": {"suit": 60, "grand": 60, "null": 10, "ouvert": 5}, "strong_caution": [0.4, 0.6],
         "strong_share": 0.5}


def fit(folder, config):
    folder.mkdir()
    (folder / "fit.json").write_text(json.dumps(config))
    return subprocess.run([sys.executable, FIT / "fit.py", folder / "fit.json", "--build", program().parent, "--out", folder],
                          capture_output=True, text=True, timeout=TIMEOUT)


def test_features_are_those_of_the_cards():
    hand = sum(1 << hands.NAMES.index(card) for card in "CJ SJ CA CT C9 HA HT H8 D7 S7".split())
    one = np.array([hand])
    assert hands.size(one)[0] == 10 and hands.points(one)[0] == 2 + 2 + 11 + 10 + 11 + 10
    assert hands.jacks(one)[0] == 0b1100
    assert hands.PLAIN[hands.byte(one, 3)][0] == 0b1100100  # clubs: A T 9
    assert hands.matadors(one, 3)[0] == 2 and hands.matadors(one, hands.GRAND)[0] == 2
    assert hands.values(one, 3)[0] == 36 and hands.values(one, hands.GRAND, 1)[0] == 96
    without = np.array([sum(1 << hands.NAMES.index(card) for card in "DJ CA CT C9 HA HT H8 D7 S7 S8".split())])
    assert hands.matadors(without, 3)[0] == 3 and hands.matadors(without, hands.GRAND)[0] == 3


def test_regression_finds_planted_weights():
    rng = np.random.Generator(np.random.PCG64(1))
    true = rng.normal(0, 1, 128)
    slots = rng.integers(0, 128, (30000, 3))
    odds = true[slots].sum(axis=1) - 0.7
    won = (rng.random(30000) < 1 / (1 + np.exp(-odds))).astype(float)
    slots = np.hstack([slots + 1])
    found = regression.fit(slots, np.ones((30000, 1)), [0], won, np.eye(129) / 4)
    assert np.corrcoef(found[1:], true)[0, 1] > 0.95
    predicted = found[slots].sum(axis=1) + found[0]
    assert abs((1 / (1 + np.exp(-predicted))).mean() - won.mean()) < 0.008


def test_rare_holdings_get_what_similar_ones_have():
    """Half of the plain holdings are never seen; the prior knows the others' cards and lengths."""
    rng = np.random.Generator(np.random.PCG64(2))
    bits = np.array([[mask >> bit & 1 for bit in range(7)] for mask in range(128)])
    true = bits @ np.array([-0.3, -0.3, -0.3, -0.2, 0.1, 0.4, 1.0])
    seen = rng.permutation(128)[:64]
    slots = rng.choice(seen, (40000, 1))
    won = (rng.random(40000) < 1 / (1 + np.exp(-true[slots].sum(axis=1)))).astype(float)
    prior = regression.precision(128, [(0, priors.plain())], 1)
    found = regression.fit(slots, np.empty((40000, 0)), [], won, prior)
    unseen = np.setdiff1d(np.arange(128), seen)
    assert np.abs(found[unseen] - true[unseen]).mean() < 0.2


def test_a_wrong_config_is_said(tmp_path):
    (tmp_path / "fit.json").write_text(json.dumps(SMALL | {"seed": "x"}))
    with pytest.raises(SystemExit, match="seed: found 'x'; expected int"):
        fit_program.read_config(tmp_path / "fit.json")


def test_plain_null_is_fitted_without_the_other_tables(tmp_path):
    weights = tmp_path / "weights.c"
    old = (FIT.parent / "weights.c").read_text()
    weights.write_text(old)
    result = subprocess.run([sys.executable, FIT / "null.py", "--deals", "3000", "--build", program().parent, "--weights", weights],
                            capture_output=True, text=True, timeout=TIMEOUT)
    assert result.returncode == 0, result.stderr
    tables = [text.split(".bias") for text in (old, weights.read_text())]
    assert len(tables[0]) == len(tables[1]) == 1 + 2 + 2 + 4  # suit, grand, null and null ouvert
    assert [n for n, (one, other) in enumerate(zip(*tables)) if one.split() != other.split()] == [5, 7]


def fit_cards(name, *arguments):
    """One of the programs of bots/pimc/fit; two of them print the bytes of weights."""
    return subprocess.run([program().parent / name, *arguments], capture_output=True, timeout=TIMEOUT)


def test_a_line_that_is_no_game_is_said(tmp_path):
    (tmp_path / "games.jsonl").write_text('{"cards":"DJ","moves":""}\n')
    result = fit_cards("fit-card-odds", tmp_path / "games.jsonl")
    assert result.returncode == 1 and result.stdout == b""
    assert result.stderr.decode().endswith("games.jsonl:1: not a game by the official rules\n")
    assert fit_cards("fit-card-odds", tmp_path / "missing.jsonl").returncode == 1
