# SPDX-License-Identifier: MIT
"""Many tables in one call."""
from __future__ import annotations

import copy
import ctypes
import functools
import threading
from collections.abc import Callable, Sequence
from typing import Any, TypeVar, cast

import numpy as np
import numpy.typing as npt

from ._library import (ERROR, Handle, RowsOut, SkatError, Starts, TablesOut, buffer, check, deal_and_moves, encoded, integers, json_of, lib,
                       number, text_of)
from .game import Game
from .guests import Guests
from .policy import Policy
from .pool import Pool, PoolResult
from .rules import OBSERVATION_SIZE, OPEN_CARDS_SIZE, Rules

REWARDS = ("rules", "classic", "seeger")
#: In place of an action of Tables.step(): the deal is forfeited.
FORFEIT = -2
_Method = TypeVar("_Method", bound=Callable[..., Any])


class GuestFault(SkatError):
    """A bot at the tables ended a deal by a fault; the text says which bot, in which deal, and why. The step is done, and the tables go
    on."""


class Trajectories:
    """n actions of deals that are over, a row for each, as Tables.record() kept them; the rows of a deal follow each other in the order of
    play. They are valid until the next trajectories(). Each attribute is a copy made when it is read, and batch() copies only some rows.
    What was not recorded is None. A copy (copy.copy() or an unpickled one) has rows of its own, which stay valid.

    observation int16 [n, OBSERVATION_SIZE]  what the player saw
    open        int16 [n, OPEN_CARDS_SIZE]   all cards as they were
    mask        bool [n, actions]  what was allowed
    action      int32 [n]          what was picked
    probability float32 [n]        how likely that was, as given to step()
    scores      int32 [n, 3]       what the deal brought the seat that decided: by the rules, classic, with Seeger's extras
    session, deal uint64 [n]       which deal
    table       int32 [n]          at which table
    seat, position uint8 [n]       who decided
    who         uint8 [n]          which player that was: the number given to step(), or 1, 2 ... for the policies among `bots`
                                   (Tables.players has their names)
    """

    def __init__(self, columns: dict[str, npt.NDArray[Any] | None], rows: npt.NDArray[np.int32], tables: Tables | None = None) -> None:
        self._columns, self._rows, self._tables = columns, rows, tables  # without tables the columns are its own
        self._taken = tables._taken if tables is not None else 0

    def __reduce__(self) -> tuple[Any, ...]:
        own = {name: None if column is None else self.batch(name) for name, column in self._columns.items()}
        return Trajectories, (own, np.arange(len(self), dtype=np.int32))

    def __len__(self) -> int:
        return len(self._rows)

    def batch(self, name: str, which: slice | npt.NDArray[Any] = slice(None)) -> npt.NDArray[Any]:
        """Some rows of the attribute `name`: [rows, ...]. `which` says which: int [m] of 0 .. n - 1, bool [n], or a slice."""
        if self._tables is not None and self._taken != self._tables._taken:
            raise SkatError("these rows are gone since the next ones were taken: copy what you keep")
        column = self._columns[name]
        if column is None:
            raise SkatError(f"{name} was not recorded: see Tables.record()")
        copied: npt.NDArray[Any] = column[self._rows[which]]
        return copied

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name not in self._columns:
            raise AttributeError(f"Trajectories have no {name}: {', '.join(self._columns)}")
        return None if self._columns[name] is None else self.batch(name)


def _by_one_thread(method: _Method) -> _Method:
    """A method of Tables that another thread cannot call while one is in such a method: what the library finds then would be a fault of a
    bot that did nothing wrong."""
    @functools.wraps(method)
    def call(tables: Tables, *arguments: Any, **options: Any) -> Any:
        if not tables._in_use.acquire(blocking=False):
            raise SkatError(f"another thread is using these tables; {method.__name__} did nothing. Tables are for one thread at a time: "
                            "give each thread tables of its own, or share a lock")
        try:
            return method(tables, *arguments, **options)
        finally:
            tables._in_use.release()
    return cast(_Method, call)


def _address(array: npt.NDArray[Any] | None) -> int | None:
    return None if array is None else array.ctypes.data


class Tables(Handle):
    """`count` tables that are played side by side. Each always waits for a decision of the learner; a table whose deal is over
    begins the next one in the same step. Table t plays the sessions first_session + t, first_session + t + count ... of the seed, with the
    cards that `skat-arena run` deals for them. Tables are for one thread at a time: a method that is called while another thread is in one
    raises SkatError.

    rules: Rules, or what Rules() takes.
    bots: for each seat a bot as in a config ("stammtisch", {"module": ..., "options": ...}), a Policy, a Pool (one of its
    policies plays in each deal), or None for the learner. Bots and policies play in this process, without a sandbox; policies are
    asked for all tables at once, and `seed` decides what they draw.
    reward: points by "rules" (the score of the rule set, with Seeger's extras if it has them), "classic" or "seeger" (docs/rules.md 8.1).
    observe: whether to show what the player sees; False saves most of the time.
    open_cards: whether to show all cards as they are, too, for a critic.
    starts: games (skat_arena.Game, or texts (deal, moves)) at which deals begin, in place of those of the seed: in the auction,
    before the announcement, at a contract or in the middle of the play. Table t plays start t, t + count and so on, round by round;
    `deal` is the number of the start, `session` the round, and the seats move on in each round.
    faults: "raise": a step in which a bot ended a deal by a fault raises GuestFault when it is done; "count": such deals are only counted,
    in the attribute `faults`.

    The arrays are the same in every step, filled anew; copy what you keep:
      seat        uint8 [count]             who decides
      position    uint8 [count]             where it sits
      mask        bool  [count, actions]    what is allowed
      observation int16 [count, OBSERVATION_SIZE], None without `observe`
      open        int16 [count, OPEN_CARDS_SIZE], None without `open_cards`
      done        uint8 [count]             how many deals ended in this step: bots play some alone, while the learner sits out
      reward      int32 [count, seats]      what they brought each seat
      scores      int32 [count, 3, seats]   what the first of them brought, by the rules, classic, with Seeger's extras; unchanged
                                            if none ended
      session, deal  uint64 [count]         which deal of the seed is played
    """

    def __init__(self, rules: Rules | str | dict[str, Any], count: int, seed: int | str, *, first_session: int = 0,
                 bots: Sequence[Any] | None = None, reward: str = "rules", observe: bool = True, open_cards: bool = False,
                 starts: Sequence[Game | tuple[str, str]] | None = None, faults: str = "raise") -> None:
        if reward not in REWARDS:
            raise SkatError(f'reward is "{reward}"; allowed: {", ".join(REWARDS)}')
        if faults not in ("raise", "count"):
            raise SkatError(f'faults is "{faults}"; allowed: raise, count')
        self._handle: int | None = None
        if not isinstance(observe, bool):
            raise SkatError(f"observe is {observe!r}; expected True or False")
        self.rules, self.count = Rules.of(rules), number(count, "count", 1, 2**20)
        self._observes, self._raises = observe, faults == "raise"
        self._in_use, self._seated = threading.RLock(), list(bots or [])
        self._seat_bots(self._seated, seed)
        self._make_arrays(open_cards)
        self._open(seed, first_session, bots, reward, starts)
        self._begin_recording()
        self._tell_faults()
        self._ask_policies()

    @_by_one_thread
    def reset(self, seed: int | str, *, first_session: int = 0) -> None:
        """Begins anew, as Tables() with this seed, this first session and otherwise the same arguments would, in the same arrays. Modules
        of bots are not read again, so this takes a small part of the time. Raises SkatError once the tables record."""
        if not lib.skat_ffi_tables_reset(self._handle, encoded(seed, "seed"), number(first_session, "first_session"), self._error):
            raise SkatError(text_of(self._error))
        self.scores[...] = 0
        self._seat_bots(self._seated, seed)
        self._tell_faults()
        self._ask_policies()

    def _make_arrays(self, open_cards: bool) -> None:
        size = self.count
        self.seat = np.zeros(size, np.uint8)
        self.position = np.zeros(size, np.uint8)
        self.mask = np.zeros((size, self.rules.actions), bool)
        self.observation: npt.NDArray[np.int16] | None = np.zeros((size, OBSERVATION_SIZE), np.int16) if self._observes else None
        self.open: npt.NDArray[np.int16] | None = np.zeros((size, OPEN_CARDS_SIZE), np.int16) if open_cards else None
        self.done = np.zeros(size, np.uint8)
        self.reward = np.zeros((size, self.rules.seats), np.int32)
        self.scores = np.zeros((size, len(REWARDS), self.rules.seats), np.int32)
        self.session = np.zeros(size, np.uint64)
        self.deal = np.zeros(size, np.uint64)
        # The library writes to them, whatever becomes of the attributes.
        self._arrays = (self.seat, self.position, self.mask, self.observation, self.open, self.done, self.reward, self.session, self.deal,
                        self.scores)

    def _begin_recording(self) -> None:
        self._error, self._picked = buffer(ERROR), np.zeros(self.count, np.int32)
        self._columns: dict[str, npt.NDArray[Any] | None] = {}
        self._listed = self._taken = 0  # rows that were taken last; how often

    @_by_one_thread
    def __copy__(self) -> Tables:
        """Tables that go on from here by themselves: the same actions bring the same deals. Policies among the bots are the same
        objects. Not of tables with bots, nor once they record."""
        return self._copied(self._guests.policies)

    @_by_one_thread
    def __deepcopy__(self, memory: dict[int, Any]) -> Tables:
        return self._copied(copy.deepcopy(self._guests.policies, memory))

    def _copied(self, policies: list[Policy | Pool]) -> Tables:
        other = object.__new__(Tables)
        other._handle = None
        for name in ("rules", "count", "_observes", "_raises", "_bots"):
            setattr(other, name, getattr(self, name))
        other._in_use = threading.RLock()
        other._seated = [policies[guest - 1] if guest else bot for guest, bot in zip(self._guests.guest_of, self._seated)]
        other._guests, other._random = self._guests.copied(policies), copy.deepcopy(self._random)
        other._make_arrays(self.open is not None)
        for mine, its in zip(self._arrays, other._arrays):
            if mine is not None and its is not None:
                its[...] = mine
        error = buffer(ERROR)
        other._handle = check(lib.skat_ffi_tables_copy(self._handle, ctypes.byref(TablesOut(*map(_address, other._arrays))), error), error)
        other._begin_recording()
        return other

    def __reduce__(self) -> tuple[Any, ...]:
        raise TypeError("Tables cannot be pickled: in the other process, make new ones with the same arguments and step() them with the "
                        "same actions; copy.copy() copies them in this one")

    def _open(self, seed: int | str, first_session: int, bots: Sequence[Any] | None, reward: str,
              starts: Sequence[Game | tuple[str, str]] | None) -> None:
        out = TablesOut(*map(_address, self._arrays))
        words = None
        if bots is not None and any(bot is not None for bot in self._bots):
            words = json_of(self._bots, "a bot")
        games = [of if isinstance(of, Game) else Game(self.rules, *of) for of in starts or []]
        if any(game.rules is not self.rules for game in games):
            raise SkatError("a start was opened with other Rules than the tables: give both the same object")
        handles = (ctypes.c_void_p * max(1, len(games)))(*(game._handle for game in games))
        beginnings = None if starts is None else ctypes.byref(Starts(ctypes.cast(handles, ctypes.c_void_p), len(games)))
        error = buffer(ERROR)
        self._handle = check(lib.skat_ffi_tables_open(
            self.rules._handle, encoded(seed, "seed"), number(first_session, "first_session"), self.count, REWARDS.index(reward),
            words, beginnings, ctypes.byref(out), error), error)

    def __del__(self) -> None:
        if getattr(self, "_handle", None):
            lib.skat_ffi_tables_close(self._handle)

    def _seat_bots(self, bots: Sequence[Any], seed: int | str) -> None:
        """Seats of policies are seats of the learner for the library; this class decides there."""
        self._bots = [None if isinstance(bot, (Policy, Pool)) else bot for bot in bots]
        self._guests = Guests(bots, self.count, self.rules.seats, self._observes)
        if self._guests.guest_of.all():
            raise SkatError("no seat is left for the learner: None at least one")
        self._random = np.random.default_rng(list(str(seed).encode()) + [20261126])

    def _refuse_open_decisions(self) -> None:
        """Of policies that failed in the step before, for which the learner would decide."""
        for table in np.flatnonzero(self._guests.guest_of[self.seat])[:1]:
            raise SkatError(f"the policy in seat {self.seat[table]} has not decided yet at table {table}, since one failed in the step "
                            f"before: make new tables")

    def _ask_policies(self) -> None:
        """Has policies decide until the learner does, at all tables."""
        while self._guests.policies:
            tables = np.flatnonzero(self._guests.guest_of[self.seat])
            if not len(tables):
                return
            whose = np.zeros(self.count, np.uint8)
            whose[tables] = self._guests.deciding(tables, self.seat[tables], self.session[tables], self.deal[tables])
            actions = np.full(self.count, -1, np.int32)
            likely = np.ones(self.count, np.float32)
            for player in np.unique(whose[tables]):
                self._ask(int(player), np.flatnonzero(whose == player), actions, likely)
            before = self._in_progress()
            if not lib.skat_ffi_tables_go_on(self._handle, actions.ctypes.data, likely.ctypes.data, whose.ctypes.data, self._error):
                raise SkatError(text_of(self._error))
            self._count_results(*before)

    def _ask(self, player: int, at: npt.NDArray[np.intp], actions: npt.NDArray[np.int32], likely: npt.NDArray[np.float32]) -> None:
        """Has one policy decide at these tables."""
        assert self.observation is not None  # what a policy sees
        name = self.players[player]
        try:
            chosen = self._guests.policy(player).choose(self.observation[at], self.mask[at], self._random.random(len(at)))
        except SkatError as error:
            raise SkatError(f"the policy {name} in seat {self.seat[at[0]]}: {error}") from None
        actions[at], likely[at] = chosen
        is_action = (actions[at] >= 0) & (actions[at] < self.rules.actions)
        for table in at[~(is_action & self.mask[at, np.where(is_action, actions[at], 0)])][:1]:
            raise SkatError(f"the policy {name} in seat {self.seat[table]} at table {table} picked {actions[table]}, which is not allowed "
                            f"there")

    def _in_progress(self, is_step: bool = False) -> tuple[npt.NDArray[Any], ...]:
        """Where deals are and what they brought in this step so far, for _count_results(); nothing without a pool. A step begins with
        nothing."""
        if not self._guests.pooled.any():
            return ()
        told = (np.zeros_like(self.done), np.zeros_like(self.reward)) if is_step else (self.done.copy(), self.reward.copy())
        return self.session.copy(), self.deal.copy(), *told

    def _count_results(self, *before: npt.NDArray[Any]) -> None:
        """By the names of pools, what deals brought that have ended since."""
        if before:
            session, deal, done, reward = before
            ended = np.flatnonzero((self.session != session) | (self.deal != deal))
            self._guests.end_deals(ended, self.reward[ended] - reward[ended], self.done[ended] - done[ended] == 1)

    @property
    def players(self) -> dict[int, str]:
        """The names of the policies among the bots by their number in Trajectories.who: a policy's name in its pool, or that of its
        class."""
        return self._guests.names()

    def results(self) -> dict[str, PoolResult]:
        """What deals brought, by the names of the policies in pools, in the scoring of `reward`. A deal counts if the policy decided in
        it. If a bot ends the next deal at the table by a fault before anyone else decides, neither deal counts."""
        return self._guests.results()

    def _tell_faults(self) -> None:
        if self._raises and any(bot is not None for bot in self._bots) and lib.skat_ffi_tables_fault(self._handle, self._error):
            raise GuestFault(text_of(self._error))

    @_by_one_thread
    def step(self, actions: npt.ArrayLike, probability: npt.ArrayLike | None = None, who: npt.ArrayLike | None = None) -> None:
        """Picks an allowed action at each table: int [count]. FORFEIT ends the deal by a fault of who decides, and costs as much as the
        illegal answer of a bot in a run (docs/rules.md 8.3). If an action is not allowed, that is an error and changes nothing.
        `probability`, float [count], says how likely each action was, and `who`, uint8 [count], which of the learner's players picked it;
        both are recorded."""
        picked = integers(actions, np.int32, "actions")
        if picked.shape != (self.count,):
            raise SkatError(f"found actions of shape {picked.shape}, expected {(self.count,)}")
        if self._guests.policies:
            self._refuse_open_decisions()
        likely = None if probability is None else np.ascontiguousarray(np.broadcast_to(probability, (self.count,)), np.float32)
        player = None if who is None else np.ascontiguousarray(np.broadcast_to(integers(who, np.uint8, "who"), (self.count,)))
        before = self._in_progress(is_step=True)
        if not lib.skat_ffi_tables_step(self._handle, picked.ctypes.data, _address(likely), _address(player), self._error):
            raise SkatError(text_of(self._error))
        self._count_results(*before)
        self._ask_policies()
        if self._bots:
            self._tell_faults()

    @_by_one_thread
    def record(self, *, observation: bool = True, open_cards: bool = False, mask: bool = True, room: int = 0) -> None:
        """From now on keeps a row for each decision, also those of policies among the bots: what was seen, with `open_cards` and `mask`
        what these arrays contained, what was picked, and, once the deal is over, what it brought. trajectories() takes the rows.
        `room`: how many rows can be kept, by default 131,072 besides those of the deals in progress; memory is used only for rows that
        are."""
        wanted = (observation and self._observes) | 2 * open_cards | 4 * mask
        if not lib.skat_ffi_tables_record(self._handle, wanted, number(room, "room", 0, 2**30), self._error):
            raise SkatError(text_of(self._error))
        self._columns = self._recorded_columns()

    @property
    @_by_one_thread
    def ready(self) -> int:
        """How many recorded rows of deals that are over have not been taken yet."""
        return int(lib.skat_ffi_tables_ready(self._handle)) - self._listed

    @_by_one_thread
    def trajectories(self, most: int | None = None) -> Trajectories:
        """Takes recorded rows of deals that are over, up to `most` (by default all that are ready); those that were taken before
        are dropped."""
        lib.skat_ffi_tables_drop(self._handle, self._listed)
        self._listed = 0
        self._taken += 1
        n = self.ready if most is None else min(self.ready, number(most, "most"))
        rows = np.empty(n, np.int32)
        self._listed = int(lib.skat_ffi_tables_list(self._handle, n, rows.ctypes.data))
        return Trajectories(self._columns, rows, self)

    def _recorded_columns(self) -> dict[str, npt.NDArray[Any] | None]:
        """Views of the arrays where the library keeps rows."""
        out = RowsOut()
        room = int(lib.skat_ffi_tables_rows(self._handle, ctypes.byref(out)))
        shapes: dict[str, tuple[type[np.generic], tuple[int, ...]]] = {
            "observation": (np.int16, (OBSERVATION_SIZE,)), "open": (np.int16, (OPEN_CARDS_SIZE,)),
            "mask": (np.bool_, (self.rules.actions,)), "action": (np.int32, ()), "probability": (np.float32, ()),
            "scores": (np.int32, (len(REWARDS),)), "session": (np.uint64, ()), "deal": (np.uint64, ()), "table": (np.int32, ()),
            "seat": (np.uint8, ()), "position": (np.uint8, ()), "who": (np.uint8, ())}
        columns: dict[str, npt.NDArray[Any] | None] = {}
        for name, (dtype, shape) in shapes.items():
            place = getattr(out, name)
            size = room * int(np.prod(shape, dtype=np.int64)) * np.dtype(dtype).itemsize
            if place is None:
                columns[name] = None
            else:
                memory = (ctypes.c_uint8 * size).from_address(place)
                columns[name] = np.ctypeslib.as_array(memory).view(dtype).reshape(room, *shape)
        return columns

    @_by_one_thread
    def random_actions(self) -> npt.NDArray[np.int32]:
        """One allowed action for each table, all equally likely: int32 [count], the same array each time."""
        lib.skat_ffi_tables_random(self._handle, self._picked.ctypes.data)
        return self._picked

    @_by_one_thread
    def seed_random_actions(self, seed: int) -> None:
        """Makes random_actions() repeatable: equal seeds, 0 .. 2**64 - 1, give equal actions."""
        lib.skat_ffi_tables_random_seed(self._handle, seed)

    @_by_one_thread
    def _counts(self) -> list[int]:
        counts = np.zeros(7, np.uint64)
        lib.skat_ffi_tables_counts(self._handle, counts.ctypes.data)
        return [int(count) for count in counts]

    @property
    def deals(self) -> int:
        """How many deals are over, at all tables."""
        return self._counts()[0]

    @property
    def decisions(self) -> int:
        """How many actions were picked at all tables, including those of policies among the bots."""
        return self._counts()[1]

    @property
    def faults(self) -> list[int]:
        """How many deals ended by a fault of the bot in each seat: one number a seat."""
        return self._counts()[2:2 + self.rules.seats]

    @_by_one_thread
    def game(self, table: int) -> tuple[str, str]:
        """Deal and moves of the game in progress at a table, for Game(). Not possible under rules that carry something from deal to
        deal (rules.carries), because these two texts do not contain it."""
        if self.rules.carries:
            raise SkatError("under these rules a deal depends on earlier ones: deal and moves are not the whole game")
        return self.texts(table)

    @_by_one_thread
    def texts(self, table: int) -> tuple[str, str]:
        """The same two texts under any rules, for people to read."""
        if not 0 <= table < self.count:
            raise SkatError(f"{table} is no table: 0 .. {self.count - 1}")
        return deal_and_moves(lib.skat_ffi_tables_text, self._handle, table)
