# SPDX-License-Identifier: MIT
"""Random decisions in a second of processor time through Python, by number of tables and what they observe."""
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent))
from skat_arena import Game, Rules, Tables  # noqa: E402


def rate(step: Callable[[], None], decisions: int) -> float:
    began, done = time.process_time(), 0
    while time.process_time() - began < 2:
        step()
        done += decisions
    return done / (time.process_time() - began)


def one_game(rules: Rules, deal: str) -> int:
    game, decisions = Game(rules, deal), 0
    while not game.over:
        game.pick(random.choice(game.legal()))
        decisions += 1
    return decisions


def main() -> None:
    rules, rng = Rules("isko"), np.random.default_rng(1)
    for count in (1, 64, 1024):
        for observe in (True, False):
            tables = Tables(rules, count, 1, observe=observe)

            def by_library(tables: Tables = tables) -> None:
                tables.step(tables.random_actions())

            def by_numpy(tables: Tables = tables) -> None:
                tables.step(np.where(tables.mask, rng.random(tables.mask.shape, np.float32), -1).argmax(axis=1))

            print(f"{count:5} tables, {'with' if observe else 'without'} observations: actions chosen by the library "
                  f"{rate(by_library, count):12,.0f}, by numpy "
                  f"{rate(by_numpy, count):12,.0f}")
    began, done = time.process_time(), 0
    while time.process_time() - began < 2:
        done += one_game(rules, rules.deal(1, deal=done))
    print(f"one Game, decision by decision: {done / (time.process_time() - began):,.0f}")


if __name__ == "__main__":
    main()
