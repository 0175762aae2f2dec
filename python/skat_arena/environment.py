# SPDX-License-Identifier: MIT
"""One table as an environment of agents that take turns: PettingZoo's AEC, with or without PettingZoo."""
from __future__ import annotations

import copy
import importlib
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from ._library import SkatError, number
from .rules import OBSERVATION_SIZE, OPEN_CARDS_SIZE, Rules
from .tables import Tables


class Space:
    """What stands in for spaces of gymnasium where that is not installed: an array of a shape and type ("box"), or a number below
    n ("discrete")."""

    def __init__(self, shape: tuple[int, ...], dtype: Any, n: int | None = None) -> None:
        self.shape, self.dtype, self.n = shape, np.dtype(dtype), n
        self._random = np.random.default_rng()

    def seed(self, seed: int | None = None) -> None:
        """Makes sample() repeatable."""
        self._random = np.random.default_rng(seed)

    def sample(self, mask: npt.NDArray[np.int8] | None = None) -> int:
        """Of a discrete space: one of the numbers that the mask, int8 [n], allows."""
        if self.n is None:
            raise SkatError("only numbers are drawn, not observations")
        return int(self._random.integers(self.n) if mask is None else self._random.choice(np.flatnonzero(mask)))

    def contains(self, value: Any) -> bool:
        """Whether the value is in the space."""
        if self.n is not None:
            return isinstance(value, (int, np.integer)) and 0 <= int(value) < self.n
        return isinstance(value, np.ndarray) and value.shape == self.shape and value.dtype == self.dtype

    __contains__ = contains

    def __copy__(self) -> Space:
        return copy.deepcopy(self)  # with random numbers of its own


class Spaces(Space):
    """A dict of spaces: of what an agent sees."""

    def __init__(self, spaces: dict[str, Space]) -> None:
        super().__init__((), np.int16)
        self.spaces = spaces

    def contains(self, value: Any) -> bool:
        """Whether the value is a dict with the same keys, and each of its values in the space of that key."""
        return isinstance(value, dict) and value.keys() == self.spaces.keys() and all(
            space.contains(value[key]) for key, space in self.spaces.items())

    __contains__ = contains

    def __getitem__(self, key: str) -> Space:
        return self.spaces[key]


def _gymnasium() -> Any:
    """gymnasium.spaces, or None."""
    try:
        return importlib.import_module("gymnasium.spaces")
    except ImportError:
        return None


def _box(size: int) -> Any:
    """Of arrays of int16."""
    spaces, limits = _gymnasium(), np.iinfo(np.int16)
    return spaces.Box(limits.min, limits.max, (size,), np.int16) if spaces else Space((size,), np.int16)


def _spaces(actions: int) -> tuple[Any, Any]:
    """Of observations and of actions."""
    spaces, seen = _gymnasium(), _box(OBSERVATION_SIZE)
    if not spaces:
        return Spaces({"observation": seen, "action_mask": Space((actions,), np.int8)}), Space((), np.int64, actions)
    return spaces.Dict({"observation": seen, "action_mask": spaces.Box(0, 1, (actions,), np.int8)}), spaces.Discrete(actions)


class Environment:
    """One table in the shape of PettingZoo's AEC environments: agents "seat_0" ... take turns; `last()` returns what the next
    agent sees, `step()` picks its action. Environment.aec() makes an instance that is also a pettingzoo.AECEnv.

    An episode is `deals` deals (by default one). A decision may take several actions. Rewards come when a deal ends, to all agents at
    once; after the last deal each agent has one more turn, in which last() says that it has terminated, and step() takes None. reset(seed)
    begins with the first deal of the seed; reset() continues with the next deal, so that no episode repeats another. Observations are
    {"observation": int16 [OBSERVATION_SIZE], "action_mask": int8 [actions]}. Spaces are gymnasium's if that is installed, otherwise
    objects with the same methods.

    rules: Rules, or what Rules() takes.
    bots: as in Tables; each seat whose bot is None is an agent. reward: as in Tables. render_mode: "human" prints what render() says when
    an episode begins and after each step; with "ansi" or None, render() returns it."""

    metadata: dict[str, Any] = {"name": "skat_arena_v2", "is_parallelizable": False, "render_modes": ["human", "ansi"],
                                "render_fps": 1}

    def __init__(self, rules: Rules | str | dict[str, Any] = "skat", *, deals: int = 1, bots: Sequence[Any] | None = None,
                 reward: str = "rules", render_mode: str | None = None) -> None:
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise SkatError(f'render_mode is "{render_mode}"; allowed: {", ".join(self.metadata["render_modes"])}, None')
        self.rules, self.render_mode = Rules.of(rules), render_mode
        self.deals, self.bots, self.reward_kind = number(deals, "deals", 1), bots, reward
        self.possible_agents = [f"seat_{seat}" for seat in range(self.rules.seats)
                                if bots is None or bots[seat] is None]
        self.observation_shape = {"observation": (OBSERVATION_SIZE,), "action_mask": (self.rules.actions,)}
        self.action_count = self.rules.actions
        spaces = {agent: _spaces(self.rules.actions) for agent in self.possible_agents}
        self.observation_spaces = {agent: of[0] for agent, of in spaces.items()}
        self.action_spaces = {agent: of[1] for agent, of in spaces.items()}
        self.state_space = _box(OBSERVATION_SIZE + OPEN_CARDS_SIZE)
        self.agents: list[str] = []
        self._tables: Tables | None = None
        self._seed: int | str = 0
        self._session = 0
        self._between = False  # the tables are between two deals: the next episode goes on with them

    @classmethod
    def aec(cls, *arguments: Any, **options: Any) -> Any:
        """An instance that is also a pettingzoo.AECEnv, for libraries that ask for one; pettingzoo must be installed."""
        return _aec_class(cls)(*arguments, **options)

    def __copy__(self) -> Environment:
        return copy.deepcopy(self)  # a table of its own, as that is now

    def __deepcopy__(self, memory: dict[int, Any]) -> Environment:
        other = object.__new__(type(self))
        memory[id(self)] = other
        other.__dict__.update({name: copy.deepcopy(value, memory) for name, value in self.__dict__.items()})
        return other

    def __reduce__(self) -> tuple[Any, ...]:
        if self._tables is not None:
            raise TypeError("an environment whose table is open cannot be pickled: close() it before, and reset(seed) it afterwards; "
                            "copy.copy() copies it in this process")
        kind, is_aec = (type(self).__mro__[1], True) if "_made_by_aec" in vars(type(self)) else (type(self), False)
        return _blank, (kind, is_aec), self.__dict__

    def observation_space(self, agent: str) -> Any:
        """The space of what an agent sees: the same object each time."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The space of an agent's actions: the same object each time."""
        return self.action_spaces[agent]

    @property
    def num_agents(self) -> int:
        """How many agents the episode still has."""
        return len(self.agents)

    @property
    def max_num_agents(self) -> int:
        """How many agents an episode begins with."""
        return len(self.possible_agents)

    @property
    def unwrapped(self) -> Environment:
        """The environment itself."""
        return self

    @property
    def is_closed(self) -> bool:
        """Whether it was never reset, or was closed since."""
        return self._tables is None

    def _table(self) -> Tables:
        if self._tables is None:
            raise SkatError("reset() comes first")
        return self._tables

    def reset(self, seed: int | str | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins an episode. With a seed or options["session"], it begins with the first deal of session options["session"] (by default
        0), otherwise with the next deal. The seed is 0 until one is given."""
        if seed is not None or "session" in (options or {}) or self._tables is None:
            self._seed = self._seed if seed is None else seed
            self._open((options or {}).get("session", 0))
        elif not self._between:
            self._open(self._session + 1)  # the episode was left in the middle of a deal
        self._between = False
        self.agents = list(self.possible_agents)
        self._before = self._table().deals  # bots may have played deals in which all agents sit out
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = f"seat_{self._table().seat[0]}"
        self._show()

    def _open(self, session: int) -> None:
        self._session = session
        if self._tables is None:
            self._tables = Tables(self.rules, 1, self._seed, first_session=session, bots=self.bots, reward=self.reward_kind,
                                  open_cards=True)
        else:
            self._tables.reset(self._seed, first_session=session)

    def observe(self, agent: str) -> dict[str, npt.NDArray[Any]]:
        """What an agent sees. All zeros unless it is next, because what it will see depends on what the others do."""
        table = self._table()
        next_one = agent == self.agent_selection and not self.terminations[agent]
        mask = table.mask[0].astype(np.int8) if next_one else np.zeros(self.rules.actions, np.int8)
        if next_one and table.observation is not None:
            return {"observation": table.observation[0].copy(), "action_mask": mask}
        return {"observation": np.zeros(OBSERVATION_SIZE, np.int16), "action_mask": mask}

    def state(self) -> npt.NDArray[np.int16]:
        """All there is to know, for a critic in training: what the next agent sees, and then all cards from its position (OPEN_CARDS):
        int16 [OBSERVATION_SIZE + OPEN_CARDS_SIZE]. All zeros once the episode is over."""
        table = self._table()
        if self._between or table.observation is None or table.open is None:
            return np.zeros(OBSERVATION_SIZE + OPEN_CARDS_SIZE, np.int16)
        return np.concatenate([table.observation[0], table.open[0]])

    def last(self, observe: bool = True) -> tuple[dict[str, npt.NDArray[Any]] | None, int, bool, bool, dict[str, Any]]:
        """For the next agent: what it sees (None without `observe`), its rewards in points since its last step, whether the
        episode has terminated, whether it was truncated (it never is), and its infos (empty)."""
        if not self.agents:
            raise SkatError("the episode is over for all agents: reset() begins the next")
        agent = self.agent_selection
        return (self.observe(agent) if observe else None, self._cumulative_rewards[agent], self.terminations[agent],
                self.truncations[agent], self.infos[agent])

    def step(self, action: int | None) -> None:
        """Picks an action for the next agent: a number below `action_count`, or None once the episode is over. Raises SkatError if it is
        not allowed; then nothing has changed."""
        if not self.agents:
            raise SkatError("the episode is over for all agents: reset() begins the next")
        agent = self.agent_selection
        if self.terminations[agent]:
            if action is not None:
                raise SkatError("the episode is over: step(None)")
            self._leave(agent)
            return
        if action is None:
            raise SkatError(f"{agent} is next and decides: step(None) is for agents whose episode is over")
        self._cumulative_rewards[agent] = 0
        table = self._table()
        table.step(np.array([action]))
        self._session = int(table.session[0])
        self.rewards = {name: int(table.reward[0, int(name[5:])]) for name in self.agents}
        for name, reward in self.rewards.items():
            self._cumulative_rewards[name] += reward
        if table.deals - self._before >= self.deals:
            self.terminations = dict.fromkeys(self.agents, True)
            self._between, self._brought = True, ", ".join(f"{name} {points:+d}" for name, points in self.rewards.items())
        else:
            self.agent_selection = f"seat_{table.seat[0]}"
        self._show()

    def _leave(self, agent: str) -> None:
        self.agents.remove(agent)
        members: tuple[dict[str, Any], ...] = (self.rewards, self._cumulative_rewards, self.terminations, self.truncations, self.infos)
        for member in members:
            member.pop(agent)
        self.rewards = dict.fromkeys(self.agents, 0)  # what the deal brought was told
        if self.agents:
            self.agent_selection = self.agents[0]

    def agent_iter(self, max_iter: int = 2**63) -> Agents:
        """The agents in the order in which they act, until the episode is over for all of them, or `max_iter` times."""
        return Agents(self, max_iter)

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """The deal in progress and its moves, with all cards, as text for people to read; once the episode is over, what the last deal
        brought. With the render_mode "human" it is printed."""
        text = f"over: {self._brought}" if self._between else "\n".join(self._table().texts(0))
        if self.render_mode != "human":
            return text
        print(text)
        return None

    def close(self) -> None:
        """Closes the table and ends its bots; reset() opens another table."""
        self._tables = None

    def __str__(self) -> str:
        return str(self.metadata["name"])


class Agents(Iterator[str]):
    """The agents of an environment as they are next. A copy goes on with the same environment, a deep copy with a copy of it."""

    def __init__(self, of: Environment, most: int) -> None:
        self._of, self._left = of, most

    def __next__(self) -> str:
        if not self._of.agents or self._left <= 0:
            raise StopIteration
        self._left -= 1
        return self._of.agent_selection


def _aec_class(kind: type[Environment]) -> Any:
    """The class that is also a pettingzoo.AECEnv."""
    try:
        base: Any = importlib.import_module("pettingzoo").AECEnv
    except ImportError:
        raise SkatError("pettingzoo is not installed (an optional extra: pip install pettingzoo); Environment() has the same "
                        "methods without it") from None
    return type(kind.__name__, (kind, base), {"_made_by_aec": True})


def _blank(kind: type[Environment], is_aec: bool) -> Any:
    """For pickle, which fills it in."""
    return object.__new__(_aec_class(kind) if is_aec else kind)
