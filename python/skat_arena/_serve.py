# SPDX-License-Identifier: MIT
"""A policy as a child of the bot `pipe`, which sends it arrays (bots/pipe/README.md, Arrays)."""
from __future__ import annotations

import ctypes
import json
import os
import sys
from typing import TYPE_CHECKING, Any

import numpy as np

from ._library import SkatError, release
from .rules import OBSERVATION_SIZE

if TYPE_CHECKING:
    from .policy import Policy


class _Input:
    """Lines and blocks of bytes from a descriptor; blocks in a buffer of their own, which is used again."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._read = b""
        self._block = bytearray()

    def line(self) -> bytes | None:
        """The next line; None at the end."""
        while b"\n" not in self._read:
            more = os.read(self._descriptor, 65536)
            if not more:
                return None
            self._read += more
        line, _, self._read = self._read.partition(b"\n")
        return line

    def block(self, size: int) -> memoryview:
        """The next `size` bytes, valid until the next call."""
        if len(self._block) < size:
            self._block = bytearray(size)
        block = memoryview(self._block)[:size]
        got = min(size, len(self._read))
        block[:got], self._read = self._read[:got], self._read[got:]
        while got < size:
            more = os.readv(self._descriptor, [block[got:]])
            if not more:
                raise EOFError("the rows of a message are not complete")
            got += more
        return block


def _answer(policy: Policy, message: dict[str, Any], block: memoryview) -> list[int]:
    n, numbers, actions = message["rows"], message["numbers"], message["actions"]
    if numbers != OBSERVATION_SIZE:
        raise SkatError(f"an observation has {numbers} values here, {OBSERVATION_SIZE} in the package: program and package are of "
                        f"different versions")
    seen = np.frombuffer(block, np.int16, n * numbers).reshape(n, numbers)
    mask = np.frombuffer(block, np.bool_, n * actions, 2 * n * numbers).reshape(n, actions)
    random = np.frombuffer(block, np.uint64, n, n * (2 * numbers + actions))
    chosen, _ = policy.choose(seen, mask, (random >> np.uint64(11)).astype(np.float64) * 2.0**-53)
    found: list[int] = chosen.tolist()
    return found


def take_streams() -> tuple[int, int]:
    """Descriptors of standard input and output, which belong to the dialogue from now on. What is printed goes to standard error, and
    who reads finds the end."""
    source, out = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return source, out


def _refuse_batch(policy: Policy) -> None:
    if not isinstance(policy.batch, int) or policy.batch not in range(1, 4097):
        raise SkatError(f"{type(policy).__name__}.batch is {policy.batch!r}; expected 1 .. 4096")


def _keep_memory() -> None:
    """Has glibc keep the memory of a call's arrays for the next call: else the kernel clears each page of them again in each call, which
    takes longer than a network of 30,000 weights."""
    library = ctypes.CDLL(None)
    if hasattr(library, "mallopt"):
        library.mallopt(-1, 2**26)  # M_TRIM_THRESHOLD: bytes that are kept
        library.mallopt(-3, 2**25)  # M_MMAP_THRESHOLD: larger arrays are not; the most that it can be


def serve(policy: Policy, streams: tuple[int, int] | None = None) -> None:
    """Answers until the end, by those streams that take_streams() took."""
    read, out = streams or take_streams()
    source = _Input(read)
    _refuse_batch(policy)
    _keep_memory()
    greeting = {"type": "hello", "protocol": 2, "name": type(policy).__name__, "version": release(), "wants": [],
                "batch": policy.batch, "arrays": True}
    while (line := source.line()) is not None:
        message = json.loads(line)
        answer: dict[str, Any] = {"seq": message["seq"]}
        if message["type"] == "bye":
            return
        if message["type"] == "hello":
            answer.update(greeting)
        elif message["type"] == "arrays":
            answer["actions"] = _answer(policy, message, source.block(message["bytes"]))
        text = json.dumps(answer).encode() + b"\n"
        while text:
            text = text[os.write(out, text):]
