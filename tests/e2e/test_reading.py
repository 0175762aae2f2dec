# SPDX-License-Identifier: MIT
"""Logs that are read by several threads (arena/log/log_replayer.h), and runs of slow bots, whose games several workers share
(arena/match/supervisor.c): what comes out does not depend on the number of either."""
import json
import random
import re
import shutil
import subprocess

import pytest

from harness import *

WORKERS = (1, 3)
BOTS = {"bots": {"a": "stammtisch", "b": mixed(), "c": "random"}, "seats": ["a", "b", "c"]}
# Sessions of fewer and of more lines than a block of the replayer has, and deals without sessions.
DEALS = BOTS | {"deals": 60, "schedule": "rotations"}
SESSIONS = BOTS | {"rules": "stammtisch", "sessions": 6, "deals": 9, "schedule": "rotations"}
LONG_SESSION = BOTS | {"rules": "stammtisch", "sessions": 2, "deals": 100}


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

    def test_verify(self):
        for fields in (DEALS, SESSIONS, LONG_SESSION):
            folder = self.sample_copy(**fields)
            log = folder / "games.jsonl"
            lines = log.read_text().splitlines(keepends=True)
            log.write_text("".join(damage(lines, 0)))
            assert self.same("verify", folder, code=BAD_FILE).count("\n") > 1
        log.write_text("".join(lines)[:-20])
        assert "torn" in self.same("verify", folder, code=BAD_FILE)

    def test_a_line_that_does_not_say_its_session(self):
        """What cannot be checked after it does not depend on where it is: only the seating of the line is lost."""
        folder = self.sample_copy(**SESSIONS)
        log = folder / "games.jsonl"
        lines = log.read_text().splitlines(keepends=True)
        for place in (60, 150):
            log.write_text("".join(lines[:place] + ['{"x":1}\n'] + lines[place + 1:]))
            errors = self.same("verify", folder, code=BAD_FILE)
            assert errors.count("\n") == 2 and errors.count("the deal before is missing") == 1, (place, errors)

    @pytest.mark.skipif(not shutil.which("zstd"), reason="there is no zstd")
    def test_what_is_damaged_behind_the_last_error_shown(self):
        folder = self.sample_copy(**DEALS)
        log = folder / "games.jsonl"
        log.write_text("".join(["{\n"] * 60 + log.read_text().splitlines(keepends=True)[60:]))
        subprocess.run(["zstd", "-q", "--rm", log], check=True)
        packed = log.with_suffix(".jsonl.zst")
        whole = packed.read_bytes()
        for part in (0.15, 0.9):
            packed.write_bytes(whole[:int(len(whole) * part)])
            self.same("verify", folder, code=BAD_FILE)

    def test_compare(self):
        found = self.same("compare", self.sample(**SESSIONS), "a", "b", "--json")
        assert json.loads(found)["comparison"]["deals"] == 54
        arena_says(USAGE, "--workers", "compare", self.sample(**SESSIONS), "--workers", 2)

    def test_options(self):
        for workers in ("0", "100000"):
            arena_says(USAGE, "--workers", "verify", self.temp, "--workers", workers)


class TestSlowBots(RunTest):
    def bots(self, ms, other=None):
        return {"bots": {"slow": bad_bot("dawdles", ms=ms), "b": other or "random", "c": mixed()}}

    def played(self, ms, **fields):
        """For each game of the slow bot, in the order in which they ended, its process and its cards."""
        done, out = self.run_ok("--quiet", **self.bots(ms) | fields)
        return re.findall(r"slow: process (\d+) has ([0-9a-f]+)", done.stderr), out

    def test_deals_go_around(self):
        """The first deals are not all given to one worker: their results could not be written for long."""
        games, out = self.played(60, seats=["slow", "b", "c"], deals=4, workers=2)
        who = {cards: process for process, cards in games}
        first, second = (self.dealt(line) for line in read_lines(out)[:2])
        assert who[first] != who[second]

    @staticmethod
    def dealt(line):
        """The cards of the slow bot, which has seat 0, as the set that it prints."""
        hand = line["cards"].split("|")[line["seats"].index(0)]
        return f"{sum(1 << 16 * 'DHSC'.index(c[0]) + '6789QKTAJ'.index(c[1]) for c in hand.split('.')):x}"

    def test_same_for_any_number_of_workers(self):
        crashes = bad_bot("faulty", what="abort", when="card", percent=20)
        for fields in ({"seats": ["slow", "b", "c"], "deals": 4, "rules": "stammtisch", "sessions": 2},
                       {"seats": ["slow", "b", "c"], "deals": 8, "bots": self.bots(3, crashes)["bots"]}):
            one = self.play("--workers", 1, **self.bots(3) | fields)
            self.assert_same_bytes(one, self.play("--workers", 3, **self.bots(3) | fields))
