# SPDX-License-Identifier: MIT
"""End-to-end tests of --time: a number of deals by a pilot, and from then on the same run as with --deals."""
import re

import pytest

from harness import *

PAIR = ("stammtisch", "stammtisch:caution=50")


@pytest.mark.no_sanitizer("about numbers, not memory")
class TestTime(RunTest):
    def deals_found(self, said):
        found = re.search(r"a pilot of \d+ deals took [\d.]+ s, so --time \S+ is --deals (\d+)\n", said)
        assert found, said
        return int(found[1])

    def test_same_as_deals(self):
        for words in (("compare", *PAIR, "--rules", "stammtisch"), ("regress", *PAIR, "--redeals", 2)):
            timed, counted = self.temp / f"{words[0]}-timed", self.temp / f"{words[0]}-counted"
            done = arena(*words, "--time", "0.03s", "--out", timed)
            assert done.returncode in (0, 1, 2), done.stderr
            deals = self.deals_found(done.stderr)
            assert arena(*words, "--deals", deals, "--out", counted, "--quiet").returncode == done.returncode
            self.assert_same_bytes(timed, counted)
            assert "--rules" not in words or deals % 36 == 0

    def test_config(self):
        """Whole sessions."""
        path = self.write_config(name="sessions", bots={"a": "stammtisch", "b": "basic"}, seats=["a", "b"], schedule="duel",
                                 rules="stammtisch", deals=12, sessions=3)
        timed, counted = self.temp / "timed", self.temp / "counted"
        deals = self.deals_found(arena("run", path, "--time", "0.03s", "--out", timed).stderr)
        assert deals % 12 == 0
        arena("run", path, "--deals", deals, "--out", counted, "--quiet")
        self.assert_same_bytes(timed, counted)

    def test_resumed(self):
        """The number is kept: no other pilot is played."""
        out, said = self.temp / "out", self.temp / "said"
        with said.open("w") as file, subprocess.Popen([program(), "compare", *PAIR, "--time", "0.3s", "--out", out, "--workers", "1"],
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
        path = self.write_config(bots={"a": "stammtisch", "b": "basic"}, seats=["a", "b"], schedule="duel",
                                 contract="fixed", deals={"file": str(ROOT / "configs" / "contracts.txt")})
        done = arena("run", path, "--time", "1h", "--out", self.temp / "out")
        assert done.returncode == OK, done.stderr
        assert arena("run", path, "--out", self.temp / "whole", "--quiet").returncode == OK
        self.assert_same_bytes(self.temp / "out", self.temp / "whole")

    def test_bots_that_need_no_pilot(self):
        """One that fails ends it after six faults, and `regress` says what it says without a time. The same file needs none."""
        word = bad_bot("faulty") + ":what=abort,percent=100"
        done = arena("regress", "basic", word, "--time", "1h", "--out", self.temp / "out")
        assert done.returncode == 1 and done.stdout.startswith("FAIL: new fails in 6 of 6 games"), done.stderr
        assert "pilot" not in arena("regress", "basic", "basic", "--time", "1h", "--out", self.temp / "same").stderr

    def test_refused(self):
        for words, says in (
                (("--time", "10"), 'must be a time like 90s, 10m, 2h or 1d, not "10"'), (("--time", "0s"), "must be a time"),
                (("--time", "-1m"), "must be a time"), (("--time", "infs"), "must be a time"), (("--time", "1w"), "must be a time"),
                (("--time", "1m", "--deals", 36), "leave out --deals"), (("--time", "1m", "--shard", "1/2"), "would find another number")):
            done = arena("compare", *PAIR, *words, "--out", self.temp / "out")
            assert done.returncode == USAGE and says in done.stderr, done.stderr
            assert not (self.temp / "out").exists()
        done = arena("compare", self.temp, "--time", "1m")
        assert done.returncode == USAGE and "--time: nothing is played" in done.stderr
