# SPDX-License-Identifier: MIT
"""Control groups of bot processes (arena/sandbox/cgroup.h): needs root in the root group of version 2, with its controllers of
memory and processes. Elsewhere these tests are skipped; tests/cgroups_vm.sh plays them in a virtual machine."""
import contextlib
import functools
import os
import pathlib
import re
import shlex
import signal
import subprocess
import time

import pytest

from harness import *
from isolated_runs import ISOLATED, descendants, is_bot_process

MB = 1 << 20


def mounted_at():
    for line in pathlib.Path("/proc/self/mounts").read_text().splitlines():
        if line.split()[2] == "cgroup2":
            return pathlib.Path(line.split()[1])
    return None


def own_path(pid="self"):
    with contextlib.suppress(OSError):
        for line in pathlib.Path(f"/proc/{pid}/cgroup").read_text().splitlines():
            if line.startswith("0::"):
                return line[3:]
    return None


@functools.cache
def what_is_missing():
    """Why there are no groups here, or None."""
    if os.geteuid() != 0:
        return "root"
    root = mounted_at()
    if not root or own_path() != "/":
        return "to be in the root group of version 2"
    try:
        missing = {"memory", "pids"} - set((root / "cgroup.controllers").read_text().split())
        if missing:
            return f"controllers of version 2: {', '.join(sorted(missing))}"
        with group(memory__max=MB):
            return None
    except OSError as error:
        return f"to be readable and writable: {error}"


@contextlib.contextmanager
def group(**limits):
    """A group below the root one."""
    root = mounted_at()
    (root / "cgroup.subtree_control").write_text("+memory +pids")
    path = root / f"test-{os.getpid()}-{time.monotonic_ns()}"
    path.mkdir()
    for name, value in limits.items():
        (path / name.replace("__", ".")).write_text(str(value))
    try:
        yield path
    finally:
        for inner in [inner for inner in path.iterdir() if inner.is_dir()]:
            inner.rmdir()
        path.rmdir()


def is_program(pid):
    with contextlib.suppress(OSError):
        return b"pipes" in pathlib.Path(f"/proc/{pid}/cmdline").read_bytes()
    return False


class TestGroups(RunTest):
    @pytest.fixture(autouse=True)
    def groups_exist(self):
        if what_is_missing():
            pytest.skip(f"control groups need {what_is_missing()}")

    def start(self, inside, *arguments, **fields):
        """A run in a group of its own, or where the test is."""
        path, out = self.write_config(**fields), self.temp / f"out{self.count}"
        join = (lambda: (inside / "cgroup.procs").write_text("0")) if inside else None
        # pylint: disable=consider-using-with
        return out, subprocess.Popen([program(), "run", path, "--out", out, "--quiet", *arguments], cwd=ROOT, text=True,
                                     stderr=subprocess.PIPE, preexec_fn=join)

    def fields(self, **more):
        fields = {"bots": {"d": bad_bot("dawdles", ms=30), "b": "basic"}, "seats": ["d", "b", "b"], "schedule": "rotations", "deals": 30,
                "workers": 2, "limits": {"memory_mb": 300}} | ISOLATED | more
        return {key: value for key, value in fields.items() if value is not None}

    def groups(self, inside, which=is_bot_process, **fields):
        """The groups of the processes of a run, by process, and what they allow."""
        root = mounted_at()
        out, process = self.start(inside, **fields)
        seen = {}
        with process:
            while process.poll() is None:
                for pid in filter(which, descendants(process.pid)):
                    path = own_path(pid) or "/"  # of one that has ended
                    with contextlib.suppress(OSError):
                        limits = [(root / path[1:] / name).read_text().strip() for name in ("memory.max", "pids.max")]
                        seen[pid] = path, *limits
                time.sleep(0.01)
            assert process.returncode == OK, process.stderr.read()
        return out, [values for values in seen.values() if "/skat-arena-" in values[0]]

    def look(self, inside):
        """Those of the bot processes of the games."""
        out, in_groups = self.groups(inside, **self.fields())
        assert len(in_groups) >= 9  # one that is about to end, or has not joined yet, may be elsewhere
        assert {values[1:] for values in in_groups} == {(str(300 * MB), "1")}
        assert len({values[0] for values in in_groups}) >= 9
        return out, {os.path.dirname(os.path.dirname(values[0])) for values in in_groups}

    def left(self):
        return [path for path in mounted_at().rglob("skat-arena-*") if path.is_dir()]

    def test_each_process_has_its_own(self):
        """In the root group, which may be divided and have processes, too; and the games are what they are without isolation."""
        out, parents = self.look(None)
        assert parents == {"/"} and not self.left()
        self.assert_same_bytes(out, self.play(**self.fields(isolation="none", limits=None)), ["games.jsonl"])

    def names(self, in_groups):
        """What groups are for: bots of workers, and of those that play re-deals or ask for bids."""
        return {re.sub(r"\d+", "", os.path.basename(path)).rstrip("-") for path, *_ in in_groups}

    def assert_own(self, in_groups, *limits):
        """Each is alone there, at a time, with these limits."""
        assert {values[1:] for values in in_groups} == {limits}

    def test_bids_and_re_deals(self):
        """Workers beside the games: scouts, and those that play a deal again."""
        bots = {"a": {"module": "stammtisch", "options": {"caution": 45}}, "b": "stammtisch"}
        fields = {"bots": bots, "seats": ["a", "b"], "schedule": "duel", "compare": ["a", "b"], "redeals": 2,
                  "bidding": True, "deals": 36}
        _, in_groups = self.groups(None, **self.fields(**fields))
        assert {"worker-bot", "runner-worker-bot"} <= self.names(in_groups)
        self.assert_own(in_groups, str(300 * MB), "1")

    def program(self, *arguments, memory_mb=300, **more):
        """A run with a program that `pipe` starts."""
        code = 'import sys; sys.path.insert(0, "tests/bots/pipes"); import bad'
        command = " ".join(["exec /usr/bin/python3 -I -S -c", shlex.quote(code), *arguments])
        return self.fields(bots={"p": {"module": "pipe", "options": {"command": command}}, "b": "basic"}, seats=["p", "b", "b"], workers=1,
                           limits={"time_ms": 600000} | ({"memory_mb": memory_mb} if memory_mb else {}), **more)

    @pytest.mark.parametrize("isolation, memory", (("none", "max"), ("process", str(300 * MB))))
    def test_programs(self, isolation, memory):
        """What `pipe` starts: memory is limited where it is for isolated bots."""
        fields = self.program("nothing", "card", isolation=isolation, deals=12, memory_mb=None if isolation == "none" else 300)
        _, in_groups = self.groups(None, is_program, **fields)
        assert self.names(in_groups) == {"worker-program"}
        self.assert_own(in_groups, memory, "1024")

    def test_a_program_that_takes_too_much(self):
        out, process = self.start(None, **self.program("take_memory", "card", deals=4, memory_mb=200))
        with process:
            assert process.wait(timeout=TIMEOUT) == OK, process.stderr.read()
        reports = read_lines_of(out / "faults.jsonl")
        assert {report["bot"] for report in reports} == {"p"}
        assert {report["what"] for report in reports} == {
            "did not answer: it took more memory than memory_mb allows, 200 MB, and was ended"}

    def check(self, *arguments, which):
        """`check`, and what the groups of its processes allow, by name."""
        root, seen = mounted_at(), {}
        with Started([program(), "check", *arguments, "--rules", "ramsch-only", "--json"], cwd=ROOT, text=True,
                     stdout=subprocess.PIPE) as process:
            while process.poll() is None:
                for path in {own_path(pid) or "/" for pid in filter(which, descendants(process.pid))}:
                    with contextlib.suppress(OSError):
                        limits = [(root / path[1:] / name).read_text().strip() for name in ("memory.max", "pids.max")]
                        seen[os.path.basename(path)] = limits
                time.sleep(0.01)
            result = json.loads(process.stdout.read())
        assert not self.left()
        return result, {name: limits for name, limits in seen.items() if name.startswith("check")}

    def test_check(self):
        """A job of `check` is alone in a group; it may have less than the machine has."""
        result, seen = self.check(bad_bot("dawdles"), "-n", "1", which=lambda pid: True)
        assert result["sound"] and set(seen) == {"check-0"}
        (memory, processes), = seen.values()
        assert processes == "1" and 0 < int(memory) < os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")

    def test_a_group_that_was_delegated(self):
        """The program moves into a group below, so that its own can be divided, and back."""
        with group() as path:
            _, parents = self.look(path)
            assert parents == {f"/{path.name}"} and not self.left()

    def test_a_group_with_other_processes(self):
        """It cannot be divided: the run does without."""
        with group() as path:
            with Started(["sleep", "1000"], preexec_fn=lambda: (path / "cgroup.procs").write_text("0")) as sleeper:
                out, process = self.start(path, **self.fields(deals=6))
                with process:
                    assert process.wait(timeout=TIMEOUT) == OK, process.stderr.read()
                sleeper.kill()
            assert not self.left() and len(read_lines(out)) == 18

    def test_what_a_killed_run_leaves_is_removed(self):
        _, process = self.start(None, **self.fields(deals=3000))
        with process:
            while len([pid for pid in descendants(process.pid) if is_bot_process(pid)]) < 9:
                assert process.poll() is None
                time.sleep(0.01)
            process.send_signal(signal.SIGKILL)
        assert self.left()
        while any((path / "cgroup.events").read_text().startswith("populated 1") for path in self.left()):
            time.sleep(0.01)  # its processes end with it
        self.play(**self.fields(deals=3))
        assert not self.left()

    def greedy(self, take, memory_mb):
        return self.fields(bots={"greedy": bad_bot("takes_memory", mb=take), "b": "basic"}, seats=["greedy", "b", "b"], deals=4, workers=1,
                           limits={"time_ms": 600000, "memory_mb": memory_mb})

    @pytest.mark.skipif(not has_sanitizer(), reason="without a sanitizer the address space is limited, too, and that limit comes first")
    def test_its_own_limit_is_its_fault(self):
        out, process = self.start(None, **self.greedy(2000, 900))
        with process:
            assert process.wait(timeout=TIMEOUT) == OK, process.stderr.read()
        reports = read_lines_of(out / "faults.jsonl")
        assert reports and {report["bot"] for report in reports} == {"greedy"}
        assert {report["what"] for report in reports} == {"took more memory than memory_mb allows, 900 MB, and was ended"}
        assert all(line["table"][line["fault"]] == "greedy" for line in read_lines(out))

    def test_the_machines_limit_is_nobodys(self):
        """The error names whose process was killed, and the run goes on where there is more."""
        fields = self.greedy(400, 4000)
        with group(memory__max=300 * MB) as path:
            with contextlib.suppress(OSError):
                (path / "memory.swap.max").write_text("0")
            out, process = self.start(path, **fields)
            with process:
                errors = process.communicate(timeout=TIMEOUT)[1]
        assert process.returncode == INTERRUPTED, errors
        assert "greedy was killed from outside 21 times in the same games, as the system does when memory runs out" in errors
        assert not (out / "faults.jsonl").exists()
        assert arena("run", "--resume", out, "--quiet").returncode == OK
        self.assert_same_bytes(out, self.play(**fields), ["games.jsonl"])
