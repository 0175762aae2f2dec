# SPDX-License-Identifier: MIT
"""Many tables in one call, and one of them as an environment of agents that take turns."""
from __future__ import annotations

import ctypes
import json
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from ._library import ERROR, Handle, SkatError, TablesOut, buffer, check, deal_and_moves, encoded, integers, lib, number, text_of
from .rules import OBSERVATION_SIZE, Rules

REWARDS = ("rules", "classic", "seeger")


class Tables(Handle):
    """`count` tables that are played side by side. Each always waits for a decision of the learner; a table whose deal is over
    begins the next one in the same step. Table t plays the sessions first_session + t, + t + count ... of the seed, with the
    cards that `skat-arena run` has for them.

    bots: a bot for each seat, as in a config ("stammtisch", {"module": ..., "options": ...}); None is the learner. They run in
    this process, without a sandbox.
    reward: "rules" (the score of the rule set, with Seeger's extras if it has them), "classic" or "seeger".
    observe: False leaves out observations, which take most of the time.

    The arrays are the same in every step, filled anew; copy what you keep:
      seat        uint8 [count]             who decides
      position    uint8 [count]             where it sits
      mask        bool  [count, actions]    what is allowed
      observation int16 [count, OBSERVATION_SIZE]
      done        uint8 [count]             deals that ended in this step: bots may play some without the learner, who sits out
      reward      int32 [count, seats]      what they brought each seat
      session, deal  uint64 [count]         which deal of the seed is played
    """

    def __init__(self, rules: Rules, count: int, seed: int | str, *, first_session: int = 0,
                 bots: Sequence[Any] | None = None, reward: str = "rules", observe: bool = True) -> None:
        if reward not in REWARDS:
            raise ValueError(f'reward is "{reward}"; allowed: {", ".join(REWARDS)}')
        error = buffer(ERROR)
        self._handle: int | None = None
        size = count = number(count, "count", 1, 2**20)
        self.rules, self.count = rules, count
        self.seat = np.zeros(size, np.uint8)
        self.position = np.zeros(size, np.uint8)
        self.mask = np.zeros((size, rules.actions), bool)
        self.observation: npt.NDArray[np.int16] | None = np.zeros((size, OBSERVATION_SIZE), np.int16) if observe else None
        self.done = np.zeros(size, np.uint8)
        self.reward = np.zeros((size, rules.seats), np.int32)
        self.session = np.zeros(size, np.uint64)
        self.deal = np.zeros(size, np.uint64)
        arrays = (self.seat, self.position, self.mask, self.observation, self.done, self.reward, self.session, self.deal)
        out = TablesOut(*(None if array is None else array.ctypes.data for array in arrays))
        self._handle = check(lib.skat_ffi_tables_open(
            rules._handle, encoded(seed, "seed"), number(first_session, "first_session"), count, REWARDS.index(reward),
            None if bots is None else json.dumps(list(bots)).encode(), ctypes.byref(out), error), error)
        self._arrays = arrays  # the library writes to them, whatever becomes of the attributes
        self._error, self._picked = buffer(ERROR), np.zeros(size, np.int32)

    def __del__(self) -> None:
        if getattr(self, "_handle", None):
            lib.skat_ffi_tables_close(self._handle)

    def step(self, actions: npt.ArrayLike) -> None:
        """Picks an allowed action at each table: int [count]. If one is not allowed, nothing has changed."""
        picked = integers(actions, np.int32, "actions")
        if picked.shape != (self.count,):
            raise ValueError(f"found actions of shape {picked.shape}, expected {(self.count,)}")
        if not lib.skat_ffi_tables_step(self._handle, picked.ctypes.data, self._error):
            raise ValueError(text_of(self._error))

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
        """Actions that were picked, at all tables."""
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
