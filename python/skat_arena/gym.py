# SPDX-License-Identifier: MIT
"""Environments of gymnasium: importing this module registers them.

    import gymnasium, skat_arena.gym
    one = gymnasium.make("skat_arena/Skat-v2")                       # SkatEnv
    many = gymnasium.make_vec("skat_arena/Skat-v2", num_envs=256)    # SkatVectorEnv: Tables

Gymnasium must be installed. Both have one learner; bots and policies sit in the other seats."""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ._library import SkatError, integers
from .environment import Environment
from .rules import OBSERVATION_SIZE, Rules
from .tables import FORFEIT, Tables

if TYPE_CHECKING:  # gymnasium need not be there for mypy
    gymnasium: Any

    class _Env:
        np_random: np.random.Generator

        def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> Any: ...

    class _VectorEnv(_Env):
        pass
else:
    import gymnasium
    from gymnasium import Env as _Env
    from gymnasium.vector import VectorEnv as _VectorEnv

Observation = dict[str, npt.NDArray[Any]]
#: Two players of the club, and the learner as the first seat.
BOTS = (None, "stammtisch", "stammtisch")
#: What is registered.
ID = "skat_arena/Skat-v2"


def _learner(bots: Sequence[Any], rules: Rules) -> int:
    """The seat of the learner."""
    if len(bots) != rules.seats:
        raise SkatError(f"found {len(bots)} bots; expected {rules.seats}, one for each seat of the rules, None for the learner")
    seats = [seat for seat, bot in enumerate(bots) if bot is None]
    if len(seats) != 1:
        raise SkatError(f"{len(seats)} seats are left for learners; expected one, the None among the bots: Environment.aec() and Tables "
                        "take more")
    return seats[0]


def _picked(actions: Any, masks: npt.NDArray[np.bool_]) -> npt.NDArray[np.int32]:
    """The actions for tables with these masks, bool [count, actions]: what is not allowed becomes FORFEIT."""
    picked = integers(actions, np.int32, "actions")
    if picked.shape != masks.shape[:1]:
        raise SkatError(f"found actions of shape {picked.shape}, expected {masks.shape[:1]}")
    there = (picked >= 0) & (picked < masks.shape[1])
    allowed = masks[np.arange(len(picked)), np.where(there, picked, 0)] & there
    return np.where(allowed, picked, np.int32(FORFEIT))


def _first_seed(env: _Env) -> int:
    """The seed of an environment that was never given one."""
    return int(env.np_random.integers(2**32))


class SkatEnv(_Env):
    """One table with one learner, as a gymnasium.Env: an episode is `deals` deals. Observations and actions are those of Environment:
    {"observation": int16 [OBSERVATION_SIZE], "action_mask": int8 [actions]}, and a number below `actions`; after the last deal an
    observation is all zeros. The reward, in points, comes when a deal ends. An action that is not allowed forfeits the deal, as an illegal
    answer does in a run.

    rules: as Rules() takes them, or Rules. bots: as in Tables, None for the learner. deals, reward, render_mode: as in Environment.
    reset(seed=...) begins with the first deal of the seed (of session options["session"]), reset() with the next deal."""

    metadata = Environment.metadata

    def __init__(self, rules: Any = "skat", *, bots: Sequence[Any] = BOTS, deals: int = 1, reward: str = "rules",
                 render_mode: str | None = None) -> None:
        rules = Rules.of(rules)
        self._agent = f"seat_{_learner(bots, rules)}"
        self._of = Environment(rules, deals=deals, bots=bots, reward=reward, render_mode=render_mode)
        self.render_mode = render_mode
        self.observation_space = self._of.observation_space(self._agent)
        self.action_space = self._of.action_space(self._agent)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, dict[str, Any]]:
        """Begins an episode: what the learner sees, and an empty dict."""
        super().reset(seed=seed)
        self._of.reset(_first_seed(self) if seed is None and self._of.is_closed else seed, options)
        return self._of.observe(self._agent), {}

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Picks an action: what the learner sees, its points since the last step, whether the episode is over, False, and an empty dict."""
        self._of.step(int(_picked([action], self.action_masks()[None])[0]))
        return self._of.observe(self._agent), float(self._of.rewards[self._agent]), self._of.terminations[self._agent], False, {}

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Which actions are allowed: bool [actions]. Stable-Baselines3's MaskablePPO asks for them by this name."""
        return self._of.observe(self._agent)["action_mask"].astype(bool)

    def render(self) -> str | None:
        """As Environment.render()."""
        return self._of.render()

    def close(self) -> None:
        """Closes the table and ends its bots."""
        self._of.close()


class SkatVectorEnv(_VectorEnv):
    """`num_envs` tables with one learner, as a gymnasium.vector.VectorEnv: Tables, in one call a step. A table whose deal is over begins
    the next one in the same step (AutoresetMode.SAME_STEP): the observation is that of the next deal, and there is no final_obs, because
    nobody decides any more once a deal is over.

    The arguments are those of SkatEnv, except that an episode is a deal. Observations are
    {"observation": int16 [num_envs, OBSERVATION_SIZE], "action_mask": int8 [num_envs, actions]}, copies with copy=True (the default) or
    else filled anew in each step; rewards float64 [num_envs] in points; terminations and truncations bool [num_envs]. reset(seed=...) has
    table t begin with session t of the seed (counted from options["session"]), reset() with sessions that no table has begun."""

    def __init__(self, num_envs: int = 1, rules: Any = "skat", *, bots: Sequence[Any] = BOTS, reward: str = "rules",
                 render_mode: str | None = None, copy: bool = True) -> None:
        self.metadata = {**Environment.metadata, "render_modes": ["ansi"], "autoreset_mode": gymnasium.vector.AutoresetMode.SAME_STEP}
        self._rules, self._bots, self._reward = Rules.of(rules), bots, reward
        self._seat, self._copy, self._seed = _learner(bots, self._rules), copy, 0
        self._tables: Tables | None = None
        self.num_envs, self.render_mode = num_envs, render_mode
        spaces, limits = gymnasium.spaces, np.iinfo(np.int16)
        self.single_observation_space = spaces.Dict({
            "observation": spaces.Box(limits.min, limits.max, (OBSERVATION_SIZE,), np.int16),
            "action_mask": spaces.Box(0, 1, (self._rules.actions,), np.int8)})
        self.single_action_space = spaces.Discrete(self._rules.actions)
        self.observation_space = gymnasium.vector.utils.batch_space(self.single_observation_space, num_envs)
        self.action_space = gymnasium.vector.utils.batch_space(self.single_action_space, num_envs)

    def _opened(self) -> Tables:
        if self._tables is None:
            raise SkatError("reset() comes first")
        return self._tables

    def _observations(self) -> Observation:
        tables = self._opened()
        assert tables.observation is not None
        seen: Observation = {"observation": tables.observation, "action_mask": tables.mask.view(np.int8)}
        return {name: values.copy() for name, values in seen.items()} if self._copy else seen

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, dict[str, Any]]:
        """Begins a deal at each table: what the learner sees, and an empty dict."""
        super().reset(seed=seed)
        following = 0 if seed is not None or self._tables is None else int(self._tables.session.max()) + 1
        session = (options or {}).get("session", following)
        if seed is not None or self._tables is None:
            self._seed = _first_seed(self) if seed is None else seed
        if self._tables is None:
            self._tables = Tables(self._rules, self.num_envs, self._seed, first_session=session, bots=self._bots, reward=self._reward)
        else:
            self._tables.reset(self._seed, first_session=session)
        return self._observations(), {}

    def step(self, actions: npt.ArrayLike) -> tuple[Observation, npt.NDArray[np.float64], npt.NDArray[np.bool_], npt.NDArray[np.bool_],
                                                    dict[str, Any]]:
        """Picks an action at each table, int [num_envs]: what the learner sees, its points, where a deal ended, nowhere cut short, and an
        empty dict."""
        tables = self._opened()
        tables.step(_picked(actions, tables.mask.view(np.bool_)))
        rewards = tables.reward[:, self._seat].astype(np.float64)
        return self._observations(), rewards, tables.done > 0, np.zeros(self.num_envs, np.bool_), {}

    def render(self) -> tuple[str, ...]:
        """Deal and moves of each table, with all cards, as text."""
        return tuple("\n".join(self._opened().texts(table)) for table in range(self.num_envs))

    def close_extras(self, **kwargs: Any) -> None:
        """Closes the tables and ends their bots."""
        self._tables = None


gymnasium.register(ID, entry_point=f"{__name__}:SkatEnv", vector_entry_point=f"{__name__}:SkatVectorEnv")
