# SPDX-License-Identifier: MIT
"""`make rule-sets`: as test_random_rule_sets, with ten thousand rule sets, a quarter of an hour, or as many as RULE_SETS says."""
import os
import random

import pytest

from harness import RunTest
from rule_sets import DRAW
from test_random_rule_sets import check

EACH = 25  # rule sets of a test
GAMES = ["skat"] * (len(DRAW) - 1) + [game for game in DRAW if game != "skat"]  # every second is of Skat


class TestRuleSets(RunTest):
    @pytest.mark.parametrize("first", range(0, int(os.environ.get("RULE_SETS", 10000)), EACH))
    def test_sound_and_repeatable(self, first):
        for seed in range(first, first + EACH):
            check(self, random.Random(seed).choice(GAMES), seed, wild=seed % 4 == 0)
