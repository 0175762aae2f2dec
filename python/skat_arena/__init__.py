# SPDX-License-Identifier: MIT
"""Skat Arena for Python: rules, games, many tables at once, the solver, runs and their logs.

    >>> from skat_arena import Game, Rules
    >>> rules = Rules("isko")
    >>> game = Game(rules, rules.deal(seed=1))
    >>> game.pick("bid 18")
"""
from . import cards
from ._library import SkatError
from .game import GAMES, Game, Result
from .rules import DECISIONS, OBSERVATION, OBSERVATION_SIZE, Rules, part
from .runs import Run, compare, decisions, run
from .solver import Positions, solve, solve_game
from .tables import Environment, Tables

__all__ = ["DECISIONS", "Environment", "GAMES", "Game", "OBSERVATION", "OBSERVATION_SIZE", "Positions", "Result", "Rules", "Run",
           "SkatError", "Tables", "cards", "compare", "decisions", "part", "run", "solve", "solve_game"]
