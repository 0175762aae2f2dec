# SPDX-License-Identifier: MIT
"""Rule sets drawn from all options and games: each is run, verified, and scored a second time. tests/long/test_rule_sets.py has more."""
import random

import pytest

from harness import *
from rule_sets import DRAW, draw_run


def check(test, game, seed, wild=False):
    """Plays a rule set of a game, by one worker and by two. Returns how its games ended."""
    chance = random.Random(f"{game} {seed}")
    run = draw_run(game, chance, {"w": bad_bot("wild"), "c": bad_bot("wild", wild=5, crash=10), "r": RANDOM} if wild else None)
    try:
        folder = test.play(seed=seed, **run)
        if seed % 5 == 0:
            test.assert_same_bytes(folder, test.play(seed=seed, **run | {"workers": 2}))
        test.assert_sound(folder)
    except AssertionError as error:
        raise AssertionError(f"{game} {seed}, {run}: {error}") from error
    return {line["status"] for line in read_lines(folder)}


class TestRandomRuleSets(RunTest):
    @pytest.mark.parametrize("game", DRAW)
    def test_sound_and_repeatable(self, game):
        ends = set().union(*(check(self, game, seed) for seed in ((0, 1) if game == "skat" else (1,))))
        assert not ends & set(FAULTS)

    def test_sound_with_bots_that_answer_anything(self):
        ends = set().union(*(check(self, game, seed, wild=True) for game, seed in (("skat", 0), ("oma", 1))))
        assert {"illegal", "crash"} <= ends
