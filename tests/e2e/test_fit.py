# SPDX-License-Identifier: MIT
"""The program that fits stammtisch's weights: features, regression, the same bytes, and a small fit that is right."""
import json
import re
import subprocess
import sys

import pytest

np = pytest.importorskip("numpy")

from harness import *  # noqa: E402

FIT = ROOT / "bots" / "stammtisch" / "fit"
sys.path.insert(0, str(FIT))

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


@pytest.mark.long
def test_the_same_config_gives_the_same_bytes_and_a_sound_fit(tmp_path):
    runs = [fit(tmp_path / str(i), SMALL) for i in range(2)]
    assert [run.returncode for run in runs] == [0, 0], runs[0].stderr
    for name in ("weights.c", "kontra_weights.c", "residuals.json"):
        assert (tmp_path / "0" / name).read_bytes() == (tmp_path / "1" / name).read_bytes()
    told = json.loads((tmp_path / "0" / "residuals.json").read_text())
    for kind, games, loss, bins in told["residuals"]:
        if games > 500:  # a fair coin loses 0.693
            assert 0.3 < loss < 0.6, kind
        for count, chance, won in bins:
            assert abs(chance - won) < 0.1 + 2 * (chance * (1 - chance) / count) ** 0.5
    # Against `basic`, which plays its first card, more games are won than against stammtisch.
    assert all(won > expected for _, games, won, expected, _, _ in told["strong"] if games >= 50)


def numbers(text, name, ending):
    return [int(n) for n in re.findall(r"-?\d+", text.split(name)[1].split(ending)[0])]


@pytest.mark.long
def test_what_is_written_compiles_to_what_was_fitted(tmp_path):
    """As many numbers as the structs of model.h have, and none out of range."""
    fit(tmp_path / "fit", SMALL | {"deals": 300, "held_out": 300, "before_hands": 50})
    text = (tmp_path / "fit" / "weights.c").read_text()
    assert len(re.findall(r"\.jacks", text)) == 4 and len(re.findall(r"\.hand", text)) == 8
    for plain in text.split(".plain = {")[1:]:
        assert len(numbers("{" + plain, "{", "}")) == 128
    for suit in text.split(".suit = {")[1:]:
        assert len(numbers("{" + suit, "{", "}")) == 256
    result = subprocess.run(["cc", "-std=c11", "-fsyntax-only", "-Wall", "-Wextra", "-Werror", f"-I{ROOT}",
                             tmp_path / "fit" / "weights.c", tmp_path / "fit" / "kontra_weights.c"],
                            capture_output=True, text=True)
    assert result.returncode == 0, result.stderr


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
    slots = rng.integers(0, 128, (60000, 3))
    odds = true[slots].sum(axis=1) - 0.7
    won = (rng.random(60000) < 1 / (1 + np.exp(-odds))).astype(float)
    slots = np.hstack([slots + 1])
    found = regression.fit(slots, np.ones((60000, 1)), [0], won, np.eye(129) / 4)
    assert np.corrcoef(found[1:], true)[0, 1] > 0.97
    predicted = found[slots].sum(axis=1) + found[0]
    assert abs((1 / (1 + np.exp(-predicted))).mean() - won.mean()) < 0.005


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


@pytest.mark.parametrize("change, message", [
    ({"rouds": 3}, "no key 'rouds' is known"),
    ({"seed": "x"}, "seed: found 'x'; expected int"),
])
def test_a_wrong_config_is_said(tmp_path, change, message):
    run = fit(tmp_path / "fit", SMALL | change)
    assert run.returncode != 0 and message in run.stderr


@pytest.mark.long
def test_the_worth_of_cards_is_fitted_again(tmp_path):
    """What pimc plays games out by (bots/pimc/fit): the same arguments give the same bytes, and players who gain."""
    runs = [fit_cards("fit-card-weights", repeat("6000", "1000"), "2", "3") for _ in range(2)]
    assert runs[0].stdout == runs[1].stdout and runs[0].stderr == runs[1].stderr
    run = fit_cards("fit-card-weights", "6000", "2", "3")
    weights = numbers_of_kinds(run.stdout)
    assert len(weights) == 90 * 80 and any(weights) and all(abs(weight) < 2 ** 15 for weight in weights)
    gains = re.findall(r"against ([a-z ]+): declarer ([+-][\d.]+) \S+ defenders ([+-][\d.]+)", run.stderr)
    assert [against for against, *_ in gains] == ["stammtisch", "stammtisch", "the last round"]
    assert all(float(gain) > 2 for _, *both in gains for gain in both), gains


def numbers_of_kinds(text):
    return [int(number) for number in re.findall(r"-?\d+", text.split("= {{")[1])]


def fit_cards(name, *arguments):
    """One of the programs of bots/pimc/fit."""
    return subprocess.run([program().parent / name, *arguments], capture_output=True, text=True, timeout=TIMEOUT)


def log_of_stammtisch(folder, seed, deals):
    (folder / "c.json").write_text(json.dumps({"name": "three", "seed": seed, "deals": deals, "bots": {"s": {"module": "stammtisch"}},
                                               "seats": ["s", "s", "s"]}))
    assert arena("run", folder / "c.json", "--out", folder / "r").returncode == 0
    return folder / "r" / "games.jsonl"


def fit_judges(log, percent, cards):
    run = fit_cards("fit-card-judges", log, str(percent), str(cards))
    assert run.returncode == 0 and not run.stderr
    return run.stdout


@pytest.mark.long
@pytest.mark.no_sanitizer("about numbers, not memory")
def test_judgements_of_cards_are_fitted_again(tmp_path):
    """The same log gives the same table; with few cards left, a card brings about what playing out and the solver say, whichever of the
    two gets the weight: they hardly differ by then."""
    log = log_of_stammtisch(tmp_path, seed="8", deals=repeat(40, 16))
    assert fit_judges(log, 4, 10) == fit_judges(log, 4, 10)
    table = fit_judges(log, 100, 5)
    found = [[float(number) for number in cell]
             for cell in re.findall(r"[2-5] cards: (\d+) decisions; .* played out (\S+) \S+ solved (\S+)", table)]
    assert len(found) == 8
    decisions = sum(number for number, _, _ in found)
    assert 0.7 < sum(number * (played + solved) for number, played, solved in found) / decisions < 1.3, table


@pytest.mark.long
def test_the_odds_of_cards_are_fitted_again(tmp_path):
    """What pimc expects of others (bots/pimc/fit): the same log gives the same bytes, and cards of other games are foreseen, those of a
    bot that plays by rules much better than even chances would."""
    log = log_of_stammtisch(tmp_path, seed="7", deals=repeat(3000, 1500))
    runs = [fit_cards("fit-card-odds", log) for _ in range(2)]
    assert runs[0].stdout == runs[1].stdout and runs[0].stderr == runs[1].stderr
    weights = numbers_of_kinds(runs[0].stdout)
    # Where a bot that plays by rules always does the same a weight has no bound but that of its type.
    assert len(weights) == 90 * 80 and any(weights) and all(-2 ** 15 <= weight < 2 ** 15 for weight in weights)
    told = re.findall(r"logarithm of the chance (\S+) \(even (\S+)\), likeliest (\S+) %", runs[0].stderr)
    assert len(told) == 2
    for chance, even, likeliest in told:
        assert float(chance) > float(even) / 3 and float(likeliest) > 85


def test_a_line_that_is_no_game_is_said(tmp_path):
    (tmp_path / "games.jsonl").write_text('{"cards":"DJ","moves":""}\n')
    result = fit_cards("fit-card-odds", tmp_path / "games.jsonl")
    assert result.returncode == 1 and result.stdout == ""
    assert result.stderr.endswith("games.jsonl:1: not a game by the official rules\n")
    assert fit_cards("fit-card-odds", tmp_path / "missing.jsonl").returncode == 1


def test_the_committed_weights_of_cards_are_of_their_size():
    for name in ("card_weights", "card_odds"):
        assert len(numbers_of_kinds((ROOT / "bots" / "pimc" / f"{name}.c").read_text())) == 90 * 80
