# SPDX-License-Identifier: MIT
"""No process outlives the one that started it, at whatever moment that is killed (child_fork() of arena/base/child.h): a child kills
its parent when it has been forked, just before or after it asks the kernel to end with it, or before it becomes another program
(tests/preload/orphans.c)."""
import ctypes
import http.client
import struct

import pytest

from harness import *
from isolated_runs import ISOLATED, children_of
from machine import isolates

PR_SET_CHILD_SUBREAPER = 36

pytestmark = pytest.mark.no_sanitizer("what is loaded before the program is loaded before the sanitizer, too")


class TestOrphans(RunTest):
    @pytest.fixture(autouse=True)
    def orphans_come_here(self):
        libc = ctypes.CDLL(None)
        self.before = children_of(os.getpid())
        libc.prctl(PR_SET_CHILD_SUBREAPER, 1)
        yield
        libc.prctl(PR_SET_CHILD_SUBREAPER, 0)

    def are_gone(self):
        """Whether all processes of the program have ended."""
        left = set(children_of(os.getpid())) - set(self.before)
        for pid in left:
            os.waitpid(pid, os.WNOHANG)
        return not left

    def environment(self, moment):
        (self.temp / "count").write_bytes(bytes(8))
        return os.environ | {"LD_PRELOAD": preload("orphans"), "ORPHAN_COUNT": str(self.temp / "count"), "ORPHAN_AT": str(moment)}

    def orphaned(self, moment, *words):
        """Runs the program, and waits for the end of all of its processes; its exit status, the number of moments, and whether that one
        was at a prctl."""
        done = subprocess.run([program(), *map(str, words)], cwd=ROOT, env=self.environment(moment), stdin=subprocess.DEVNULL,
                              capture_output=True, timeout=TIMEOUT, check=False)
        wait_until(self.are_gone)
        return done.returncode, *struct.unpack("II", (self.temp / "count").read_bytes())

    def check(self, *words, most=100):
        """At each moment, or the last ones."""
        status, count, _ = self.orphaned(0, *words)
        assert status == OK and count > 1
        ends = [self.orphaned(moment, *words) for moment in range(max(1, count + 1 - most), count + 1)]
        # Of a worker whose bot did it, another one plays. Who does it as soon as it is forked, while it is examined, is refused, and who
        # does it to the process that starts a program for it cannot start.
        assert {status for status, _, at_prctl in ends if at_prctl} <= {OK, -signal.SIGKILL}
        assert {status for status, _, _ in ends} <= {OK, USAGE, INTERNAL, -signal.SIGKILL}

    def test_run(self):
        """Modules are examined, workers play, isolated bots and programs have processes of their own, the log is written."""
        program_of_a_user = {"module": "pipe", "options": {"command": "exec /usr/bin/python3 -S tests/bots/pipes/legal.py"}}
        path = self.write_config(bots={"b": "basic", "p": program_of_a_user}, seats=["b", "b", "p"], schedule="fixed", deals=1, workers=1,
                                 seed=LARGE, **ISOLATED if isolates() else {})
        self.check("run", path, "--out", self.temp / "out", "--force", "--quiet")

    def test_check(self):
        self.check("check", "basic", "-n", 1, "--rules", "ramsch-only", "--isolation", "none", most=2)

    def test_server(self):
        folder = self.sample(bots={"b": "basic"}, seats=["b"] * 3, schedule="fixed", deals=3)
        with Started([program(), "serve", folder, "--port", "0"], cwd=ROOT, env=self.environment(1), stdin=subprocess.DEVNULL,
                     stdout=subprocess.PIPE, text=True) as server:
            address = re.match(r"http://(\S+)/", server.stdout.readline())[1]
            with pytest.raises((ConnectionError, http.client.HTTPException)):
                client = http.client.HTTPConnection(address, timeout=TIMEOUT)
                client.request("GET", "/")
                client.getresponse()
            assert server.wait() == -signal.SIGKILL
        wait_until(self.are_gone)
