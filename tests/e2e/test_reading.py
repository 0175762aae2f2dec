# SPDX-License-Identifier: MIT
"""Logs that are read by several threads (arena/log/log_replayer.h): what comes out does not depend on their number."""
import json
import random
import shutil
import subprocess

import pytest

from harness import BAD_FILE, OK, RunTest, USAGE, arena, bad_bot, mixed

WORKERS = (1, 2, 3, 8)

# Sessions of fewer and of more lines than a block of the replayer has, and deals without sessions.
RUNS = {
    "deals": {"deals": 400, "schedule": "rotations"},
    "sessions": {"rules": "stammtisch", "sessions": 6, "deals": 9, "schedule": "permutations"},
    "long sessions": {"rules": "stammtisch", "sessions": 2, "deals": 100, "schedule": "rotations"},
    "a session": {"rules": "stammtisch", "sessions": 1, "deals": 300},
}


def bots():
    return {"bots": {"a": "stammtisch", "b": mixed(), "c": "random"}, "seats": ["a", "b", "c"]}


def damage(lines, seed):
    """Lines that are missing, changed, none, or come twice."""
    chance = random.Random(seed)
    for line in lines:
        kind = chance.randrange(120)
        if kind == 0:
            continue
        if kind == 1:
            line = line.replace('"score":[', '"score":[1', 1)
        elif kind == 2:
            line = "{" + line
        elif kind == 3:
            line = line.replace('"session":', '"sitting":', 1)
        elif kind == 4:
            yield line
        yield line


class TestReading(RunTest):
    def same(self, *arguments, code=OK):
        outputs = set()
        for workers in WORKERS:
            done = arena(*arguments, "--workers", workers)
            assert done.returncode == code, done.stderr
            outputs.add(done.stdout + done.stderr)
        assert len(outputs) == 1, outputs
        return outputs.pop()

    @pytest.mark.parametrize("run", RUNS)
    def test_verify(self, run):
        folder = self.play(**bots() | RUNS[run])
        assert "every field agrees" in self.same("verify", folder)
        log = folder / "games.jsonl"
        lines = log.read_text().splitlines(keepends=True)
        for seed in range(3):
            log.write_text("".join(damage(lines, seed)))
            assert self.same("verify", folder, code=BAD_FILE).count("\n") > 2
        log.write_text("".join(lines)[:-20])
        assert "torn" in self.same("verify", folder, code=BAD_FILE)

    def test_a_line_that_does_not_say_its_session(self):
        """What cannot be checked after it does not depend on where it is: only the seating of the line is lost."""
        folder = self.play(**bots() | RUNS["sessions"] | {"deals": 24})
        log = folder / "games.jsonl"
        lines = log.read_text().splitlines(keepends=True)
        for place in (40, 50, 200, 240, 260, 311, 361):
            log.write_text("".join(lines[:place] + ['{"x":1}\n'] + lines[place + 1:]))
            errors = self.same("verify", folder, code=BAD_FILE)
            assert errors.count("\n") == 2 and errors.count("the deal before is missing") == 1, (place, errors)

    @pytest.mark.skipif(not shutil.which("zstd"), reason="there is no zstd")
    def test_what_is_damaged_behind_the_last_error_shown(self):
        folder = self.play(**bots() | RUNS["deals"])
        log = folder / "games.jsonl"
        lines = ["{\n"] * 150 + log.read_text().splitlines(keepends=True)[150:]
        log.write_text("".join(lines))
        subprocess.run(["zstd", "-q", "--rm", log], check=True)
        packed = log.with_suffix(".jsonl.zst")
        whole = packed.read_bytes()
        for part in (0.15, 0.3, 0.5, 0.9):
            packed.write_bytes(whole[:int(len(whole) * part)])
            self.same("verify", folder, code=BAD_FILE)

    def test_compare(self):
        folder = self.play(**bots() | RUNS["deals"] | {"schedule": "permutations", "deals": 60})
        found = self.same("compare", folder, "a", "b", "--json")
        assert json.loads(found)["comparison"]["deals"] == 60
        done = arena("compare", folder, "--workers", 2)
        assert done.returncode == USAGE and "--workers" in done.stderr

    @pytest.mark.parametrize("run", ("deals", "sessions"))
    def test_merge(self, run):
        path = self.write_config(**bots() | RUNS[run])
        whole = self.temp / "whole"
        assert arena("run", path, "--out", whole, "--quiet").returncode == OK
        parts = [self.temp / f"part{part}" for part in (1, 2, 3)]
        for part, folder in enumerate(parts, 1):
            arena("run", path, "--shard", f"{part}/3", "--out", folder, "--quiet")
        for workers in WORKERS:
            out = self.temp / f"merged{workers}"
            done = arena("merge", *parts, "--out", out, "--quiet", "--workers", workers)
            assert done.returncode == OK, done.stderr
            self.assert_same_bytes(whole, out)

    def test_of_faults(self):
        faulty = bad_bot("faulty", what="abort", when="card", percent=5)
        folder = self.play(bots={"a": "random", "f": faulty}, seats=["a", "f", "a"])
        self.same("verify", folder)

    def test_options(self):
        folder = self.play(deals=2)
        for workers in ("0", "-1", "x", "100000"):
            for command in (("verify", folder), ("merge", folder, "--out", self.temp / "m")):
                done = arena(*command, "--workers", workers)
                assert done.returncode == USAGE and "--workers" in done.stderr, (command, workers)
