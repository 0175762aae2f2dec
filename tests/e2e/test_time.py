# SPDX-License-Identifier: MIT
"""End-to-end tests of --time: a number of deals by a pilot, and from then on the same run as with --deals."""
import re

import pytest

from harness import *

PAIR = ("basic", "random")


@pytest.mark.no_sanitizer("about numbers, not memory")
class TestTime(RunTest):
    def deals_found(self, said):
        found = re.search(r"a pilot of \d+ deals took [\d.]+ s, so --time \S+ is --deals (\d+)\n", said)
        assert found, said
        return int(found[1])

    def test_same_as_deals(self):
        timed, counted, words = self.temp / "timed", self.temp / "counted", ("compare", *PAIR, "--redeals", 1)
        done = arena_ok(*words, "--time", "0.01s", "--out", timed)
        deals = self.deals_found(done.stderr)
        assert arena(*words, "--deals", deals, "--out", counted, "--quiet").returncode == OK
        self.assert_same_bytes(timed, counted)

    def test_config(self):
        """Whole sessions."""
        path = self.write_config(name="sessions", bots={"a": "random", "b": "basic"}, seats=["a", "b"], schedule="duel",
                                 rules="stammtisch", deals=12, sessions=3)
        timed, counted = self.temp / "timed", self.temp / "counted"
        deals = self.deals_found(arena("run", path, "--time", "0.01s", "--out", timed).stderr)
        assert deals % 12 == 0
        arena("run", path, "--deals", deals, "--out", counted, "--quiet")
        self.assert_same_bytes(timed, counted)

    def test_resumed(self):
        """The number is kept: no other pilot is played."""
        out, said = self.temp / "out", self.temp / "said"
        with said.open("w") as file, subprocess.Popen([program(), "compare", *PAIR, "--time", "0.1s", "--out", out, "--workers", "1"],
                                                      cwd=ROOT, stderr=file, stdout=subprocess.DEVNULL) as process:
            log = out / "games.jsonl"
            wait_until(lambda: process.poll() is not None or log.exists() and log.stat().st_size)
            process.kill()
        games = 3 * self.deals_found(said.read_text())
        assert read_json(out, "manifest.json")["schedule"]["games"] == games
        if (out / "resume.json").exists():
            done = arena("run", "--resume", out)
            assert done.returncode == OK and "pilot" not in done.stderr
        assert read_json(out, "summary.json")["games"] == games

    def test_given_deals(self):
        """No more than there are."""
        lines = (ROOT / "configs" / "contracts.txt").read_text().splitlines()
        path = self.write_config(bots={"a": "stammtisch", "b": "basic"}, seats=["a", "b"], schedule="duel",
                                 contract="fixed", deals=[line for line in lines if line[:1].isupper()][:2])
        arena_ok("run", path, "--time", "1h", "--out", self.temp / "out")
        assert read_json(self.temp / "out", "manifest.json")["schedule"]["games"] == 6

    def test_a_bot_that_needs_no_pilot(self):
        """One that fails ends it after six faults, and `regress` says what it says without a time."""
        word = bad_bot("faulty") + ":what=exit,percent=100"
        done = arena("regress", "basic", word, "--time", "1h", "--out", self.temp / "out")
        assert done.returncode == 1 and done.stdout.startswith("FAIL: new fails in 6 of 6 games"), done.stderr

    def test_refused(self):
        for words, says in (
                (("--time", "10"), 'must be a time like 90s, 10m, 2h or 1d, not "10"'),
                (("--time", "1m", "--deals", 36), "leave out --deals"), (("--time", "1m", "--shard", "1/2"), "would find another number"),
                (("--time", "1m", "--redeals", "auto"), "give that number, or --deals")):
            arena_says(USAGE, says, "compare", *PAIR, *words, "--out", self.temp / "out")
            assert not (self.temp / "out").exists()
        arena_says(USAGE, "--time: nothing is played", "compare", self.temp, "--time", "1m")
