# SPDX-License-Identifier: MIT
"""What this machine can do. Tests ask for it instead of expecting it; each question is answered by trying."""
import functools
import json
import pathlib
import subprocess
import tempfile

import pytest

import harness


def compiled(folder, source):
    """A program from C source text, built in this folder."""
    path = pathlib.Path(folder) / "tried"
    subprocess.run(["cc", "-o", path, "-x", "c", "-"], input=source, text=True, check=True, timeout=harness.TIMEOUT)
    return path


@functools.cache
def isolation_refusal() -> str:
    """What the program says when it cannot isolate bots on this machine; "" if it can."""
    with tempfile.TemporaryDirectory(prefix="skat-arena-machine-") as folder:
        config = pathlib.Path(folder) / "config.json"
        config.write_text(json.dumps(harness.config_of({"deals": 1, "schedule": "fixed", "isolation": "process"})))
        done = harness.arena("run", config, "--out", pathlib.Path(folder) / "out", "--quiet")
        return "" if done.returncode == harness.OK else done.stderr or "no reason given"


def isolates() -> bool:
    """Whether bots can play with "isolation": "process" here."""
    return not isolation_refusal()


# Evaluated when a test begins: the program to ask is known only when pytest is configured.
needs_isolation = pytest.mark.skipif("not __import__('machine').isolates()",
                                     reason="bots cannot be isolated on this machine: no Landlock or no seccomp")


@functools.cache
def has_32_bit_calls() -> bool:
    """Whether a 64-bit program can make a 32-bit system call: some kernels answer `int $0x80` with SIGSEGV."""
    with tempfile.TemporaryDirectory(prefix="skat-arena-machine-") as folder:
        tried = compiled(folder, 'int main(void) { long n = 20; __asm__ volatile("int $0x80" : "+a"(n) : : "memory"); return n <= 0; }')
        return subprocess.run([tried], timeout=harness.TIMEOUT, check=False).returncode == 0
