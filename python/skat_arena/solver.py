# SPDX-License-Identifier: MIT
"""The value of positions with all cards open."""
from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from ._library import ERROR, SkatError, buffer, check, integers, lib, number
from .cards import CARDS
from .game import GAMES, Game


@dataclass
class Positions:
    """Positions to solve, row by row. game: index in skat_arena.GAMES. alone: who plays alone (0 .. 2). hands: the cards still in
    hand, without those of the open trick, as sets. leader: who leads the trick; in_trick: its cards so far, trick: which."""

    game: np.ndarray  # uint8 [n]
    alone: np.ndarray  # uint8 [n]
    hands: np.ndarray  # uint64 [n, 3]
    leader: np.ndarray | None = None  # uint8 [n]; None: forehand, before the first card
    in_trick: np.ndarray | None = None  # uint8 [n]
    trick: np.ndarray | None = None  # uint8 [n, 2]


def _part(positions: Positions, rows: slice, nodes: int, want_cards: bool) -> tuple[np.ndarray, np.ndarray | None]:
    count = len(positions.game[rows])

    def column(values, dtype, width=()):
        values = np.zeros((len(positions.game), *width), dtype) if values is None else np.asarray(values)
        if values.shape != (len(positions.game), *width):
            raise ValueError(f"found an array of shape {values.shape}, expected {(len(positions.game), *width)}")
        return integers(values[rows], dtype, "positions")

    arrays = [column(positions.game, np.uint8), column(positions.alone, np.uint8), column(positions.leader, np.uint8),
              column(positions.in_trick, np.uint8), column(positions.trick, np.uint8, (2,)),
              column(positions.hands, np.uint64, (3,))]
    value = np.zeros(count, np.int16)
    cards = np.zeros((count, CARDS), np.int16) if want_cards else None
    error = buffer(ERROR)
    check(lib.skat_ffi_solve(count, *(array.ctypes.data for array in arrays), number(nodes, "nodes"), value.ctypes.data,
                             None if cards is None else cards.ctypes.data, error), error)
    return value, cards


def solve(positions: Positions, *, cards: bool = False, nodes: int = 0, threads: int = 1) -> np.ndarray | tuple:
    """What the player alone takes from here on: card points, or 1 if null is lost (int16 [n]). With `cards` also the value
    after each legal card, -1 for all others (int16 [n, 36]). `nodes` limits each search; values beyond it are -2. The GIL is
    released, so `threads` work side by side; the values do not depend on how many. Cards rank as in Skat; variant games that rank
    them otherwise (rules.solved is false) cannot be solved."""
    count = len(positions.game)
    if threads <= 1 or count < 2:
        values, by_card = _part(positions, slice(0, count), nodes, cards)
    else:
        edges = np.linspace(0, count, min(threads, count) + 1).astype(int)
        with ThreadPoolExecutor(threads) as pool:
            parts = list(pool.map(lambda ends: _part(positions, slice(*ends), nodes, cards), zip(edges[:-1], edges[1:])))
        values = np.concatenate([part[0] for part in parts])
        by_card = np.concatenate([part[1] for part in parts]) if cards else None
    return (values, by_card) if cards else values


def solve_game(game: Game, *, nodes: int = 0) -> np.ndarray:
    """The value of every card that may be played in a game that waits for one: int16 [36], -1 for all others."""
    from .rules import part
    if game.decision != "card" or game.contract is None:
        raise ValueError(f"the game waits for {game.decision}, not for a card")
    if not game.rules.solved:
        raise SkatError("the solver cannot play this variant game")
    seen = game.observation()
    player, hands = game.player, game.hands()[0]
    trick, leader = part(seen, "trick"), part(seen, "leader")
    lead = (player + int(np.flatnonzero(leader)[0])) % 3
    order = [(lead + i - player) % 3 for i in range(2)]
    open_cards = [int(np.flatnonzero(trick[who])[0]) for who in order if trick[who].any()]
    alone = game.declarer if game.declarer is not None else player
    positions = Positions(np.array([GAMES.index(game.contract)]), np.array([alone]), np.array([hands], np.uint64),
                          np.array([lead]), np.array([len(open_cards)]), np.array([(open_cards + [0, 0])[:2]]))
    return solve(positions, cards=True, nodes=nodes)[1][0]
