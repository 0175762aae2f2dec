# SPDX-License-Identifier: MIT
"""Skat Arena for Python: rules, games, many tables at once, the solver, runs and their logs.

    >>> from skat_arena import Game, Rules
    >>> rules = Rules("isko")
    >>> game = Game(rules, rules.deal(seed=1))
    >>> game.pick("bid 18")
"""
from . import cards
from ._library import SkatError, release
from .game import GAMES, Game, Result
from .rules import DECISIONS, OBSERVATION, OBSERVATION_SIZE, Rules, part
from .runs import Run, compare, decisions, run
from .solver import Positions, solve, solve_game
from .tables import Environment, Tables

#: The version of Skat Arena, as `skat-arena --version` says it: that of the library that was found.
__version__ = release()

__all__ = ["DECISIONS", "Environment", "GAMES", "Game", "OBSERVATION", "OBSERVATION_SIZE", "Positions", "Result", "Rules", "Run",
           "SkatError", "Tables", "__version__", "cards", "compare", "decisions", "part", "run", "solve", "solve_game"]
