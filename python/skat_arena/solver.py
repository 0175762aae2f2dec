# SPDX-License-Identifier: MIT
"""The value of positions with all cards open."""
from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Literal, TypeVar, overload

import numpy as np
import numpy.typing as npt

from ._library import ERROR, SkatError, buffer, check, integers, lib, number
from .cards import CARDS
from .game import GAMES, Game
from .rules import part

Values = npt.NDArray[np.int16]
_Scalar = TypeVar("_Scalar", bound=np.generic)


@dataclass
class Positions:
    """n positions to solve, in arrays of any integers that fit the types below. game: index in skat_arena.GAMES. alone: who plays
    alone (0 .. 2). hands: the cards still in hand, without those of the open trick, as sets. leader: who leads the trick;
    in_trick: how many cards it has, trick: which (numbers of cards, in the order of play; the rest counts for nothing)."""

    game: npt.ArrayLike  # uint8 [n]
    alone: npt.ArrayLike  # uint8 [n]
    hands: npt.ArrayLike  # uint64 [n, 3]
    leader: npt.ArrayLike | None = None  # uint8 [n]; None: forehand, before the first card
    in_trick: npt.ArrayLike | None = None  # uint8 [n]
    trick: npt.ArrayLike | None = None  # uint8 [n, 2]


def _count(positions: Positions) -> int:
    return len(np.asarray(positions.game))


def _part(positions: Positions, rows: slice, nodes: int, want_cards: bool) -> tuple[Values, Values | None]:
    n = _count(positions)
    count = len(range(n)[rows])

    def column(values: npt.ArrayLike | None, dtype: type[_Scalar], *width: int) -> npt.NDArray[_Scalar]:
        found = np.zeros((n, *width), dtype) if values is None else np.asarray(values)
        if found.shape != (n, *width):
            raise ValueError(f"found an array of shape {found.shape}, expected {(n, *width)}")
        return integers(found[rows], dtype, "positions")

    arrays: tuple[npt.NDArray[Any], ...] = (
        column(positions.game, np.uint8), column(positions.alone, np.uint8), column(positions.leader, np.uint8),
        column(positions.in_trick, np.uint8), column(positions.trick, np.uint8, 2), column(positions.hands, np.uint64, 3))
    value = np.zeros(count, np.int16)
    cards = np.zeros((count, CARDS), np.int16) if want_cards else None
    error = buffer(ERROR)
    check(lib.skat_ffi_solve(count, *(array.ctypes.data for array in arrays), number(nodes, "nodes"), value.ctypes.data,
                             None if cards is None else cards.ctypes.data, error), error)
    return value, cards


@overload
def solve(positions: Positions, *, cards: Literal[False] = False, nodes: int = 0, threads: int = 1) -> Values: ...
@overload
def solve(positions: Positions, *, cards: Literal[True], nodes: int = 0, threads: int = 1) -> tuple[Values, Values]: ...
@overload
def solve(positions: Positions, *, cards: bool, nodes: int = 0, threads: int = 1) -> Values | tuple[Values, Values]: ...


def solve(positions: Positions, *, cards: bool = False, nodes: int = 0, threads: int = 1) -> Values | tuple[Values, Values]:
    """What the player alone takes from here on: card points, or 1 if null is lost (int16 [n]). With `cards` also the value
    after each legal card, -1 for all others (int16 [n, 36]). `nodes` limits each search; values beyond it are -2. The GIL is
    released, so `threads` work side by side; the values do not depend on how many. Cards rank as in Skat; variant games that rank
    them otherwise (rules.solved is false) cannot be solved."""
    count = _count(positions)
    if threads <= 1 or count < 2:
        values, by_card = _part(positions, slice(0, count), nodes, cards)
    else:
        edges = np.linspace(0, count, min(threads, count) + 1).astype(int)
        with ThreadPoolExecutor(threads) as pool:
            parts = list(pool.map(lambda ends: _part(positions, slice(*ends), nodes, cards), zip(edges[:-1], edges[1:])))
        values = np.concatenate([of for of, _ in parts])
        by_card = np.concatenate([of for _, of in parts if of is not None]) if cards else None
    return values if by_card is None else (values, by_card)


def solve_game(game: Game, *, nodes: int = 0) -> Values:
    """The value of every card that may be played in a game that waits for one: int16 [36], -1 for all others."""
    player = game.player
    if game.decision != "card" or game.contract is None or player is None:
        raise ValueError(f"the game waits for {game.decision}, not for a card")
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
