# SPDX-License-Identifier: MIT
"""What the tests of isolated bots share."""
import contextlib
import os
import pathlib
import sys

from harness import *

ISOLATED = {"isolation": "process"}
PYTHON = f"exec {sys.executable} -S"
LARGE = "0x" + "5ca1ab1e" * 8  # a seed that no bot can guess


def children_of(pid):
    """The processes that this one has started; none if it has ended."""
    found = []
    with contextlib.suppress(OSError):
        for task in os.listdir(f"/proc/{pid}/task"):
            found += map(int, pathlib.Path(f"/proc/{pid}/task/{task}/children").read_text().split())
    return found


def descendants(pid):
    """All processes that a process has started, however indirectly."""
    return [found for child in children_of(pid) for found in (child, *descendants(child))]


def is_bot_process(pid):
    with contextlib.suppress(OSError):
        return pathlib.Path(f"/proc/{pid}/cmdline").read_bytes() == b"skat-arena\0bot-process\0"
    return False


def status_of(pid):
    """The fields of /proc/PID/status."""
    with contextlib.suppress(OSError):
        lines = pathlib.Path(f"/proc/{pid}/status").read_text(errors="replace").splitlines()
        return dict(line.split(":\t", 1) for line in lines if ":\t" in line)
    return {}


def faults_of(folder):
    path = folder / "faults.jsonl"
    return read_lines_of(path) if path.exists() else []


class IsolationTest(RunTest):
    def write_config(self, **fields):
        """With as few processes as a run can have."""
        return super().write_config(**{"schedule": "fixed", "workers": 1} | fields)

    def hostile(self, how, **more):
        """A run with a bot that tries this in its fourth trick."""
        fields = {"bots": {"h": cheat("hostile", how=how), "b": "basic"}, "seats": ["h", "b", "b"], "deals": 1,
                  "limits": {"time_ms": 30000},
                  "seed": LARGE}
        return self.run_config("--quiet", **fields | ISOLATED | more)

    def assert_charged(self, how, what, deals=1):
        """It costs the game, and only that; the next process of the bot finds nothing that the one before has left."""
        done, folder = self.hostile(how, deals=deals)
        assert done.returncode == OK, done.stderr
        lines, faults = read_lines(folder), faults_of(folder)
        assert [(line["table"][line["fault"]], line["status"]) for line in lines] == [("h", "crash")] * deals, how
        assert "born with" not in done.stderr and "a note" not in done.stderr
        for line, fault in zip(lines, faults, strict=True):
            assert (fault["game"], fault["bot"], fault["status"]) == (line["game"], "h", "crash")
            assert re.search(what, fault["what"]), how
            # What a bot process says of its end is a stranger's text: fit for a terminal, and for JSON.
            self.assert_valid("fault", fault, "faults.jsonl")
            assert all(re.search("^[ -~]*$", text) for text in (fault["what"], *fault.get("backtrace", [])))
        self.assert_verified(folder)

    def start(self, *arguments, **fields):
        """A run that goes on while the test looks at it; it is killed at the end of the test."""
        path, out = self.write_config(**fields), self.temp / f"out{self.count}"
        run = subprocess.Popen([program(), "run", path, "--out", out, "--quiet", *map(str, arguments)], cwd=ROOT, text=True,
                               stderr=subprocess.PIPE)
        self.cleanup.callback(run.communicate)
        self.cleanup.callback(run.kill)
        return run, out
