# SPDX-License-Identifier: MIT
"""Rule sets, and deals of a seed."""
from __future__ import annotations

import ctypes
import json
import os
from typing import Any

import numpy as np
import numpy.typing as npt

from ._library import DEAL, ERROR, TEXT, Handle, SkatError, buffer, check, encoded, json_of, lib, number, text_of

_NUMBERS = ("seats", "deals", "actions", "first_game", "first_bid", "deck", "hand", "skat", "carries",
            "solved")


class Rules(Handle):
    """A rule set: a name ("skat"; `skat-arena rules list` lists the names), a path, or a dict of options, in which "extends" may
    name the set that they change. A Rules object never changes; any number of games and threads may share it.

    seats, and deals of a session; deck, hand, skat: how many cards each has. carries: whether deals depend on earlier ones (bock,
    Bierlachs). solved: whether the solver can play the game.
    actions: how many numbers of actions there are; first_game and first_bid: where games and bids begin among them."""

    seats: int
    deals: int
    actions: int
    first_game: int
    first_bid: int
    deck: int
    hand: int
    skat: int
    carries: bool
    solved: bool

    def __init__(self, rules: str | os.PathLike[str] | dict[str, Any] = "skat") -> None:
        error = buffer(ERROR)
        self._handle: int | None = None
        self._handle = check(lib.skat_ffi_rules_open(json_of(rules, "a rule set"), error), error)
        numbers = np.zeros(len(_NUMBERS), np.int32)
        lib.skat_ffi_rules_numbers(self._handle, numbers.ctypes.data)
        for name, value in zip(_NUMBERS, numbers.tolist()):
            setattr(self, name, value)
        self.carries, self.solved = bool(self.carries), bool(self.solved)
        self._actions: dict[str, int] | None = None

    @classmethod
    def of(cls, rules: Rules | str | os.PathLike[str] | dict[str, Any]) -> Rules:
        """These Rules, or those that a name, a path or a dict stands for."""
        if not isinstance(rules, (Rules, str, os.PathLike, dict)):
            raise SkatError(f"rules are a name, a path, a dict or Rules; found {rules!r}")
        return rules if isinstance(rules, Rules) else cls(rules)

    def __del__(self) -> None:
        if getattr(self, "_handle", None):
            lib.skat_ffi_rules_close(self._handle)

    @property
    def options(self) -> dict[str, Any]:
        """All options with their values."""
        text = lib.skat_ffi_rules_json(self._handle)
        try:
            options: dict[str, Any] = json.loads(ctypes.string_at(text))
        finally:
            lib.skat_ffi_free(text)
        return options

    def action_name(self, action: int) -> str:
        """An action in words: "CJ", "pass", "declare CHZ", "bid 18"."""
        if not 0 <= action < self.actions:
            raise SkatError(f"{action} is no action: 0 .. {self.actions - 1}")
        text = buffer(TEXT)
        lib.skat_ffi_action_text(self._handle, action, text)
        return text_of(text)

    def action(self, name: str) -> int:
        """The number of an action that is given in words, as action_name() writes them."""
        if self._actions is None:
            self._actions = {self.action_name(action): action for action in range(self.actions)}
        if name not in self._actions:
            raise SkatError(f'"{name}" is no action under these rules')
        return self._actions[name]

    def deal(self, seed: int | str, session: int = 0, deal: int = 0) -> str:
        """The deal of a seed as text: the cards that `skat-arena run` has for the same seed, session and deal."""
        text, error = buffer(DEAL), buffer(ERROR)
        check(lib.skat_ffi_deal(self._handle, encoded(seed, "seed"), number(session, "session"),
                                number(deal, "deal"), text, error), error)
        return text_of(text)

    def __copy__(self) -> Rules:
        return self

    def __deepcopy__(self, memory: dict[int, Any]) -> Rules:
        return self  # it is constant

    def __reduce__(self) -> tuple[Any, ...]:
        return Rules, (self.options,)

    def __repr__(self) -> str:
        if not self._handle:  # an error report shows a rule set that could not be opened
            return "<skat_arena.Rules: not opened>"
        return f"<skat_arena.Rules: {self.options.get('game', 'skat')}, {self.seats} seats, {self.actions} actions>"


Parts = dict[str, tuple[slice, tuple[int, ...], str]]


def _parts(open_cards: bool) -> Parts:
    parts: Parts = {}
    name, help_text, place = ctypes.c_char_p(), ctypes.c_char_p(), (ctypes.c_int32 * 3)()
    while lib.skat_ffi_observation_part(open_cards, len(parts), ctypes.byref(name), place, ctypes.byref(help_text)):
        first, rows, columns = place
        shape = (rows, columns) if rows > 1 else (columns,)
        key, what = (name.value or b"").decode(), (help_text.value or b"").decode()
        parts[key] = slice(first, first + rows * columns), shape, what
    return parts


#: The parts of an observation by name: where they are, their shape, what they are.
OBSERVATION: Parts = _parts(False)
#: How many values it has.
OBSERVATION_SIZE: int = lib.skat_ffi_observation_size(False)
#: The parts of the array with all cards open, for a critic that is used in training only.
OPEN_CARDS: Parts = _parts(True)
#: How many values it has.
OPEN_CARDS_SIZE: int = lib.skat_ffi_observation_size(True)

_BY_SIZE: dict[int, Parts] = {OBSERVATION_SIZE: OBSERVATION, OPEN_CARDS_SIZE: OPEN_CARDS}


def part(observation: npt.NDArray[np.int16], name: str) -> npt.NDArray[np.int16]:
    """One part of observations, or of arrays with all cards open; their size says which they are. For int16 [..., size] it is a view,
    int16 [..., *shape], with the shape in OBSERVATION or OPEN_CARDS."""
    parts = _BY_SIZE.get(observation.shape[-1])
    if parts is None:
        raise SkatError(f"{observation.shape[-1]} values are no observation: {', '.join(map(str, _BY_SIZE))}")
    if name not in parts:
        raise SkatError(f'no part is called "{name}": {", ".join(parts)}')
    place, shape, _ = parts[name]
    return observation[..., place].reshape(observation.shape[:-1] + shape)


def _decisions() -> list[str]:
    names: list[str] = []
    while (name := lib.skat_ffi_decision_name(len(names))) is not None:
        names.append(name.decode())
    return names


#: The kinds of decision, by number.
DECISIONS: list[str] = _decisions()
