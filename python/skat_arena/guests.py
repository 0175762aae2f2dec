# SPDX-License-Identifier: MIT
"""The policies in seats of Tables: which one decides in which seat of which deal, and what it brought."""
from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from ._library import SkatError
from .policy import Policy
from .pool import Pool, PoolResult

MOST_PLAYERS = 255  # what an uint8 can tell; 0 is the learner


class Guests:
    """The policies and pools among the bots of `count` tables. A policy, or a policy of a pool, is a player with a number, 1 ..

    policies: policies and pools, each once.
    guest_of: uint8 [seats], 1 + the index in `policies` of what sits there, 0 for the learner and for bots.
    players: for each number, the index in `policies` and the name in the pool ("" for a policy that is in none).
    """

    def __init__(self, bots: Sequence[Any], count: int, seats: int, observe: bool) -> None:
        self.policies: list[Policy | Pool] = []
        self.guest_of = np.zeros(seats, np.uint8)
        for seat, bot in enumerate(bots[:seats]):
            if isinstance(bot, (Policy, Pool)):
                self._seat(bot, seat, observe)
        twice = [name for name, pools in Counter(name for of in self.policies if isinstance(of, Pool) for name in of).items() if pools > 1]
        if twice:
            raise SkatError(f'two pools have a policy "{twice[0]}"; their results could not be told apart')
        self.is_learner = np.array([seat >= len(bots) or bots[seat] is None for seat in range(seats)])
        self.players: list[tuple[int, str]] = []
        self._numbers: dict[tuple[int, str], int] = {}
        self.pooled = np.array([isinstance(of, Pool) for of in self.policies], np.bool_)
        self._in_deal = np.zeros((count, seats), np.uint8)  # who decides in the deal in progress, 0: not drawn yet
        self._sums: dict[str, list[float]] = {}  # by name: deals, points of the policy's seats, points of the learner's
        for index, guest in enumerate(self.policies):
            for name in guest if isinstance(guest, Pool) else ("",):
                self._number(index, name)

    def _seat(self, guest: Policy | Pool, seat: int, observe: bool) -> None:
        if not observe:
            what = "pool" if isinstance(guest, Pool) else "policy"
            raise SkatError(f"the {what} in seat {seat} needs observations, but the tables have observe=False")
        if not any(guest is other for other in self.policies):
            self.policies.append(guest)
        self.guest_of[seat] = 1 + [guest is other for other in self.policies].index(True)

    def _number(self, index: int, name: str) -> int:
        """The number of a player; a new one where it is new."""
        if (index, name) not in self._numbers:
            if len(self.players) == MOST_PLAYERS:
                raise SkatError(f"{MOST_PLAYERS} policies sit at the tables or in their pools; more cannot be told apart")
            self.players.append((index, name))
            self._numbers[index, name] = len(self.players)
        return self._numbers[index, name]

    def copied(self, policies: list[Policy | Pool]) -> Guests:
        """Guests that go on from here by themselves, with these policies in the place of their own."""
        other = copy.copy(self)
        other.policies, other.players, other._numbers = policies, list(self.players), dict(self._numbers)
        other._in_deal, other._sums = self._in_deal.copy(), {name: list(sums) for name, sums in self._sums.items()}
        return other

    def policy(self, player: int) -> Policy:
        """That of a number."""
        index, name = self.players[player - 1]
        guest = self.policies[index]
        return guest[name] if isinstance(guest, Pool) else guest

    def names(self) -> dict[int, str]:
        """The name of each player: that in its pool, or that of its class."""
        return {1 + n: name or type(self.policies[index]).__name__ for n, (index, name) in enumerate(self.players)}

    def deciding(self, tables: npt.NDArray[np.intp], seat: npt.NDArray[np.uint8], session: npt.NDArray[np.uint64],
                 deal: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint8]:
        """The numbers of the players that decide at these tables, uint8 [n]: all arrays [n], the seats those of guests."""
        of, found = self.guest_of[seat] - 1, self._in_deal[tables, seat]
        for index, guest in enumerate(self.policies):
            new = np.flatnonzero((found == 0) & (of == index))
            if not len(new):
                continue
            if isinstance(guest, Pool):
                names = list(guest)
                drawn, which = np.unique(guest.draw(session[new], deal[new], seat[new]), return_inverse=True)
                found[new] = np.array([self._number(index, names[n]) for n in drawn], np.uint8)[which]
            else:
                found[new] = self._number(index, "")
        self._in_deal[tables, seat] = found
        return found

    def end_deals(self, tables: npt.NDArray[np.intp], points: npt.NDArray[np.int32], alone: npt.NDArray[np.bool_]) -> None:
        """The deals in progress at these tables, [n], are over, and brought each seat these points, int32 [n, seats]; they count where no
        other deal ended with them."""
        players = np.where(alone[:, None], self._in_deal[tables], 0)
        learner = points[:, self.is_learner].mean(axis=1)
        for number in np.unique(players[players > 0]):
            index, name = self.players[number - 1]
            if self.pooled[index]:
                rows, seats = np.nonzero(players == number)
                sums = self._sums.setdefault(name, [0, 0, 0])
                for place, more in enumerate((len(rows), points[rows, seats].sum(), learner[rows].sum())):
                    sums[place] += float(more)
        self._in_deal[tables] = 0

    def results(self) -> dict[str, PoolResult]:
        """What was counted of each policy that is in a pool."""
        found = {name: PoolResult(0, 0.0, 0.0) for index, name in self.players if self.pooled[index]}
        for name, (deals, member, learner) in self._sums.items():
            found[name] = PoolResult(int(deals), member / deals, learner / deals)
        return found
