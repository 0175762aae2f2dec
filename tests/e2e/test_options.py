"""Every rule option is in the tests and in the notes, and every counter is in the descriptions of the summary.

The options are those of `rules reference`. For each one that is drawn, played, scored a second time and noted as
without effect, nothing has to be remembered: an option that is missing somewhere fails a test here.
"""
import dataclasses
import json
import re

import pytest

import scorekeeper
import test_tourneeskat
import test_variant_games
import test_variants
from harness import *
from report_pages import DATA


def reference():
    """The schema of each option, by dotted name."""
    schemas = {}
    for name, schema in json.loads(arena("rules", "reference", "--json").stdout)["properties"].items():
        if schema.get("type") == "object":
            schemas |= {f"{name}.{member}": inner for member, inner in schema["properties"].items()}
        else:
            schemas[name] = schema
    return schemas


# ---- random rule sets ------------------------------------------------------------------------

DRAWN = range(20)  # about as many rule sets of each game as are played without FULL=1
DRAWERS = {"skat": lambda test, seed: test_variants.TestRandomRules.play_drawn(test, seed, test_variants.BOTS),
           "tourneeskat": lambda test, seed: test_tourneeskat.play_drawn(test, seed, test_tourneeskat.BOTS)}
DRAWERS |= {game.name: lambda test, seed, game=game: test_variant_games.TestEveryGame.play_drawn(
    test, game, seed, test_variants.BOTS) for game in test_variant_games.GAMES}
DRAWERS |= {game.name: lambda test, seed, game=game: test_variant_games.TestTwoSeats.play_drawn(
    test, game, seed, test_variants.BOTS) for game in test_variant_games.GAMES_FOR_TWO}


class Recorder:
    """Takes the place of a test: keeps the rules that it is told to play."""

    def __init__(self):
        self.rules = []

    def play(self, rules, seats, deals, **_):
        self.rules.append(scorekeeper.flatten(rules) | {"seats": len(seats), "deals": deals})


def options_of(rules):
    """The options that the game of a rule set has, with their values."""
    done = arena("rules", "show", rules, "--json")
    assert done.returncode == OK, done.stderr
    options = scorekeeper.flatten(json.loads(done.stdout))
    return {name: value for name, value in options.items() if name not in ("game", "ladder")}


def drawn_once(options, rules):
    """The options of which the rule sets have fewer than two values."""
    return [name for name in options if len({json.dumps(each.get(name)) for each in rules}) < 2]


@pytest.mark.parametrize("game", DRAWERS)
def test_random_rule_sets_draw_every_option(game):
    recorder = Recorder()
    for seed in DRAWN:
        DRAWERS[game](recorder, seed)
    fixed = {"seats"} if game in test_variant_games.FOR_TWO else set()  # always two
    assert set(drawn_once(options_of("isko" if game == "skat" else game), recorder.rules)) == fixed


def test_every_game_is_drawn():
    assert set(DRAWERS) == set(reference()["game"]["enum"])
