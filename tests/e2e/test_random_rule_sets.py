# SPDX-License-Identifier: MIT
"""End-to-end tests of rule sets drawn from all options: each is run, run again with more workers, verified, and scored a second
time. Ten thousand of them with FULL=1, a quarter of an hour, or as many as the variable RULE_SETS says."""
import os
import random

import pytest

from harness import RANDOM, UNIFORM, RunTest, bad_bot, mixed, repeat
from test_tourneeskat import draw_rules as draw_tourneeskat
from test_variant_games import GAMES, GAMES_FOR_TWO
from test_variants import HAND, draw_rules

EACH = 25  # rule sets of a test
RULE_SETS = int(os.environ.get("RULE_SETS", repeat(10000, 200)))
BOTS = {"r": HAND, "u": UNIFORM, "m": mixed(concede=10), "e": bad_bot("wild", wild=0), "w": bad_bot("wild", wild=4)}


def draw_game(chance):
    """A rule set of Skat, or, less often, of another game; and how many sit at the table."""
    kind = chance.random()
    if kind < 0.1:
        return chance.choice(GAMES_FOR_TWO).draw(chance), 2
    seats = chance.choice([3, 3, 4, 5])
    if kind < 0.2:
        return draw_tourneeskat(chance), seats
    return chance.choice(GAMES).draw(chance) if kind < 0.4 else draw_rules(chance), seats


class TestRandomRuleSets(RunTest):
    @pytest.mark.long
    @pytest.mark.parametrize("first", range(0, RULE_SETS, EACH))
    def test_sound_and_repeatable(self, first):
        for seed in range(first, first + EACH):
            chance = random.Random(seed)
            rules, seats = draw_game(chance)
            plain = {"r": RANDOM, "u": UNIFORM}  # the others know no game of its own but Turnéskat
            bots = plain if rules.get("game", "skat") not in ("skat", "tourneeskat") else BOTS
            table = [chance.choice(list(bots)) for _ in range(seats)]
            run = {"seed": seed, "deals": chance.choice([5, 8]), "sessions": 2, "rules": rules, "seats": table,
                   "bots": {name: bots[name] for name in set(table)}, "schedule": chance.choice(["fixed", "rotations"])}
            try:
                once, again = self.play(**run), self.play(**run | {"workers": 2})
                self.assert_same_bytes(once, again)
                self.assert_sound(once)
            except AssertionError as error:
                raise AssertionError(f"rule set {seed}, {rules}: {error}") from error
