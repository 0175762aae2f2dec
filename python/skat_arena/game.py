# SPDX-License-Identifier: MIT
"""One game, decision by decision."""
from __future__ import annotations

import ctypes
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ._library import ERROR, Handle, SkatError, buffer, check, deal_and_moves, encoded, integers, lib, number
from .cards import CARDS
from .rules import DECISIONS, OBSERVATION_SIZE, OPEN_CARDS_SIZE, Rules

GAMES = ("diamonds", "hearts", "spades", "clubs", "grand", "null", "sachsenspitze", "revolution", "ramsch")


@dataclass(frozen=True)
class Result:
    """How a game ended, in the terms of logs and tables (docs/formats.md). won: whether declarer won, None without a declarer.
    value: what the game is worth, in game points, before doublings; never negative. signed: what was scored for it, in the scoring of
    the rules, all doublings included; negative if lost. points: declarer's card points. matadors: how many declarer has, or, as a
    negative number, lacks (docs/rules.md 6). scores: by position, points in the scoring of the rules (docs/rules.md 8.1), without
    extras."""

    won: bool | None
    value: int
    signed: int
    points: int
    matadors: int
    scores: tuple[int, int, int]


class Game(Handle):
    """An ordinary deal under a rule set: Rules, or what Rules() takes. `deal` is text (docs/formats.md); `moves`, written as in
    a log, are played first.

    A decision takes one or several actions: numbers that `legal()` lists and `pick()` takes (rules.action_name() names
    them). Positions are 0 forehand, 1 middlehand, 2 rearhand."""

    def __init__(self, rules: Rules | str | dict[str, Any], deal: str, moves: str = "") -> None:
        error, rules = buffer(ERROR), Rules.of(rules)
        self.rules = rules
        self._began: tuple[Any, ...] = (rules, deal, moves)  # so that it can be made again, even within a decision; in a world: what
        self._picked = array("i")                            # the game began with, what was picked before, the world
        self._handle: int | None = None
        self._handle = check(lib.skat_ffi_game_open(rules._handle, encoded(deal, "deal"), encoded(moves, "moves"), error), error)
        self._make_room()

    def __del__(self) -> None:
        if getattr(self, "_handle", None):
            lib.skat_ffi_game_close(self._handle)

    def _make_room(self) -> None:
        """For what the library answers at each decision; made once, since that takes longer than the call."""
        self._ints, self._error = (ctypes.c_int32 * 10)(), buffer(ERROR)
        self._mask = np.zeros(self.rules.actions, np.uint8)
        self._mask_at = self._mask.ctypes.data

    def copy(self) -> Game:
        """An independent copy, which continues from here."""
        return self._continued(lib.skat_ffi_game_copy(self._handle))

    def _continued(self, handle: int) -> Game:
        other = object.__new__(Game)
        other.rules, other._handle = self.rules, handle
        other._began, other._picked = self._began, self._picked[:]
        other._make_room()
        return other

    __copy__ = copy

    def __deepcopy__(self, memory: dict[int, Any]) -> Game:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        """What the game began with, and what was picked since: the game as it is, even within a decision."""
        return _made_again, (self._began, self._picked.tolist())

    def _numbers(self) -> ctypes.Array[ctypes.c_int32]:
        lib.skat_ffi_game_numbers(self._handle, self._ints)
        return self._ints

    @property
    def over(self) -> bool:
        """Whether the game is over; result() raises SkatError before that."""
        return bool(self._numbers()[0])

    @property
    def decision(self) -> str:
        """The kind of decision: "bid", "card" ...; "nothing" once the game is over."""
        return DECISIONS[int(self._numbers()[1])]

    @property
    def player(self) -> int | None:
        """The position that decides; None once the game is over."""
        position = int(self._numbers()[2])
        return None if position < 0 else position

    @property
    def declarer(self) -> int | None:
        """Declarer's position; None before there is a declarer, and in games without one."""
        position = int(self._numbers()[4])
        return None if position < 0 else position

    @property
    def bid(self) -> int:
        """The highest bid so far, in game points; 0 before the first."""
        return int(self._numbers()[5])

    @property
    def contract(self) -> str | None:
        """The type of game: "clubs", "grand" ...; None before it is announced."""
        game = int(self._numbers()[6])
        return None if game < 0 else GAMES[game]

    def mask(self) -> npt.NDArray[np.bool_]:
        """Which actions are allowed: bool [rules.actions]."""
        lib.skat_ffi_game_mask(self._handle, self._mask_at)
        return self._mask.astype(bool)

    def legal(self) -> npt.NDArray[np.int_]:
        """The allowed actions, ascending: int [n]."""
        lib.skat_ffi_game_mask(self._handle, self._mask_at)
        return self._mask.nonzero()[0]

    def pick(self, action: int | str) -> None:
        """Picks an action, as a number or in words. Raises SkatError if it is not allowed; then nothing has changed."""
        picked = self.rules.action(action) if isinstance(action, str) else number(action, "action", -(2**31), 2**31 - 1)
        check(lib.skat_ffi_game_pick(self._handle, picked, self._error), self._error)
        self._picked.append(picked)

    def observation(self, position: int | None = None) -> npt.NDArray[np.int16]:
        """What a position, by default the one that decides, sees: int16 [OBSERVATION_SIZE], see OBSERVATION."""
        return self._observe(False, OBSERVATION_SIZE, position)

    def open_cards(self, position: int | None = None) -> npt.NDArray[np.int16]:
        """All cards as they are, seen from a position, by default the one that decides: int16 [OPEN_CARDS_SIZE], see OPEN_CARDS."""
        return self._observe(True, OPEN_CARDS_SIZE, position)

    def _observe(self, open_cards: bool, size: int, position: int | None) -> npt.NDArray[np.int16]:
        looks = self.player if position is None else position
        if looks is None:
            raise SkatError("the game is over: say which position looks")
        seen = np.zeros(size, np.int16)
        if not lib.skat_ffi_game_observe(self._handle, open_cards, number(looks, "position", 0, 2), seen.ctypes.data):
            raise SkatError(f"nobody sits at position {looks}")
        return seen

    def hands(self) -> tuple[list[int], int]:
        """The three hands by position, and the skat, as sets of cards (cards.names() lists the cards of a set)."""
        cards = np.zeros(4, np.uint64)
        lib.skat_ffi_game_cards(self._handle, cards.ctypes.data, cards[3:].ctypes.data)
        return cards[:3].tolist(), int(cards[3])

    @property
    def deal(self) -> str:
        """The deal as text (docs/formats.md), as Game() takes it."""
        return deal_and_moves(lib.skat_ffi_game_text, self._handle)[0]

    @property
    def moves(self) -> str:
        """All moves so far, as in a log."""
        return deal_and_moves(lib.skat_ffi_game_text, self._handle)[1]

    def result(self) -> Result:
        """How the game ended; raises SkatError before it is over."""
        numbers = np.zeros(8, np.int32)
        if not lib.skat_ffi_game_result(self._handle, numbers.ctypes.data):
            raise SkatError("the game is not over")
        won, value, signed, points, matadors, *scores = map(int, numbers)
        return Result(None if won < 0 else bool(won), value, signed, points, matadors, (scores[0], scores[1], scores[2]))

    def worlds(self, position: int) -> int:
        """How many layouts of the hidden cards agree with all that a position sees; 0 where that is not supported
        (engine/game/worlds.h)."""
        return int(lib.skat_ffi_game_worlds(self._handle, number(position, "position", 0, 2)))

    def draw_worlds(self, position: int, count: int, seed: int) -> npt.NDArray[np.uint64]:
        """Draws `count` of the layouts that worlds() counts, all equally likely: uint64 [count, 4], the hands by position and the skat, as
        sets of cards. Raises SkatError where worlds() is 0."""
        worlds, error = np.zeros((number(count, "count", 0, 2**31 - 1), 4), np.uint64), buffer(ERROR)
        check(lib.skat_ffi_game_draw_worlds(self._handle, number(position, "position", 0, 2), number(seed, "seed"), count,
                                            worlds.ctypes.data, error), error)
        return worlds

    def in_world(self, world: npt.ArrayLike) -> Game:
        """This game as it would be if the cards lay as in a world, uint64 [4] as draw_worlds() returns it: a search can play it on. The
        moves are the same, except that declarer discarded what the world has in the skat, and the position from which the world was drawn
        sees the same as here. Raises SkatError where cards were passed on (schieberamsch, revolution), at times in variant games, and if
        the world is not one of this game."""
        cards = integers(world, np.uint64, "worlds")
        if cards.shape != (4,):
            raise SkatError(f"found a world of shape {cards.shape}; expected {(4,)}")
        if (cards >> np.uint64(CARDS)).any():
            raise SkatError(f"a world has a bit that is no card; the cards are bits 0 .. {CARDS - 1}")
        other = self._continued(check(lib.skat_ffi_game_in_world(self._handle, cards.ctypes.data, self._error), self._error))
        other._began, other._picked = (self._began, self._picked.tolist(), cards.tolist()), array("i")
        return other


def _made_again(began: tuple[Any, ...], picked: list[int]) -> Game:
    game = Game(*began) if isinstance(began[0], Rules) else _made_again(*began[:2]).in_world(began[2])
    for action in picked:
        game.pick(action)
    return game


def _batch(games: Sequence[Game], positions: npt.ArrayLike | None) -> tuple[Any, npt.NDArray[np.uint8]]:
    """Handles of games, and the position that looks in each: by default the one that decides."""
    if positions is None:
        if any(game.over for game in games):
            raise SkatError("a game is over: say which positions look")
        positions = np.array([game.player for game in games], int)
    looks = integers(positions if len(games) else np.zeros(np.shape(positions), int), np.uint8, "positions")
    if looks.shape != (len(games),) or (looks > 2).any():
        raise SkatError(f"found positions of shape {looks.shape}; expected {(len(games),)}, each 0 .. 2")
    return (ctypes.c_void_p * max(1, len(games)))(*(game._handle for game in games)), looks


def worlds(games: Sequence[Game], positions: npt.ArrayLike | None = None, *, threads: int = 1) -> npt.NDArray[np.uint64]:
    """Game.worlds() of n games: how many layouts of the hidden cards agree with what a position sees: uint64 [n], 0 where that is not
    supported. `positions`, int [n] of 0 .. 2, are by default those that decide. Up to `threads` (at most 64) threads share the games,
    without the GIL; each takes the next game when it has finished one."""
    handles, looks = _batch(games, positions)
    counts = np.zeros(len(games), np.uint64)
    lib.skat_ffi_worlds(len(games), handles, looks.ctypes.data, number(threads, "threads", 1, 2**31 - 1), counts.ctypes.data)
    return counts


def draw_worlds(games: Sequence[Game], count: int, seed: int, positions: npt.ArrayLike | None = None, *,
                threads: int = 1) -> npt.NDArray[np.uint64]:
    """Game.draw_worlds() of n games: uint64 [n, count, 4]; for game i, what Game.draw_worlds() returns with the seed `seed` + i. Positions
    and threads are as in worlds(); what is drawn does not depend on the number of threads."""
    handles, looks = _batch(games, positions)
    count = number(count, "count", 0, 2**31 - 1)
    drawn, error = np.zeros((len(games), count, 4), np.uint64), buffer(ERROR)
    check(lib.skat_ffi_draw_worlds(len(games), handles, looks.ctypes.data, number(seed, "seed"), count,
                                   number(threads, "threads", 1, 2**31 - 1), drawn.ctypes.data, error), error)
    return drawn
