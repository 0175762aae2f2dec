# SPDX-License-Identifier: MIT
"""What a bot remembers of a deal: isolated, it never reaches another seating; in a worker, a bot that claims to be deterministic is
named."""
import ctypes
import random
import re

from harness import *
from isolated_runs import ISOLATED, faults_of
from machine import needs_isolation

IPC_RMID = 0  # of shmctl()


def loses_once(where, **options):
    """stammtisch, but for passing on a hand with which it lost before."""
    return cheat("loses_once", where=where, **options)


class TestMemory(RunTest):
    def fields(self, bot, **more):
        return {"bots": {"a": "stammtisch", "b": bot}, "seats": ["a", "b"], "schedule": "duel", "deals": 12, "seed": LARGE} | more

    @needs_isolation
    def test_isolated_it_is_worth_nothing(self):
        """As it is by default. It is stammtisch to the last game, so the difference is exactly 0, as that of identical bots."""
        honest = self.sample(**self.fields("stammtisch"))
        for where in ("instance", "statics", "environment"):
            folder = self.play(**self.fields(loses_once(where), workers=2, isolation="auto"))
            self.assert_same_bytes(folder, honest, ("games.jsonl",))
            pair = read_json(folder, "summary.json")["pairs"][0]
            assert {pair["difference"][name] for name in ("mean", "low", "high", "error")} == {0}

    def test_in_workers(self):
        """It pays, and is named."""
        honest = self.sample(**self.fields("stammtisch"))
        done, folder = self.run_config("--quiet", **self.fields(loses_once("statics")))
        assert done.returncode == OK and read_lines(folder) != read_lines(honest)
        assert 'bot "b" claims to be deterministic, but gave' in done.stderr

    @needs_isolation
    def test_elsewhere(self):
        """Where other processes find it: the sandbox ends the game, unless the bot notices the sandbox and behaves."""
        key = random.randrange(1, 2 ** 31)
        self.cleanup.callback(self.remove_segment, key)
        bots = {"keeps": loses_once("segment", at=f"{key:x}"), "hides": loses_once("segment", at=f"{key:x}", hides=True), "b": "basic"}
        faults = faults_of(self.play(bots=bots, seats=list(bots), deals=3, schedule="fixed", seed=LARGE, **ISOLATED))
        assert {(fault["bot"], fault["what"]) for fault in faults} == {("keeps", "tried shmget, which the sandbox forbids")}

    @staticmethod
    def remove_segment(key):
        libc = ctypes.CDLL(None)
        segment = libc.shmget(key, 0, 0)
        if segment >= 0:
            libc.shmctl(segment, IPC_RMID, None)

    @needs_isolation
    def test_a_process_for_each_seating(self):
        """None has a hand twice."""
        done, _ = self.run_ok(bots={"d": bad_bot("dawdles", ms=2), "b": "random", "c": "basic"}, deals=2, workers=1,
                              seats=["d", "b", "c"], schedule="permutations", seed=LARGE, **ISOLATED)
        seen = re.findall(r"d: process (\d+) has ([0-9a-f]+)", done.stderr)
        assert len(seen) == len(set(seen)) == 12 and len({process for process, _ in seen}) == 6
