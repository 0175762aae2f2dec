# SPDX-License-Identifier: MIT
"""Many tables in one call, and one of them as an environment of agents that take turns."""
from __future__ import annotations

import ctypes
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from ._library import (ERROR, Handle, RowsOut, SkatError, Starts, TablesOut, buffer, check, deal_and_moves, encoded, integers, lib,
                       number, text_of)
from .game import Game
from .policy import Policy
from .rules import OBSERVATION_SIZE, OPEN_CARDS_SIZE, Rules, observation_size

_Scalar = TypeVar("_Scalar", bound=np.generic)
REWARDS = ("rules", "classic", "seeger")


class GuestFault(SkatError):
    """A bot at the tables ended a deal by a fault: which one, in which deal, and why. The step is done, and the tables go on."""


@dataclass
class Trajectories:
    """n decisions of deals that are over, number by number, as Tables.record() kept them: rows of a deal follow each other in the
    order of play. What was not recorded is None.

    observation int16 [n, size]    what the player saw, in the version of the tables
    open        int16 [n, OPEN_CARDS_SIZE]   all cards as they were
    mask        bool [n, actions]  what was allowed
    action      int32 [n]          what was picked
    probability float32 [n]        how likely that was, as step() was told
    scores      int32 [n, 3]       what the deal brought the seat that decided: by the rules, classic, with Seeger's extras
    session, deal uint64 [n]       which deal; table int32 [n]: at which table
    seat, position uint8 [n]       who decided
    who         uint8 [n]          which player that was: as step() was told; 1, 2 ... the policies among `bots`, in their order
    """

    observation: npt.NDArray[np.int16] | None
    open: npt.NDArray[np.int16] | None
    mask: npt.NDArray[np.bool_] | None
    action: npt.NDArray[np.int32]
    probability: npt.NDArray[np.float32]
    scores: npt.NDArray[np.int32]
    session: npt.NDArray[np.uint64]
    deal: npt.NDArray[np.uint64]
    table: npt.NDArray[np.int32]
    seat: npt.NDArray[np.uint8]
    position: npt.NDArray[np.uint8]
    who: npt.NDArray[np.uint8]

    def __len__(self) -> int:
        return len(self.action)


def _address(array: npt.NDArray[Any] | None) -> int | None:
    return None if array is None else array.ctypes.data


class Tables(Handle):
    """`count` tables that are played side by side. Each always waits for a decision of the learner; a table whose deal is over
    begins the next one in the same step. Table t plays the sessions first_session + t, + t + count ... of the seed, with the
    cards that `skat-arena run` has for them.

    bots: for each seat a bot as in a config ("stammtisch", {"module": ..., "options": ...}), a Policy, or None, the learner. Bots
    and policies play in this process, without a sandbox; policies are asked for all tables at once, and draw by `seed`.
    reward: "rules" (the score of the rule set, with Seeger's extras if it has them), "classic" or "seeger".
    observe: the version of observations, 1 (True) or 2; False leaves them out, which take most of the time.
    open_cards: also all cards as they are, for a critic.
    starts: games (skat_arena.Game, or texts (deal, moves)) at which deals begin, in place of those of the seed: in the auction,
    before the announcement, at a contract or in the middle of the play. Table t plays start t, t + count and so on, round by round;
    `deal` is the number of the start, `session` the round, and the seats move on in each round.
    faults: "raise": a step in which a bot ended a deal by a fault raises GuestFault when it is done; "count": `faults` counts.

    The arrays are the same in every step, filled anew; copy what you keep:
      seat        uint8 [count]             who decides
      position    uint8 [count]             where it sits
      mask        bool  [count, actions]    what is allowed
      observation int16 [count, OBSERVATION_SIZE or OBSERVATION_2_SIZE]
      open        int16 [count, OPEN_CARDS_SIZE], None without `open_cards`
      done        uint8 [count]             deals that ended in this step: bots may play some without the learner, who sits out
      reward      int32 [count, seats]      what they brought each seat
      scores      int32 [count, 3, seats]   what the first of them brought, by the rules, classic, with Seeger's extras; as it was
                                            if none ended
      session, deal  uint64 [count]         which deal of the seed is played
    """

    def __init__(self, rules: Rules, count: int, seed: int | str, *, first_session: int = 0,
                 bots: Sequence[Any] | None = None, reward: str = "rules", observe: bool | int = True, open_cards: bool = False,
                 starts: Sequence[Game | tuple[str, str]] | None = None, faults: str = "raise") -> None:
        if reward not in REWARDS:
            raise ValueError(f'reward is "{reward}"; allowed: {", ".join(REWARDS)}')
        if faults not in ("raise", "count"):
            raise ValueError(f'faults is "{faults}"; allowed: raise, count')
        self._handle: int | None = None
        size = count = number(count, "count", 1, 2**20)
        self.rules, self.count, self.version = rules, count, int(observe)
        self._raises = faults == "raise"
        self._seat_policies(bots, seed)
        self.seat = np.zeros(size, np.uint8)
        self.position = np.zeros(size, np.uint8)
        self.mask = np.zeros((size, rules.actions), bool)
        self.observation: npt.NDArray[np.int16] | None = np.zeros((size, observation_size(self.version)), np.int16) if observe else None
        self.open: npt.NDArray[np.int16] | None = np.zeros((size, OPEN_CARDS_SIZE), np.int16) if open_cards else None
        self.done = np.zeros(size, np.uint8)
        self.reward = np.zeros((size, rules.seats), np.int32)
        self.scores = np.zeros((size, len(REWARDS), rules.seats), np.int32)
        self.session = np.zeros(size, np.uint64)
        self.deal = np.zeros(size, np.uint64)
        self._open(seed, first_session, bots, reward, starts)
        self._error, self._picked = buffer(ERROR), np.zeros(size, np.int32)
        self._recorded = 0
        self._tell_faults()
        self._ask_policies()

    def _open(self, seed: int | str, first_session: int, bots: Sequence[Any] | None, reward: str,
              starts: Sequence[Game | tuple[str, str]] | None) -> None:
        first, second = (self.observation, None) if self.version == 1 else (None, self.observation)
        arrays = (self.seat, self.position, self.mask, first, self.done, self.reward, self.session, self.deal, second, self.open,
                  self.scores)
        self._arrays = arrays  # the library writes to them, whatever becomes of the attributes
        out = TablesOut(*map(_address, arrays))
        words = None
        if bots is not None and any(bot is not None for bot in self._bots):
            words = json.dumps(self._bots).encode()
        games = [of if isinstance(of, Game) else Game(self.rules, *of) for of in starts or []]
        if any(game.rules is not self.rules for game in games):
            raise SkatError("a start was opened with another rule set than the tables")
        handles = (ctypes.c_void_p * max(1, len(games)))(*(game._handle for game in games))
        beginnings = None if starts is None else ctypes.byref(Starts(ctypes.cast(handles, ctypes.c_void_p), len(games)))
        error = buffer(ERROR)
        self._handle = check(lib.skat_ffi_tables_open(
            self.rules._handle, encoded(seed, "seed"), number(first_session, "first_session"), self.count, REWARDS.index(reward),
            words, beginnings, ctypes.byref(out), error), error)

    def __del__(self) -> None:
        if getattr(self, "_handle", None):
            lib.skat_ffi_tables_close(self._handle)

    def _seat_policies(self, bots: Sequence[Any] | None, seed: int | str) -> None:
        """Seats of policies are seats of the learner for the library; this class decides there."""
        self._bots = [None if isinstance(bot, Policy) else bot for bot in bots or []]
        self._policies: list[Policy] = []
        self._policy_of = np.zeros(self.rules.seats, np.uint8)  # 0: not a policy; 1 + index
        for seat, bot in enumerate(bots or []):
            if not isinstance(bot, Policy) or seat >= self.rules.seats:
                continue
            if bot.observation != self.version:
                raise ValueError(f"the policy in seat {seat} sees observation {bot.observation}, but the tables have "
                                 f"observe={self.version}")
            if not any(bot is policy for policy in self._policies):
                self._policies.append(bot)
            self._policy_of[seat] = 1 + [bot is policy for policy in self._policies].index(True)
        if bots is not None and self._policy_of.all():
            raise SkatError("no seat is left for the learner: None at least one")
        self._random = np.random.default_rng(list(str(seed).encode()) + [20261126])

    def _ask_policies(self) -> None:
        """Has policies decide until the learner does, at all tables."""
        while self._policies:
            whose = self._policy_of[self.seat]
            tables = np.flatnonzero(whose)
            if not len(tables):
                return
            actions = np.full(self.count, -1, np.int32)
            likely = np.ones(self.count, np.float32)
            for index, policy in enumerate(self._policies):
                at = tables[whose[tables] == 1 + index]
                if len(at) and self.observation is not None:
                    actions[at], likely[at] = policy.choose(self.observation[at], self.mask[at], self._random.random(len(at)))
            if not lib.skat_ffi_tables_go_on(self._handle, actions.ctypes.data, likely.ctypes.data, whose.ctypes.data, self._error):
                raise SkatError(text_of(self._error))

    def _tell_faults(self) -> None:
        if self._raises and any(bot is not None for bot in self._bots) and lib.skat_ffi_tables_fault(self._handle, self._error):
            raise GuestFault(text_of(self._error))

    def step(self, actions: npt.ArrayLike, probability: npt.ArrayLike | None = None, who: npt.ArrayLike | None = None) -> None:
        """Picks an allowed action at each table: int [count]. If one is not allowed, nothing has changed. `probability`, float
        [count], how likely each action was, and `who`, uint8 [count], which of the learner's players picked it, are recorded."""
        picked = integers(actions, np.int32, "actions")
        if picked.shape != (self.count,):
            raise ValueError(f"found actions of shape {picked.shape}, expected {(self.count,)}")
        likely = None if probability is None else np.ascontiguousarray(np.broadcast_to(probability, (self.count,)), np.float32)
        player = None if who is None else np.ascontiguousarray(np.broadcast_to(integers(who, np.uint8, "who"), (self.count,)))
        if not lib.skat_ffi_tables_step(self._handle, picked.ctypes.data, _address(likely), _address(player), self._error):
            raise SkatError(text_of(self._error))
        if self._policies:
            self._ask_policies()
        if self._bots:
            self._tell_faults()

    def record(self, *, observation: bool = True, open_cards: bool = False, mask: bool = True, room: int = 0) -> None:
        """From now on keeps a row for each decision, also of policies among the bots: what was seen, with `open_cards` and `mask`
        what these arrays had, what was picked, and, once the deal is over, what it brought. trajectories() takes them.
        `room`: rows that can be kept, by default enough for the longest deals; memory is used as rows are."""
        wanted = (self.version if observation and self.version else 0) | 4 * open_cards | 8 * mask
        if not lib.skat_ffi_tables_record(self._handle, wanted, number(room, "room", 0, 2**30), self._error):
            raise SkatError(text_of(self._error))
        self._recorded = wanted

    @property
    def ready(self) -> int:
        """Recorded rows of deals that are over."""
        return int(lib.skat_ffi_tables_ready(self._handle))

    def trajectories(self, most: int | None = None) -> Trajectories:
        """Takes recorded rows of deals that are over, up to `most` (by default all that are ready)."""
        n = self.ready if most is None else min(self.ready, number(most, "most"))

        def column(wanted: int, shape: tuple[int, ...], dtype: type[_Scalar]) -> npt.NDArray[_Scalar] | None:
            return np.empty(shape, dtype) if self._recorded & wanted else None

        seen = column(3, (n, observation_size(self.version or 1)), np.int16)
        rows = Trajectories(
            seen, column(4, (n, OPEN_CARDS_SIZE), np.int16), column(8, (n, self.rules.actions), np.bool_), np.empty(n, np.int32),
            np.empty(n, np.float32), np.empty((n, len(REWARDS)), np.int32), np.empty(n, np.uint64), np.empty(n, np.uint64),
            np.empty(n, np.int32), np.empty(n, np.uint8), np.empty(n, np.uint8), np.empty(n, np.uint8))
        first, second = (seen, None) if self.version == 1 else (None, seen)
        out = RowsOut(*map(_address, (first, second, rows.open, rows.mask, rows.action, rows.probability, rows.scores, rows.session,
                                      rows.deal, rows.table, rows.seat, rows.position, rows.who)))
        lib.skat_ffi_tables_take(self._handle, n, ctypes.byref(out))
        return rows

    def random_actions(self) -> npt.NDArray[np.int32]:
        """One allowed action for each table, all equally likely: int32 [count], the same array each time."""
        lib.skat_ffi_tables_random(self._handle, self._picked.ctypes.data)
        return self._picked

    def seed_random_actions(self, seed: int) -> None:
        """Makes random_actions() repeatable: equal seeds, 0 .. 2**64 - 1, give equal actions."""
        lib.skat_ffi_tables_random_seed(self._handle, seed)

    def _counts(self) -> list[int]:
        counts = np.zeros(7, np.uint64)
        lib.skat_ffi_tables_counts(self._handle, counts.ctypes.data)
        return [int(count) for count in counts]

    @property
    def deals(self) -> int:
        """Deals that are over, at all tables."""
        return self._counts()[0]

    @property
    def decisions(self) -> int:
        """Actions that were picked, at all tables, by policies among the bots, too."""
        return self._counts()[1]

    @property
    def faults(self) -> list[int]:
        """Deals that ended by a fault of the bot in each seat."""
        return self._counts()[2:2 + self.rules.seats]

    def game(self, table: int) -> tuple[str, str]:
        """Deal and moves of the game in progress at a table, for Game(); not under rules that carry something from deal to
        deal (rules.carries), which two texts do not tell."""
        if self.rules.carries:
            raise SkatError("under these rules a deal depends on earlier ones: deal and moves are not the whole game")
        if not 0 <= table < self.count:
            raise ValueError(f"{table} is no table: 0 .. {self.count - 1}")
        return deal_and_moves(lib.skat_ffi_tables_text, self._handle, table)


class Environment:
    """One table in the shape of PettingZoo's AEC environments: agents "seat_0" ... take turns; `last()` tells what the agent that
    is next sees, `step()` picks its action.

    What is different: an episode is `deals` deals (by default one), as the dealer moves on between them; a decision may be several
    actions; rewards come when a deal ends, to all agents at once; after the last deal each agent is `last()` once more, with
    terminations true, and takes step(None). Observations are {"observation": int16 [OBSERVATION_SIZE], "action_mask": int8
    [actions]}. Needs nothing but numpy, so spaces are given as shapes."""

    metadata = {"name": "skat_arena_v1", "is_parallelizable": False}

    def __init__(self, rules: Rules | None = None, *, deals: int = 1, bots: Sequence[Any] | None = None,
                 reward: str = "rules") -> None:
        self.rules = rules or Rules()
        self.deals, self.bots, self.reward_kind = deals, bots, reward
        self.possible_agents = [f"seat_{seat}" for seat in range(self.rules.seats)
                                if bots is None or bots[seat] is None]
        self.observation_shape = {"observation": (OBSERVATION_SIZE,), "action_mask": (self.rules.actions,)}
        self.action_count = self.rules.actions
        self.agents: list[str] = []

    def reset(self, seed: int | str | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins an episode: session options["session"] (0) of the seed."""
        session, seed = (options or {}).get("session", 0), 0 if seed is None else seed
        self.agents = list(self.possible_agents)
        self._tables = Tables(self.rules, 1, seed, first_session=session, bots=self.bots, reward=self.reward_kind)
        self._before = self._tables.deals  # bots may have played deals in which all agents sit out
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = f"seat_{self._tables.seat[0]}"

    def observe(self, agent: str) -> dict[str, npt.NDArray[Any]]:
        """What an agent sees; zeros unless it is next: what it will see then depends on what the others do."""
        next_one = agent == self.agent_selection and not self.terminations[agent]
        mask = self._tables.mask[0].astype(np.int8) if next_one else np.zeros(self.rules.actions, np.int8)
        if next_one and self._tables.observation is not None:
            return {"observation": self._tables.observation[0].copy(), "action_mask": mask}
        return {"observation": np.zeros(OBSERVATION_SIZE, np.int16), "action_mask": mask}

    def last(self, observe: bool = True) -> tuple[dict[str, npt.NDArray[Any]] | None, int, bool, bool, dict[str, Any]]:
        """For the agent that is next: what it sees (None without `observe`), its rewards in points since its last step, whether the
        episode has terminated, or was truncated (never), and its infos (empty)."""
        agent = self.agent_selection
        return (self.observe(agent) if observe else None, self._cumulative_rewards[agent], self.terminations[agent],
                self.truncations[agent], self.infos[agent])

    def step(self, action: int | None) -> None:
        """Picks an allowed action for the agent that is next: a number below `action_count`; None once the episode is over."""
        agent = self.agent_selection
        if self.terminations[agent]:
            if action is not None:
                raise ValueError("the episode is over: step(None)")
            self._leave(agent)
            return
        self._cumulative_rewards[agent] = 0
        self._tables.step(np.array([action]))
        self.rewards = {name: int(self._tables.reward[0, int(name[5:])]) for name in self.agents}
        for name, reward in self.rewards.items():
            self._cumulative_rewards[name] += reward
        if self._tables.deals - self._before >= self.deals:
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = f"seat_{self._tables.seat[0]}"

    def _leave(self, agent: str) -> None:
        self.agents.remove(agent)
        members: tuple[dict[str, Any], ...] = (self.rewards, self._cumulative_rewards, self.terminations, self.truncations, self.infos)
        for member in members:
            member.pop(agent)
        if self.agents:
            self.agent_selection = self.agents[0]

    def agent_iter(self) -> Iterator[str]:
        """The agents as they are next, until the episode is over for all."""
        while self.agents:
            yield self.agent_selection
