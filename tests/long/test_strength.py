# SPDX-License-Identifier: MIT
"""How well pimc and neural play, and the recipes by which the bots' numbers are fitted again: the same bytes, and a fit that learns."""
import functools
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

np = pytest.importorskip("numpy")

from harness import *  # noqa: E402
from test_fit import SMALL, fit, fit_cards  # noqa: E402
from test_neural import TRAIN, record  # noqa: E402

import fit_hands  # noqa: E402


def run_fit(name: str, *arguments: Any) -> list[dict[str, Any]]:
    done = subprocess.run([sys.executable, TRAIN / name, *map(str, arguments)], capture_output=True, text=True, timeout=TIMEOUT)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


class TestRecipe:
    """The recipe of README.md, small: the same records and weights each time, and a fit that learns."""

    @pytest.mark.parametrize("what, file, words", [("trumps", "cards.weights", []), ("nulls", "nulls.weights", ["--nulls"])])
    def test_cards(self, tmp_path: Path, what: str, file: str, words: list[str]) -> None:
        for i in "01":
            (tmp_path / i).mkdir()
            record("neural-record", what, 400, 11, "linear", tmp_path / i)
        for path in sorted((tmp_path / "0").iterdir()):
            assert path.read_bytes() == (tmp_path / "1" / path.name).read_bytes()
        told = [run_fit("fit_cards.py", tmp_path / i, "--out", tmp_path / f"{i}.weights", "--epochs", 3, "--batch", 256, *words)
                for i in "01"]
        assert told[0] == told[1]
        assert (tmp_path / "0.weights").read_bytes() == (tmp_path / "1.weights").read_bytes()
        for side in ("declarer", "defender"):
            errors = [line["error"] for line in told[0] if line["side"] == side]
            assert errors[-1] < errors[0]
        # Rounding to whole numbers changes next to nothing.
        assert all(abs(line["whole_numbers"] - line["held_out"]) < 0.01 for line in told[0])
        assert (tmp_path / "0.weights").stat().st_size == (ROOT / "bots" / "neural" / file).stat().st_size

    def test_hands(self, tmp_path: Path) -> None:
        for what in ("announcements", "bids"):
            record("neural-record-hands", what, 1500, 12, "linear", tmp_path / what)
        told = [run_fit("fit_hands.py", "--announcements", tmp_path / "announcements", "--bids", tmp_path / "bids", "--out",
                        tmp_path / f"{i}.weights", "--epochs", 3, "--batch", 128) for i in range(2)]
        assert told[0] == told[1]
        assert (tmp_path / "0.weights").read_bytes() == (tmp_path / "1.weights").read_bytes()
        last = [line for line in told[0] if line["epoch"] == 2]
        assert last[0]["held_out"][0] < last[0]["constant"][0]

    def test_hands_of_several_files(self, tmp_path: Path) -> None:
        """Records that follow one another, and bids that are kept."""
        for i, seed in enumerate((12, 13)):
            record("neural-record-hands", "announcements", 300, seed, "linear", tmp_path / str(i))
        both = fit_hands.read_records([tmp_path / "0", tmp_path / "1"])
        assert (np.diff(both["deal"].astype(np.int64)) >= 0).all()
        assert both["deal"].max() + 1 == sum(np.fromfile(tmp_path / i, fit_hands.RECORD)["deal"].max() + 1 for i in "01")
        weights = tmp_path / "hands.weights"
        weights.write_bytes((ROOT / "bots" / "neural" / "hands.weights").read_bytes())
        before = fit_hands.read(weights)
        run_fit("fit_hands.py", "--announcements", tmp_path / "0", tmp_path / "1", "--out", weights, "--epochs", 1, "--batch", 128)
        after = fit_hands.read(weights)
        assert (after["announcements"]["input"] != before["announcements"]["input"]).any()
        assert all((after["bids"][name] == part).all() for name, part in before["bids"].items())


class TestPimc(RunTest):
    def test_bids_by_the_network(self):
        """It bids as neural does where the network has learned the stakes; where other ones are played for, by sampling."""
        def bids(rules, bot):
            folder = self.play(bots={"p": {"bid": bot, "play": "stammtisch"}}, seats=["p"] * 3, deals=3, rules=rules)
            return [(line.get("declarer"), line.get("bid")) for line in read_lines(folder)]
        fast = {"module": "pimc", "options": {"fast": True}}
        sampling = {"module": "pimc", "options": {"fast": True, "networks": False}}
        assert bids("isko", fast) == bids("isko", "neural") != bids("isko", sampling)
        other = {"extends": "isko", "value.grand": 20}
        assert bids(other, fast) == bids(other, sampling)

    def test_announcements_by_the_network(self):
        """After the pick-up it announces as neural does, without networks as stammtisch; with spitzen, what its tables do not."""
        def announced(rules, module, **options):
            bot = {"module": module, "options": {"bids": False, "caution": 57, **options}}
            folder = self.play(bots={"p": {"bid": bot, "play": "stammtisch"}}, seats=["p"] * 3, deals=24, rules=rules)
            return [re.findall(r" w \S+ \d (\S+)", line["moves"]) for line in read_lines(folder)]
        for rules in ("isko", {"extends": "isko", "spitzen.max": 1}):
            fast, neural = announced(rules, "pimc", fast=True), announced(rules, "neural")
            both = [(one, other) for one, other in zip(fast, neural) if one and other]
            assert len(both) > 12 and all(one == other for one, other in both)
            assert neural != announced(rules, "neural", announce=False) and fast != announced(rules, "pimc", networks=False)

    def test_ramsch_by_the_rules_in_force(self):
        """The same cards are played otherwise where ramsch counts otherwise."""
        def moves(more):
            folder = self.play(bots={"p": {"module": "pimc", "options": {"fast": True}}}, seats=["p"] * 3, deals=2,
                               rules={"extends": "ramsch-only", **more})
            self.assert_no_faults(folder)
            return [line["moves"] for line in read_lines(folder)]
        usual = moves({})
        for rules in ({"ramsch": {"score": "each"}}, {"ramsch": {"tie": "last_trick", "skat_to": "nobody"}},
                      {"ramsch": {"score": "amounts", "amounts": [0, 500, 1000]}}, {"passed_in": "schieberamsch"}):
            assert moves(rules) != usual, rules

    def test_fast(self):
        """At the cards it is the same as these options."""
        def moves(**options):
            folder = self.play(bots={"p": {"module": "pimc", "options": options}}, seats=["p"] * 3, deals=1)
            self.assert_no_faults(folder)
            return [line["moves"] for line in read_lines(folder)]
        tables = {"bids": False, "announce": False}
        assert moves(fast=True, **tables) == moves(worlds=40, solved=0, knodes=25, exact=5, candidates=7, **tables)

    def test_a_changed_bid_changes_no_card(self):
        """Two that differ in their own boldness alone differ in a bid or not at all; believing the others bolder changes cards."""
        def differ(option):
            bots = {name: {"module": "pimc", "options": {"fast": True, "bids": False, "knodes": 100, option: value}}
                    for name, value in (("a", 62), ("b", 52))}
            folder = self.play(bots=bots, seats=["a", "b"], schedule="duel", compare=["a", "b"], deals=12, redeals=1)
            path = folder / "redeals.jsonl"
            return [len(deal["cases"]) for deal in read_lines_of(path)] if path.exists() else []
        own, others = differ("caution"), differ("others")
        assert own and all(own)
        assert others and not all(others)

    def test_conformance(self):
        arena_ok("check", "pimc:worlds=3,knodes=2", "--deals", 1, "--seconds", 600, timeout=600)

    def test_ramsch_by_sampling(self):
        """+15 points a deal and more over stammtisch (README.md); without the option it plays as stammtisch does."""
        def difference(deals, **options):
            bots = {"p": {"module": "pimc", "options": {"fast": True, **options}}, "s": "stammtisch"}
            folder = self.play(bots=bots, seats=["p", "s"], schedule="duel", compare=["p", "s"], deals=deals, rules="ramsch-only")
            self.assert_no_faults(folder)
            return read_json(folder, "summary.json")["comparison"]
        sampled, same = difference(60), difference(4, ramsch=False)
        assert sampled["scorings"]["classic"]["low"] > 0
        assert same["divergent"] == 0

    @pytest.mark.no_sanitizer("about play, not memory")
    def test_every_option_counts(self):
        """Changed, each makes some game go otherwise."""
        usual = {"worlds": 12, "solved": 4, "knodes": 20}

        def moves(deals, **options):
            folder = self.play(bots={"p": {"module": "pimc", "options": {**usual, **options}}},
                               seats=["p", "p", "p"], deals=deals, seed=3,
                               rules={"extends": "isko", "scoring.system": "seeger_fabian",
                                      "kontra": {"levels": 2}, "concede": "never"})
            self.assert_no_faults(folder)
            return [line["moves"] for line in read_lines(folder)]

        runs = [functools.partial(moves, deals) for deals in (1, 4, 12, 36)]
        expected = {run: functools.cache(run) for run in runs}
        cases: Any = ({"worlds": 16}, {"solved": 8}, {"knodes": 5}, {"fast": True}, {"inference": False}, {"plays": False}, {"exact": 0},
                      {"bids": False}, {"bids": False, "caution": 90}, {"announce": False},
                      {"kontra": False}, {"scoring": False}, {"networks": False})
        for option in cases:
            assert any(run(**option) != expected[run]() for run in runs), option

    @pytest.mark.no_sanitizer("about numbers, not memory")
    def test_a_clear_card_needs_no_more_worlds(self):
        """What is clear early is not asked about in all worlds: most games go as they would, some do not.
        test_pimc.c says when it is clear."""
        moves, deals = [], 6
        for clear in (True, False):
            folder = self.play(bots={"p": {"module": "pimc", "options": {"worlds": 30, "solved": 0, "knodes": 20,
                                                                         "clear": clear}}},
                               seats=["p", "p", "p"], deals=deals, seed=1)
            self.assert_sound(folder)
            self.assert_no_faults(folder)
            moves.append([line["moves"] for line in read_lines(folder)])
        same = sum(one == other for one, other in zip(*moves))
        assert 0 < same < deals

    def assert_no_faults(self, folder):
        assert {line["status"] for line in read_lines(folder)} == {"ok"}

    @pytest.mark.no_sanitizer("about numbers, not memory")
    def test_stronger_than_the_club_player(self):
        fields = {"bots": {"p": {"module": "pimc", "options": {"fast": True}}, "s": "stammtisch"},
                  "seats": ["p", "s"], "schedule": "duel", "deals": 36, "seed": 13}
        comparison = read_json(self.play(**fields), "summary.json")["comparison"]
        assert comparison["a"] == "p"
        assert comparison["scorings"]["seeger_fabian"]["low"] > 0

    def test_what_it_fails_is_known(self):
        positions = ROOT / "tests" / "positions"
        arena_ok("positions", "pimc", positions / "endings.jsonl", "--known", positions / "pimc.txt", "--quiet")


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


def test_the_worth_of_cards_is_fitted_again(tmp_path):
    """What pimc plays games out by (bots/pimc/fit): the same arguments give the same bytes, and players who gain."""
    runs = [fit_cards("fit-card-weights", "1000", "2", "3") for _ in range(2)]
    assert runs[0].stdout == runs[1].stdout and runs[0].stderr == runs[1].stderr
    run = fit_cards("fit-card-weights", "40000", "2", "3")  # gains of 7 to 25, each +-2.5
    assert len(run.stdout) == 90 * 80 * 2 and np.frombuffer(run.stdout, "<i2").any()
    gains = re.findall(r"against ([a-z ]+): declarer ([+-][\d.]+) \S+ defenders ([+-][\d.]+)", run.stderr.decode())
    assert [against for against, *_ in gains] == ["stammtisch", "stammtisch", "the last round"]
    assert all(float(gain) > 2 for _, *both in gains for gain in both), gains


def log_of_stammtisch(folder, seed, deals):
    (folder / "c.json").write_text(json.dumps({"name": "three", "seed": seed, "deals": deals, "bots": {"s": {"module": "stammtisch"}},
                                               "seats": ["s", "s", "s"]}))
    assert arena("run", folder / "c.json", "--out", folder / "r").returncode == 0
    return folder / "r" / "games.jsonl"


def fit_judges(log, percent, cards):
    run = fit_cards("fit-card-judges", log, str(percent), str(cards))
    assert run.returncode == 0 and not run.stderr
    return run.stdout.decode()


@pytest.mark.no_sanitizer("about numbers, not memory")
def test_judgements_of_cards_are_fitted_again(tmp_path):
    """The same log gives the same table; with few cards left, a card brings about what playing out and the solver say, whichever of the
    two gets the weight: they hardly differ by then."""
    log = log_of_stammtisch(tmp_path, seed="8", deals=16)
    assert fit_judges(log, 4, 10) == fit_judges(log, 4, 10)
    table = fit_judges(log, 100, 5)
    found = [[float(number) for number in cell]
             for cell in re.findall(r"[2-5] cards: (\d+) decisions; .* played out (\S+) \S+ solved (\S+)", table)]
    assert len(found) == 8
    decisions = sum(number for number, _, _ in found)
    assert 0.7 < sum(number * (played + solved) for number, played, solved in found) / decisions < 1.3, table


def test_the_odds_of_cards_are_fitted_again(tmp_path):
    """What pimc expects of others (bots/pimc/fit): the same log gives the same bytes, and cards of other games are foreseen, those of a
    bot that plays by rules much better than even chances would."""
    log = log_of_stammtisch(tmp_path, seed="7", deals=1500)
    runs = [fit_cards("fit-card-odds", log) for _ in range(2)]
    assert runs[0].stdout == runs[1].stdout and runs[0].stderr == runs[1].stderr
    assert len(runs[0].stdout) == 90 * 80 * 2 and np.frombuffer(runs[0].stdout, "<i2").any()
    told = re.findall(r"logarithm of the chance (\S+) \(even (\S+)\), likeliest (\S+) %", runs[0].stderr.decode())
    assert len(told) == 2
    for chance, even, likeliest in told:
        assert float(chance) > float(even) / 3 and float(likeliest) > 85


def numbers(text, name, ending):
    return [int(n) for n in re.findall(r"-?\d+", text.split(name)[1].split(ending)[0])]


def test_what_is_written_compiles_to_what_was_fitted(tmp_path):
    """As many numbers as the structs of model.h have, and none out of range."""
    fit(tmp_path / "fit", SMALL | {"deals": 100, "held_out": 100, "before_hands": 20})
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
