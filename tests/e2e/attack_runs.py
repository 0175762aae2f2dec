# SPDX-License-Identifier: MIT
"""Attacks, shortages and kills, as `make test` plays one of each kind and `make long-attacks` plays them all."""
import os
import random
import shlex
import struct
import subprocess
import time

from harness import *
from isolated_runs import *
from machine import has_32_bit_calls

REJECTED = 1

# What begins.so tries when it is loaded, and what the error says.
INITIALISERS = {
    "seccomp": "tried seccomp",
    "map_both": "tried mmap",
    "map_code": "tried mmap",
    "protect": "tried mprotect",
    "interrupt": "tried int 0x80",
    "kill": "tried tgkill",
    "stop": "tried tgkill",
    "advise": "tried madvise",
}

# A worker without isolation has these moments (tests/preload/kills.c): it starts, creates `reads`, is told of a unit, is in one call
# after the other. One that is killed when it creates has had two, when it is told of a unit three.
KILLS = {
    "twice between calls": [3, 6],
    "between calls, as often as it may": [3 * i for i in range(1, 21)],
    "before it is a worker, and its replacement": [1, 2],
    "while it creates bots, its replacement, and that between calls": [2, 4, 7, 9, 12],
    "at the start more often than it may in a row, but not in a row": [*range(2, 23, 2), 25, *range(27, 48, 2)],
    "between calls, then once in a call": [3, 7],
    "in a call, then between calls, and at the start": [7, 10, 12, 15],
}


def size_of(path):
    return path.stat().st_size if path.exists() else 0


class AttackTest(IsolationTest):
    def run_with(self, library, variables, *arguments, counts=0, **how):
        """Runs the program with a library of tests/preload. Also returns the numbers that it has counted, of 32 bits each."""
        counted = self.temp / "counted"
        counted.write_bytes(bytes(4 * counts))
        done = subprocess.run([program(), *map(str, arguments)], cwd=ROOT, text=True, capture_output=True, timeout=TIMEOUT, check=False,
                              env=os.environ | {"LD_PRELOAD": preload(library), "SHORT_COUNT": str(counted), "KILL_COUNT": str(counted)}
                              | {name: str(value) for name, value in variables.items()}, **how)
        return done, struct.unpack(f"{counts}I", counted.read_bytes())

    def copy_of(self, bot, name, change=None):
        """A copy of a test bot whose file has this name, and a part of its bytes exchanged."""
        path = self.temp / f"{name}.so"
        content = pathlib.Path(bad_bot(bot)).read_bytes()
        if change:
            old, new = change
            at = content.index(old)
            content = content[:at] + new + content[at + len(new):]
        path.write_bytes(content)
        return str(path)

    def against(self, bot, **fields):
        return {"bots": {"h": bot}, "seats": ["h"] * 3, "deals": 1, "seed": LARGE} | fields

    # ---- initialisers ----

    def assert_stopped(self, what):
        """What could weaken the sandbox is out of reach before the first instruction of a module."""
        done, _ = self.run_config(**self.against(self.copy_of("cheats/begins", what), **ISOLATED))
        says = INITIALISERS[what] if what != "interrupt" or has_32_bit_calls() else "signal 11"  # what a kernel does without them
        assert done.returncode == USAGE and says in done.stderr and "could: " not in done.stderr, done.stderr

    # ---- shortages ----

    def restarting(self, **more):
        """A bot whose process often has to be started anew."""
        return {"bots": {"f": bad_bot("faulty", what="exit", when="card", percent=20), "b": "basic"}, "workers": 1,
                "seats": ["f", "b", "b"], "schedule": "rotations", "deals": 30} | more

    def run_killed(self, which, ends, seems="echo oom_kill 1$n >vmstat"):
        """A run with a program that ends so at these of its starts, as a condition of test, after the system seems to have ended one
        for lack of memory; what the run said, and its folder."""
        for name, text in (("count", "0"), ("vmstat", "oom_kill 7\n")):
            (self.temp / name).write_text(text)
        command = (f"cd {self.temp}; n=$(cat count); n=$((n+1)); echo $n >count; "
                   f"if test $n {which}; then {seems}; {ends}; fi; exec /usr/bin/python3 -S {ROOT}/tests/bots/pipes/legal.py")
        fields = {"bots": {"p": {"module": "pipe", "options": {"command": command}}, "b": "basic"},
                  "seats": ["p", "b", "b"], "deals": 2, "seed": LARGE}
        out = self.temp / "out"
        done, _ = self.run_with("memory_kills", {"VMSTAT": self.temp / "vmstat"}, "run", self.write_config(**fields), "--out", out,
                                "--force", "--quiet")
        return done, out

    # ---- stops ----

    def assert_stops_cost_nothing(self, isolation, whose, times):
        """A machine or a run that stands still for a while is no fault of a bot."""
        chance = random.Random(4711)
        run, out = self.start(bots={"s": "stammtisch", "b": "basic"}, seats=["s", "s", "b"], deals=1000000000, limits={"time_ms": 200},
                              log="none", workers=2, isolation=isolation, seed=LARGE, schedule="rotations")
        wait_until_it_hears(run)
        time.sleep(0.1)  # into the first games, mostly
        for _ in range(times):
            workers = descendants(run.pid)
            stopped = {"all": [run.pid, *workers], "supervisor": [run.pid], "others": workers}[whose]
            for number in (signal.SIGSTOP, signal.SIGCONT):
                chance.shuffle(stopped)
                for pid in stopped:
                    with contextlib.suppress(ProcessLookupError):
                        os.kill(pid, number)
                time.sleep(chance.uniform(0.3, 0.6) if number == signal.SIGSTOP else 0.05)
            assert run.poll() is None, run.stderr.read()
        run.send_signal(signal.SIGINT)
        run.communicate(timeout=TIMEOUT)
        assert run.returncode == INTERRUPTED
        assert not (out / "faults.jsonl").exists()

    # ---- kills ----

    def killed(self, moments, **fields):
        """A run whose workers are killed at these moments; what it said, its folder, and how many moments there were."""
        path = self.write_config(**{"bots": {"k": bad_bot("reads"), "b": "basic"}, "seats": ["k", "b", "b"], "deals": 3} | fields)
        out = self.temp / f"killed{self.count}"
        done, counts = self.run_with("kills", {"KILL_AT": ",".join(map(str, moments))}, "run", path, "--out", out, "--quiet", counts=1)
        return done, out, counts[0]

    def assert_replaced(self, whole, moments, **fields):
        done, out, count = self.killed(moments, **fields)
        assert done.returncode == OK, done.stderr
        assert count > max(moments)  # all of them have come
        self.assert_same_bytes(out, whole)

    def killed_for_memory(self, which, **fields):
        """A run in which the system ends a process: a worker's child, or the worker; the folder, and what the run said. Bots that wait
        for the file `go` go on when it is over."""
        vmstat = self.temp / "vmstat"
        vmstat.write_text("oom_kill 7\n")
        path, out = self.write_config(**fields), self.temp / f"killed-{which}"
        environment = os.environ | {"LD_PRELOAD": preload("memory_kills"), "VMSTAT": str(vmstat)}
        with Started([program(), "run", path, "--out", out, "--quiet"], cwd=ROOT, env=environment, stderr=subprocess.PIPE,
                     text=True) as process:
            wait_until(lambda: size_of(out / "games.jsonl"), process)
            victims = []

            def found():
                victims[:] = filter(is_bot_process, descendants(process.pid)) if which == "bot" else children_of(process.pid)
                return victims

            wait_until(found, process)
            vmstat.write_text("oom_kill 8\n")
            os.kill(victims[0], signal.SIGKILL)
            time.sleep(0.02)
            (self.temp / "go").touch()
            said = process.stderr.read()
            assert process.wait() == OK, said
        return out, said

    def waiting_program(self, after):
        """A program that waits for the file `go` after so many questions."""
        command = shlex.join(["exec", "/usr/bin/python3", "-S", "tests/bots/pipes/waits.py", str(self.temp / "go"), str(after)])
        return {"module": "pipe", "options": {"command": command}}
