# SPDX-License-Identifier: MIT
"""The value of positions with all cards open."""
from __future__ import annotations

import ctypes
from dataclasses import dataclass
from typing import Any, Literal, TypeVar, overload

import numpy as np
import numpy.typing as npt

from ._library import ERROR, PositionsIn, SkatError, buffer, check, integers, lib, number
from .cards import CARDS
from .game import GAMES, Game
from .rules import part

Values = npt.NDArray[np.int16]
_Scalar = TypeVar("_Scalar", bound=np.generic)


@dataclass
class Positions:
    """n positions to solve, as arrays of integers. game: index in skat_arena.GAMES. alone: who plays
    alone (0 .. 2). hands: the cards still in hand, without those of the open trick, as sets. leader: who leads the trick;
    in_trick: how many cards it has; trick: their numbers, in the order of play (the rest is ignored)."""

    game: npt.ArrayLike  # uint8 [n]
    alone: npt.ArrayLike  # uint8 [n]
    hands: npt.ArrayLike  # uint64 [n, 3]
    leader: npt.ArrayLike | None = None  # uint8 [n]; None: forehand, before the first card
    in_trick: npt.ArrayLike | None = None  # uint8 [n]
    trick: npt.ArrayLike | None = None  # uint8 [n, 2]


def _count(positions: Positions) -> int:
    return len(np.asarray(positions.game))


def _arrays(positions: Positions, n: int) -> tuple[npt.NDArray[Any], ...]:
    """In the order of PositionsIn."""
    def column(values: npt.ArrayLike | None, dtype: type[_Scalar], *width: int) -> npt.NDArray[_Scalar]:
        found = np.zeros((n, *width), dtype) if values is None else np.asarray(values)
        if found.shape != (n, *width):
            raise SkatError(f"found an array of shape {found.shape}, expected {(n, *width)}")
        return integers(found, dtype, "positions")

    return (column(positions.game, np.uint8), column(positions.alone, np.uint8), column(positions.leader, np.uint8),
            column(positions.in_trick, np.uint8), column(positions.trick, np.uint8, 2), column(positions.hands, np.uint64, 3))


@overload
def solve(positions: Positions, *, cards: Literal[False] = False, nodes: int = 0, threads: int = 1) -> Values: ...
@overload
def solve(positions: Positions, *, cards: Literal[True], nodes: int = 0, threads: int = 1) -> tuple[Values, Values]: ...
@overload
def solve(positions: Positions, *, cards: bool, nodes: int = 0, threads: int = 1) -> Values | tuple[Values, Values]: ...


def solve(positions: Positions, *, cards: bool = False, nodes: int = 0, threads: int = 1) -> Values | tuple[Values, Values]:
    """What the player who is alone takes from here on: card points, or 1 if null is lost (int16 [n]). With `cards`, also the value
    after each legal card, and -1 for all others (int16 [n, 36]). `nodes` limits each search; a value that is not found within it is -2.
    Up to `threads` (at most 64) threads work side by side, without the GIL. Each takes the next position when it has finished one, so
    positions that take long hold up no others; the values do not depend on the number of threads. Cards rank as in Skat; variant games that
    rank them otherwise (rules.solved is false) cannot be solved."""
    n = len(np.asarray(positions.game))
    arrays = _arrays(positions, n)
    value = np.zeros(n, np.int16)
    by_card = np.zeros((n, CARDS), np.int16) if cards else None
    error = buffer(ERROR)
    check(lib.skat_ffi_solve(n, ctypes.byref(PositionsIn(*(array.ctypes.data for array in arrays))), number(nodes, "nodes"),
                             number(threads, "threads", 1, 2**31 - 1), value.ctypes.data, None if by_card is None else by_card.ctypes.data,
                             error), error)
    return value if by_card is None else (value, by_card)


def solve_game(game: Game, *, nodes: int = 0) -> Values:
    """The value of every legal card in a game that waits for a card, as solve() computes it: int16 [36], -1 for all other cards."""
    player = game.player
    if game.decision != "card" or game.contract is None or player is None:
        raise SkatError(f"the game waits for {game.decision}, not for a card")
    if not game.rules.solved:
        raise SkatError("the solver cannot play this variant game")
    seen = game.observation()
    hands = game.hands()[0]
    trick, leader = part(seen, "trick"), part(seen, "leader")
    lead = (player + int(np.flatnonzero(leader)[0])) % 3
    order = [(lead + i - player) % 3 for i in range(2)]
    open_cards = [int(np.flatnonzero(trick[who])[0]) for who in order if trick[who].any()]
    alone = game.declarer if game.declarer is not None else player
    positions = Positions(np.array([GAMES.index(game.contract)]), np.array([alone]), np.array([hands], np.uint64),
                          np.array([lead]), np.array([len(open_cards)]), np.array([(open_cards + [0, 0])[:2]]))
    _, by_card = solve(positions, cards=True, nodes=nodes)
    value_of: Values = by_card[0]
    return value_of
