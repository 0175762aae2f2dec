# SPDX-License-Identifier: MIT
"""A pool of policies, such as old checkpoints, one of which plays in each deal."""
from __future__ import annotations

import copy
import re
import secrets
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ._library import SkatError, integers
from .policy import Policy

EACH = ("deal", "session")


class PoolResult(NamedTuple):
    """The deals in which one policy of a pool decided, and the points they brought, in the scoring of the tables' rewards. A policy that
    sits in two seats counts such a deal twice.

    deals    how many
    member   points a deal of the policy's own seat
    learner  points a deal of the learner, the mean over its seats
    """

    deals: int
    member: float
    learner: float


class Pool(Mapping[str, Policy]):
    """Policies by name: old checkpoints, for example. In Tables with `bots=[None, pool, pool]`, one of them is drawn for each seat of the
    pool in each deal; Tables.results() counts by name. play(policy, pool) compares a policy with each of them.

    policies: objects, or files that Policy.load() reads, by name (1 .. 40 letters, digits and ._+-, not beginning with a dot).
    seed: of the draws; None: drawn, and in `seed` afterwards. They depend on it, on session, deal and seat, and on the weights, but not on
    the order of play.
    each: how long a seat keeps its policy: "deal", or "session" for all deals of one session.

    weights: how often each is drawn, by name: numbers of at least 0, one of them above 0, with any sum. They can be changed at any time,
    and count from the next draw on.
    """

    def __init__(self, policies: Mapping[str, Policy | str | Path], *, seed: int | str | None = None, each: str = "deal") -> None:
        if each not in EACH:
            raise SkatError(f'each is "{each}"; allowed: {", ".join(EACH)}')
        self.each, self.seed = each, secrets.randbits(32) if seed is None else seed
        self.weights: dict[str, float] = {}
        self._policies: dict[str, Policy] = {}
        for name, policy in policies.items():
            self.add(name, policy)
        if not self._policies:
            raise SkatError("a pool has one policy at least; found none")

    def add(self, name: str, policy: Policy | str | Path, weight: float = 1) -> None:
        """Puts a copy of a policy, or of what Policy.load() reads from a file, into the pool, so that training can go on with the original.
        Tables with this pool draw it from their next deal on."""
        if not isinstance(name, str) or not re.fullmatch(r"(?!\.)[A-Za-z0-9._+-]{1,40}", name):
            raise SkatError(f"a policy is called {name!r}; expected 1 .. 40 letters, digits and ._+-, the first no dot")
        if name in self._policies:
            raise SkatError(f'the pool has a policy "{name}" already')
        if not isinstance(policy, (Policy, str, Path)):
            raise SkatError(f'"{name}" is {type(policy).__name__}; expected a Policy, or the path of a file')
        member = copy.deepcopy(policy) if isinstance(policy, Policy) else Policy.load(policy)
        self._policies[name] = member
        self.weights[name] = weight

    def __getitem__(self, name: str) -> Policy:
        return self._policies[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._policies)

    def __len__(self) -> int:
        return len(self._policies)

    def __copy__(self) -> Pool:
        """A pool of the same policies, to which others can be added."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__, weights=dict(self.weights), _policies=dict(self._policies))
        return other

    def _shares(self) -> npt.NDArray[np.float64]:
        """How likely each policy is drawn, the sum up to it: float64 [policies], the last one 1."""
        if self.weights.keys() != self._policies.keys():
            strange = sorted(self.weights.keys() ^ self._policies.keys())
            raise SkatError(f"weights and policies of the pool have different names: {', '.join(map(str, strange))}")
        try:
            weights = np.array([self.weights[name] for name in self._policies], np.float64)
        except (TypeError, ValueError):
            weights = np.full(len(self), np.nan)
        if not (np.isfinite(weights).all() and (weights >= 0).all() and weights.any()):
            raise SkatError(f"the weights of the pool are {self.weights}; expected numbers from 0 on, one of them above 0")
        sums = np.cumsum(weights / weights.max())
        shares: npt.NDArray[np.float64] = sums / sums[-1]
        return shares

    def draw(self, session: npt.ArrayLike, deal: npt.ArrayLike, seat: npt.ArrayLike) -> npt.NDArray[np.intp]:
        """Which policies play in n seats, given by arrays [n] of session, deal (both uint64) and seat: their numbers in the order of the
        pool, int [n]."""
        sessions, deals = integers(session, np.uint64, "sessions"), integers(deal, np.uint64, "deals")
        mixed = np.full(sessions.shape, zlib.crc32(str(self.seed).encode()), np.uint64)
        for value in (sessions, deals if self.each == "deal" else np.zeros_like(deals), integers(seat, np.uint64, "seats")):
            mixed = _mixed(mixed ^ value)
        random = (mixed >> np.uint64(11)).astype(np.float64) * 2.0**-53
        return np.searchsorted(self._shares(), random, side="right")


def _mixed(values: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    """SplitMix64: numbers that look random, each of another one."""
    found = values + np.uint64(0x9E3779B97F4A7C15)
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB), (31, 1)):
        found = (found ^ (found >> np.uint64(shift))) * np.uint64(factor)
    return found
