# SPDX-License-Identifier: MIT
"""Runs of slow bots: who plays what, and that a log does not depend on it (arena/match/supervisor.c)."""
import re
import signal
import subprocess
import time

import pytest

from harness import (INTERRUPTED, OK, TIMEOUT, RunTest, ROOT, arena, bad_bot, mixed, program, read_lines)

ALL = {"seats": ["slow", "b", "c"], "schedule": "permutations"}


def bots(ms):
    return {"bots": {"slow": bad_bot("dawdles", ms=ms), "b": "random", "c": mixed()}}


class TestSlowBots(RunTest):
    def played(self, ms, **fields):
        """For each game of the slow bot, in the order in which they ended, its process and its cards."""
        done, out = self.run_config("--quiet", **bots(ms) | fields)
        assert done.returncode == OK, done.stderr
        return re.findall(r"slow: process (\d+) has ([0-9a-f]+)", done.stderr), out

    def test_a_single_deal_is_shared(self):
        """Each of its seatings is played in a process of its own, by as many at a time as there are workers."""
        games, _ = self.played(60, **ALL, deals=1, workers=3)
        assert len(games) == 6
        assert len({process for process, _ in games}) == 6

    def test_deals_go_around(self):
        """The first deals are not all given to one worker: their results could not be written for long."""
        games, out = self.played(60, seats=["slow", "b", "c"], deals=4, workers=2)
        who = {cards: process for process, cards in games}
        deals = [next(cards for cards in who if cards == self.dealt(line))
                 for line in read_lines(out)]
        assert who[deals[0]] != who[deals[1]]

    @staticmethod
    def dealt(line):
        """The cards of the slow bot, which has seat 0, as the set that it prints."""
        hand = line["cards"].split("|")[line["seats"].index(0)]
        return f"{sum(1 << 16 * 'DHSC'.index(c[0]) + '6789QKTAJ'.index(c[1]) for c in hand.split('.')):x}"

    @pytest.mark.parametrize("fields", (
        ALL | {"deals": 1}, ALL | {"deals": 3}, ALL | {"deals": 3, "log": "sample:2"},
        ALL | {"deals": 2, "rules": "stammtisch", "sessions": 2},
        {"seats": ["slow", "b"], "schedule": "duel", "deals": 3, "log": "divergent"},
        {"seats": ["slow", "b"], "schedule": "duel", "seatings": "all", "deals": 3}))
    def test_same_for_any_number_of_workers(self, fields):
        one = self.play("--workers", 1, **bots(3) | fields)
        for workers in (2, 3, 7, 16):
            other = self.play("--workers", workers, **bots(3) | fields)
            self.assert_same_bytes(one, other)

    def test_faults_in_a_shared_deal(self):
        crashes = bad_bot("faulty", what="abort", when="card", percent=20)
        fields = ALL | {"deals": 3, "bots": bots(3)["bots"] | {"b": crashes}}
        one = self.play("--workers", 1, **fields)
        for workers in (2, 5):
            other = self.play("--workers", workers, **fields)
            self.assert_same_bytes(one, other)
            assert (one / "faults.jsonl").read_text().count("\n") == \
                (other / "faults.jsonl").read_text().count("\n")

    @pytest.mark.parametrize("after", (0.1, 0.3, 0.6, 0.9))
    def test_interrupted(self, after):
        """Whenever that is: whole deals are in the log, and the rest follows when it goes on."""
        path = self.write_config(**bots(120) | ALL | {"deals": 3, "workers": 2})
        out = self.temp / "out"
        process = subprocess.Popen([program(), "run", path, "--out", out, "--quiet"], cwd=ROOT,
                                   stderr=subprocess.DEVNULL)
        while process.poll() is None and not (out / "games.jsonl").exists():
            time.sleep(0.01)  # before that the run has not begun, and a signal ends it like any program
        time.sleep(after)
        process.send_signal(signal.SIGINT)
        code = process.wait(timeout=TIMEOUT)
        assert code in (OK, INTERRUPTED)
        assert len(read_lines(out)) % 6 == 0
        if code == INTERRUPTED:
            assert arena("run", "--resume", out, "--quiet").returncode == OK
        whole = self.play(**bots(0) | ALL | {"deals": 3})
        assert (out / "games.jsonl").read_bytes() == (whole / "games.jsonl").read_bytes()
