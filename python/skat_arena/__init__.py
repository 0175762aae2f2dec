# SPDX-License-Identifier: MIT
"""Skat Arena for Python: rules, games, many tables at once, the solver, runs and their logs.

    >>> from skat_arena import Game, Rules
    >>> rules = Rules("skat")
    >>> game = Game(rules, rules.deal(seed=1))
    >>> game.pick("bid 18")
"""
import importlib.util
import sys

if not importlib.util.find_spec("numpy"):
    NO_NUMPY = f"skat_arena needs numpy, which {sys.executable} does not have: pip install numpy, or apt-get install python3-numpy"
    raise SystemExit(NO_NUMPY) if sys.argv[0] == "-m" else ImportError(NO_NUMPY)

from . import cards  # noqa: E402
from ._library import SkatError, release
from .columns import Columns
from .environment import Environment
from .game import GAMES, Game, Result, draw_worlds, worlds
from .policy import Network, Policy, bot
from .pool import Pool, PoolResult
from .rules import DECISIONS, OBSERVATION, OBSERVATION_SIZE, OPEN_CARDS, OPEN_CARDS_SIZE, Rules, part
from .runs import Run, compare, decisions, merge, play, run
from .solver import Positions, solve, solve_game
from .tables import FORFEIT, GuestFault, Tables, Trajectories

#: The version of Skat Arena, as `skat-arena --version` says it: that of the library that was found.
__version__ = release()

__all__ = ["Columns", "DECISIONS", "Environment", "FORFEIT", "GAMES", "Game", "GuestFault", "Network", "OBSERVATION", "OBSERVATION_SIZE",
           "OPEN_CARDS", "OPEN_CARDS_SIZE", "Policy", "Pool", "PoolResult", "Positions", "Result", "Rules", "Run", "SkatError", "Tables",
           "Trajectories", "__version__", "bot", "cards", "compare", "decisions", "draw_worlds", "merge", "part", "play", "run", "solve",
           "solve_game", "worlds"]
