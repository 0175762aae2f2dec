# SPDX-License-Identifier: MIT
"""The shared library that everything here is made of: arena/learn/skat_ffi.h, by ctypes, which releases the GIL in each call."""
from __future__ import annotations

import ctypes
import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

VERSION = 6
NAME = "libskat-ffi.so"
ERROR, DEAL, MOVES, TEXT = 4096, 128, 8192, 32  # bytes of the texts that functions write

Text = ctypes.Array[ctypes.c_char]
_Result = TypeVar("_Result")
_Scalar = TypeVar("_Scalar", bound=np.generic)

_c = ctypes.c_int, ctypes.c_char_p, ctypes.c_uint64, ctypes.c_void_p
_int, _text, _u64, _ptr = _c


def places() -> list[Path]:
    """Where the library is looked for, in this order: the variable SKAT_ARENA_LIBRARY, this package, the source tree that it is
    part of, the prefix that it is installed in, and that of the `skat-arena` on the path."""
    here = Path(__file__).resolve().parent
    found = [Path(os.environ["SKAT_ARENA_LIBRARY"])] if os.environ.get("SKAT_ARENA_LIBRARY") else []
    found += [here / "build" / "plain" / NAME, here.parent.parent / "build" / "plain" / NAME]
    found += [folder / "skat-arena" / NAME for folder in here.parents if folder.name == "lib"]
    program = shutil.which("skat-arena")
    if program:
        found.append(Path(program).resolve().parent.parent / "lib" / "skat-arena" / NAME)
    return found


def _load() -> ctypes.CDLL:
    for place in places():
        if place.is_file():
            try:
                library = ctypes.CDLL(str(place.resolve()))
            except OSError as error:
                raise ImportError(f"{place} cannot be loaded: {error}. It needs the Debian packages libcjson1, libelf1, libnettle8 and "
                                  "libseccomp2, the program also libarchive13, libmicrohttpd12 and libzstd1") from None
            if library.skat_ffi_version() != VERSION:
                raise ImportError(f"{place} has version {library.skat_ffi_version()} of the functions that this package "
                                  f"needs in version {VERSION}: build and install both from the same sources")
            return library
    raise ImportError(f"there is no {NAME}; it is built by `make` in the source tree and installed by `make install`. Looked "
                      f"for: {', '.join(map(str, places()))}")


lib = _load()


class TablesOut(ctypes.Structure):
    """Where the library writes to: struct ffi_tables_out, a pointer to each array of Tables."""

    _fields_ = [(name, _ptr) for name in
                ("seat", "position", "mask", "observation", "open", "done", "reward", "session", "deal", "scores")]


class Starts(ctypes.Structure):
    """Where deals begin: struct ffi_starts, an array of handles of games and its length."""

    _fields_ = [("games", _ptr), ("count", _int)]


class PositionsIn(ctypes.Structure):
    """Positions for the solver: struct ffi_positions, a pointer to each array."""

    _fields_ = [(name, _ptr) for name in ("game", "alone", "leader", "in_trick", "trick", "hands")]


class RowsOut(ctypes.Structure):
    """Where recorded rows are: struct ffi_rows, a pointer to each array, or None."""

    _fields_ = [(name, _ptr) for name in
                ("observation", "open", "mask", "action", "probability", "scores", "session", "deal", "table", "seat", "position",
                 "who")]


def _declare() -> None:
    signatures = {
        "release": (_text,),
        "rules_open": (_ptr, _text, _ptr), "rules_close": (None, _ptr), "rules_json": (_ptr, _ptr), "free": (None, _ptr),
        "rules_numbers": (None, _ptr, _ptr), "action_text": (None, _ptr, _int, _ptr),
        "observation_part": (_int, _int, _int, _ptr, _ptr, _ptr), "observation_size": (_int, _int),
        "decision_name": (_text, _int),
        "deal": (_int, _ptr, _text, _u64, _u64, _ptr, _ptr),
        "game_open": (_ptr, _ptr, _text, _text, _ptr), "game_copy": (_ptr, _ptr), "game_close": (None, _ptr),
        "game_numbers": (None, _ptr, _ptr), "game_mask": (_int, _ptr, _ptr), "game_pick": (_int, _ptr, _int, _ptr),
        "game_observe": (_int, _ptr, _int, _int, _ptr), "game_cards": (None, _ptr, _ptr, _ptr),
        "game_text": (None, _ptr, _ptr, _ptr), "game_result": (_int, _ptr, _ptr), "game_worlds": (_u64, _ptr, _int),
        "game_draw_worlds": (_int, _ptr, _int, _u64, _int, _ptr, _ptr),
        "game_in_world": (_ptr, _ptr, _ptr, _ptr),
        "worlds": (None, _int, _ptr, _ptr, _int, _ptr),
        "draw_worlds": (_int, _int, _ptr, _ptr, _u64, _int, _int, _ptr, _ptr),
        "solve": (_int, _int, _ptr, _u64, _int, _ptr, _ptr, _ptr),
        "draw": (_int, _int, _int, _ptr, _ptr, _ptr, _ptr, _ptr),
        "tables_open": (_ptr, _ptr, _text, _u64, _int, _int, _text, _ptr, _ptr, _ptr), "tables_close": (None, _ptr),
        "tables_reset": (_int, _ptr, _text, _u64, _ptr),
        "tables_copy": (_ptr, _ptr, _ptr, _ptr),
        "tables_step": (_int, _ptr, _ptr, _ptr, _ptr, _ptr), "tables_go_on": (_int, _ptr, _ptr, _ptr, _ptr, _ptr),
        "tables_fault": (_int, _ptr, _ptr), "tables_record": (_int, _ptr, _int, _int, _ptr), "tables_ready": (_int, _ptr),
        "tables_rows": (_int, _ptr, _ptr), "tables_list": (_int, _ptr, _int, _ptr), "tables_drop": (None, _ptr, _int),
        "tables_random": (None, _ptr, _ptr),
        "tables_random_seed": (None, _ptr, _u64), "tables_random_steps": (None, _ptr, _int),
        "tables_counts": (None, _ptr, _ptr), "tables_text": (None, _ptr, _int, _ptr, _ptr),
    }
    for name, (result, *arguments) in signatures.items():
        function = getattr(lib, f"skat_ffi_{name}")
        function.restype, function.argtypes = result, arguments


_declare()


class SkatError(ValueError):
    """What every function of this package raises for input that it cannot use: the text says what is wrong and what is allowed."""


def release() -> str:
    """The version of Skat Arena that the library is part of: "2.0.0"."""
    text: bytes = lib.skat_ffi_release()
    return text.decode()


def buffer(size: int) -> Text:
    """Room for a text of the library, with its final zero: ERROR, DEAL, MOVES or TEXT bytes."""
    return ctypes.create_string_buffer(size)


def text_of(of: Text) -> str:
    """What the library wrote there."""
    return bytes(of.value).decode("utf-8", "replace")


def deal_and_moves(function: Callable[..., object], *arguments: object) -> tuple[str, str]:
    """The two texts that a function of the library writes into its last two arguments."""
    deal, moves = buffer(DEAL), buffer(MOVES)
    function(*arguments, deal, moves)
    return text_of(deal), text_of(moves)


def check(result: _Result, error: Text) -> _Result:
    """The result of a function that gives 0 or NULL on failure."""
    if not result:
        raise SkatError(text_of(error))
    return result


class Handle:
    """What owns something in the library cannot be copied or pickled by its attributes: it says how itself."""

    def __reduce__(self) -> tuple[Any, ...]:
        raise NotImplementedError(f"{type(self).__name__} has no __reduce__()")


def number(value: Any, name: str, least: int = 0, most: int = 2**64 - 1) -> int:
    """A whole number within its range, for the library, which would wrap it."""
    if isinstance(value, float) or int(value) != value or not least <= value <= most:
        raise SkatError(f"{name} is {value!r}; expected an integer {least} .. {most}")
    return int(value)


def encoded(value: object, name: str) -> bytes:
    """A text for the library, which would stop at a zero."""
    data = str(value).encode()
    if b"\0" in data:
        raise SkatError(f"{name} has a zero in it")
    return data


def json_of(value: object, what: str) -> bytes:
    """A value as JSON for the library and the program; numbers of numpy are numbers, and paths are texts."""
    def plain(other: object) -> object:
        if isinstance(other, (np.generic, np.ndarray)):
            return other.tolist()
        if isinstance(other, os.PathLike):
            return os.fspath(other)
        raise SkatError(f"{what} cannot have a {type(other).__name__} in it: {other!r}")
    return json.dumps(value, default=plain).encode()


def integers(values: npt.ArrayLike, dtype: type[_Scalar], what: str) -> npt.NDArray[_Scalar]:
    """An array of integers of that type; values that do not fit are an error."""
    found = np.asarray(values)
    whole = found.dtype.kind in "iub" or (found.dtype.kind == "f" and bool((found == np.floor(found)).all()))
    if not whole:
        raise SkatError(f"{what}: expected integers, found {found.dtype}")
    result = np.ascontiguousarray(found, dtype)
    if not (result == found).all():
        raise SkatError(f"{what}: expected numbers of {np.dtype(dtype).name}")
    return result
