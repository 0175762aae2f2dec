# SPDX-License-Identifier: MIT
"""`verify` finds whatever is changed in any file of results but what only describes (tests/forge.c)."""
import subprocess
from typing import Any

import harness
from harness import *

DUEL: "dict[str, Any]" = {"bots": {"a": "stammtisch", "b": {"module": "stammtisch", "options": {"caution": 45}}}, "seats": ["a", "b"],
                          "schedule": "duel", "compare": ["a", "b"], "deals": 4, "seed": 7}
FAULTY = {"bots": {"f": bad_bot("faulty", what="abort", when="card", percent=20), "b": "basic", "r": RANDOM}, "seats": ["f", "b", "r"],
          "schedule": "rotations", "deals": 3, "seed": 7}
#: What follows from nothing else: what a fault was, and what a bot was asked as it failed where it need not have been asked.
DESCRIBES = {"faults.jsonl .what changed", "faults.jsonl .backtrace taken away", "faults.jsonl .backtrace[] changed",
             "faults.jsonl .backtrace[] taken away", "faults.jsonl .output changed", "faults.jsonl .output taken away",
             "games.jsonl .asked taken away"}


class TestForged(RunTest):
    def regress(self):
        out = self.temp / "regress"
        assert arena("regress", "stammtisch", "basic", "-n", 2, "--log", "all", "--out", out, "--quiet").returncode == 2
        return out

    def folders(self):
        """A run with faults, a duel, sessions with bock, re-deals, a shard of a test, regress, and bids alone."""
        return [self.sample_copy(**FAULTY), self.sample_copy(**DUEL),
                self.sample_copy(**DUEL | {"rules": "stammtisch", "sessions": 2, "deals": 3}),
                self.sample_copy(**DUEL | {"redeals": 1, "deals": 3}),
                self.sample_copy("--shard", "2/2", **DUEL | {"deals": 8, "test": {"h0": 0, "h1": 20, "min_units": 4, "block": 2}}),
                self.regress(), self.sample_copy(**DUEL | {"bidding": True, "deals": 6})]

    def forge(self, *words):
        done = subprocess.run([harness.BUILD / "tests" / "forge", *words], cwd=ROOT, text=True, capture_output=True, check=False)
        *missed, tried = done.stdout.splitlines()
        assert done.returncode == OK and not done.stderr, done.stderr
        assert set(missed) <= DESCRIBES, missed
        return int(tried.split()[0])

    def test_each_kind_of_value(self):
        assert self.forge(*self.folders()) > 2000

    def test_without_a_summary(self):
        """Only a run that is not finished has none."""
        folder = self.sample_copy(**DUEL)
        (folder / "summary.json").unlink()
        self.assert_tampering_found(folder, "summary.json: is missing")
        (folder / "resume.json").write_text("{}")
        assert "is not finished" in arena("verify", folder).stdout
