# SPDX-License-Identifier: MIT
"""What this machine can do. Tests ask for it instead of expecting it; each question is answered by trying."""
import ctypes
import errno
import functools
import json
import os
import pathlib
import struct
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
def sandbox_lacks() -> str:
    """What the program says of the sandbox around isolated bots on this machine; "" if it is whole."""
    with tempfile.TemporaryDirectory(prefix="skat-arena-machine-") as folder:
        config = pathlib.Path(folder) / "config.json"
        config.write_text(json.dumps(harness.config_of({"deals": 1, "schedule": "fixed", "isolation": "process"})))
        done = harness.arena("run", config, "--out", pathlib.Path(folder) / "out", "--quiet")
        assert done.returncode == harness.OK, done.stderr
        return "".join(line for line in done.stderr.splitlines() if "this kernel has no" in line)


def isolates() -> bool:
    """Whether isolated bots play in a whole sandbox here."""
    return not sandbox_lacks()


# Evaluated when a test begins: the program to ask is known only when pytest is configured.
needs_isolation = pytest.mark.skipif("not __import__('machine').isolates()",
                                     reason="bots cannot be isolated on this machine: no Landlock or no seccomp")


@functools.cache
def has_32_bit_calls() -> bool:
    """Whether a 64-bit program can make a 32-bit system call: some kernels answer `int $0x80` with SIGSEGV."""
    with tempfile.TemporaryDirectory(prefix="skat-arena-machine-") as folder:
        if os.uname().machine != "x86_64":
            return False
        tried = compiled(folder, 'int main(void) { long n = 20; __asm__ volatile("int $0x80" : "+a"(n) : : "memory"); return n <= 0; }')
        return subprocess.run([tried], timeout=harness.TIMEOUT, check=False).returncode == 0


@functools.cache
def stops_counter() -> bool:
    """Whether a process can be kept from reading the time stamp counter: in some virtual machines the kernel says so, and it can."""
    with tempfile.TemporaryDirectory(prefix="skat-arena-machine-") as folder:
        if os.uname().machine != "x86_64":
            return False
        tried = compiled(folder, "#include <sys/prctl.h>\nint main(void) { return prctl(PR_SET_TSC, PR_TSC_SIGSEGV, 0, 0, 0) || "
                                 "!__builtin_ia32_rdtsc(); }")
        return subprocess.run([tried], timeout=harness.TIMEOUT, check=False).returncode < 0


@functools.cache
def has_terminal() -> bool:
    """Whether there are pseudo-terminals here."""
    try:
        for end in os.openpty():
            os.close(end)
        return True
    except OSError:
        return False


needs_terminal = pytest.mark.skipif("not __import__('machine').has_terminal()", reason="there are no pseudo-terminals on this machine")


# Numbers of system calls on x86-64.
CALLS = {"prctl": 157, "seccomp": 317, "landlock_create_ruleset": 444}


def filtered(refused, *command):
    """Runs a command under a seccomp filter. `refused`: by the name of a call with which error it fails, and with which first argument
    (None: any)."""
    code = [(0x20, 0, 0, 0)]  # load the number of the call
    for name, (error, argument) in refused.items():
        asked = [] if argument is None else [(0x20, 0, 0, 16), (0x15, 0, 1, argument)]
        code += [(0x15, 0, len(asked) + 1, CALLS[name]), *asked, (0x06, 0, 0, 0x00050000 | error), (0x20, 0, 0, 0)]
    lines = b"".join(struct.pack("HBBI", *line) for line in (*code, (0x06, 0, 0, 0x7fff0000)))

    def forbid():
        buffer = ctypes.create_string_buffer(lines)
        program = ctypes.create_string_buffer(struct.pack("HxxxxxxP", len(lines) // 8, ctypes.addressof(buffer)))
        libc = ctypes.CDLL(None, use_errno=True)
        assert libc.prctl(38, 1, 0, 0, 0) == 0 and libc.prctl(22, 2, program, 0, 0) == 0

    return subprocess.run(list(map(str, command)), cwd=harness.ROOT, text=True, stdin=subprocess.DEVNULL, capture_output=True,
                          timeout=harness.TIMEOUT, preexec_fn=forbid, check=False)


@functools.cache
def can_filter_calls() -> bool:
    """Whether system calls can be forbidden by a seccomp filter, with the numbers of x86-64."""
    try:
        return os.uname().machine == "x86_64" and filtered({"prctl": (errno.EINVAL, 59)}, "true").returncode == 0
    except (OSError, subprocess.SubprocessError):
        return False
