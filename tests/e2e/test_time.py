# SPDX-License-Identifier: MIT
"""End-to-end tests of --time: a number of deals by a pilot, and from then on the same run as with --deals."""
import re
import subprocess

import pytest

from harness import *

PAIR = ("stammtisch", "stammtisch:caution=50")


@pytest.mark.no_sanitizer("about numbers, not memory")
class TestTime(RunTest):
    def deals_found(self, done):
        found = re.search(r"a pilot of \d+ deals took [\d.]+ s, so --time \S+ is --deals (\d+)\n", done.stderr)
        assert found, done.stderr
        return int(found[1])

    @pytest.mark.parametrize("words", [("compare", *PAIR), ("compare", *PAIR, "--redeals", "auto"), ("compare", *PAIR, "--test", "points"),
                                       ("compare", *PAIR, "--rules", "stammtisch"), ("compare", *PAIR, "--bidding"),
                                       ("regress", *PAIR), ("regress", *PAIR, "--redeals", 2)])
    def test_same_as_deals(self, words):
        timed, counted = self.temp / "timed", self.temp / "counted"
        done = arena(*words, "--time", "0.3s", "--out", timed)
        assert done.returncode in (0, 1, 2), done.stderr
        deals = self.deals_found(done)
        assert arena(*words, "--deals", deals, "--out", counted, "--quiet").returncode == done.returncode
        self.assert_same_bytes(timed, counted)
        if "--rules" in words:
            assert deals % 36 == 0

    def test_config(self):
        path = self.write_config(name="sessions", bots={"a": "stammtisch", "b": "basic"}, seats=["a", "b"], schedule="duel",
                                 rules="stammtisch", deals=12, sessions=3)
        for command in ("run", "compare", "regress"):
            timed, counted = self.temp / f"{command}-timed", self.temp / f"{command}-counted"
            done = arena(command, path, "--time", "0.2s", "--out", timed)
            deals = self.deals_found(done)
            assert deals % 12 == 0
            if command == "compare":  # which leaves the number of deals to the config
                arena("run", path, "--deals", deals, "--out", counted, "--quiet")
            else:
                arena(command, path, "--deals", deals, "--out", counted, "--quiet")
            self.assert_same_bytes(timed, counted)

    def test_resumed(self):
        """The number is kept: no other pilot is played."""
        out = self.temp / "out"
        process = subprocess.Popen([program(), "compare", *PAIR, "--time", "2s", "--out", out, "--workers", "1"], cwd=ROOT, text=True,
                                   stderr=subprocess.PIPE, stdout=subprocess.DEVNULL)
        log = out / "games.jsonl"
        wait_until(lambda: process.poll() is not None or log.exists() and log.stat().st_size)
        process.kill()
        _, errors = process.communicate()
        deals = int(re.search(r"is --deals (\d+)\n", errors)[1])
        assert read_json(out, "manifest.json")["schedule"]["games"] == 3 * deals
        if (out / "resume.json").exists():
            done = arena("run", "--resume", out)
            assert done.returncode == OK and "pilot" not in done.stderr
        assert read_json(out, "summary.json")["games"] == 3 * deals

    def test_given_deals(self):
        """No more than there are."""
        path = self.write_config(bots={"a": "stammtisch", "b": "basic"}, seats=["a", "b"], schedule="duel",
                                 contract="fixed", deals={"file": str(ROOT / "configs" / "contracts.txt")})
        done = arena("run", path, "--time", "1h", "--out", self.temp / "out")
        assert done.returncode == OK, done.stderr
        whole = arena("run", path, "--out", self.temp / "whole", "--quiet")
        assert whole.returncode == OK
        self.assert_same_bytes(self.temp / "out", self.temp / "whole")

    def test_a_bot_that_fails(self):
        """Its pilot ends after six faults, and `regress` says what it says without a time."""
        done = arena("regress", "basic", bad_bot_word("faulty", what="abort", percent=100), "--time", "1h", "--out", self.temp / "out")
        assert done.returncode == 1 and done.stdout.startswith("FAIL: new fails in 6 of 6 games"), done.stderr

    def test_same_file(self):
        done = arena("regress", "basic", "basic", "--time", "1h", "--out", self.temp / "out")
        assert "pilot" not in done.stderr

    @pytest.mark.parametrize("words, says", [
        (("--time", "10"), 'must be a time like 90s, 10m, 2h or 1d, not "10"'), (("--time", "0s"), "must be a time"),
        (("--time", "-1m"), "must be a time"), (("--time", "infs"), "must be a time"), (("--time", "1w"), "must be a time"),
        (("--time", "1m", "--deals", 36), "leave out --deals"), (("--time", "1m", "--shard", "1/2"), "would find another number")])
    def test_refused(self, words, says):
        done = arena("compare", *PAIR, *words, "--out", self.temp / "out")
        assert done.returncode == USAGE and f"--time: {says}" in done.stderr or f"{says}" in done.stderr
        assert not (self.temp / "out").exists()

    def test_nothing_is_played(self):
        done = arena("compare", self.temp, "--time", "1m")
        assert done.returncode == USAGE and "--time: nothing is played" in done.stderr


def bad_bot_word(name, **options):
    bot = bad_bot(name, **options)
    return bot["module"] + ":" + ",".join(f"{key}={value}" for key, value in bot["options"].items())
