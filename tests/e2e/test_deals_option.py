# SPDX-License-Identifier: MIT
"""End-to-end tests of --deals, which is whole deals in all commands, and of --session-deals."""
import subprocess
import time

import pytest

from harness import *

BOTS = {"bots": {"a": "basic", "b": RANDOM}, "seats": ["a", "b"], "schedule": "duel"}
POINTS = ("--quiet", "--workers", "1")


def refused(deals, session, numbers):
    return f"{deals} is not a multiple of a session of {session} deals, which is played in one piece here: use {numbers}"


@pytest.mark.no_sanitizer("about numbers, not memory")
class TestDeals(RunTest):
    def deals_of(self, folder):
        schedule = read_json(folder, "manifest.json")["schedule"]
        return schedule["sessions"], schedule["deals"], schedule.get("total_deals"), schedule["games"]

    @pytest.mark.parametrize("fields, words, played", [
        ({"deals": 36}, ("--deals", 20), (1, 20, None, 60)),                   # one session, of any length
        ({"deals": 36, "sessions": 5}, ("--deals", 72), (2, 36, None, 216)),
        ({"deals": 36, "sessions": 5}, ("--deals", 100), (3, 36, 100, 300)),   # the last session is shorter
        ({"deals": 36, "sessions": 5}, ("--deals", 10), (1, 36, 10, 30)),
        ({"deals": 36, "sessions": 5, "total_deals": 170}, ("--deals", 40), (2, 36, 40, 120)),
        ({"deals": 36, "sessions": 5}, ("--session-deals", 10), (5, 10, None, 150)),
        ({"deals": 36}, ("--session-deals", 10, "--deals", 25), (3, 10, 25, 75)),
        ({"rules": "stammtisch", "deals": 12, "sessions": 5}, ("--deals", 24), (2, 12, None, 72)),
        ({"rules": "stammtisch", "deals": 12}, ("--deals", 36), (3, 12, None, 108)),
        ({"rules": "stammtisch", "deals": 12}, ("--deals", 12000), (1000, 12, None, 36000)),
        ({"rules": "stammtisch", "deals": 12, "sessions": 5}, ("--session-deals", 6), (5, 6, None, 90))])
    def test_run(self, fields, words, played):
        out = self.play(*words, *POINTS, **BOTS, **fields)
        assert self.deals_of(out) == played
        assert read_json(out, "summary.json")["games"] == played[3]

    @pytest.mark.parametrize("fields, deals, says", [
        ({"rules": "stammtisch", "deals": 12, "sessions": 5}, 30, refused(30, 12, "24 or 36")),
        ({"rules": "stammtisch", "deals": 12}, 7, refused(7, 12, "12")),
        ({"rules": "stammtisch"}, 100000, refused(100000, 36, "99972 or 100008")),
        ({"deals": {"file": str(ROOT / "configs" / "contracts.txt")}, "contract": "fixed"}, 10 ** 6, "deals are given")])
    def test_refused(self, fields, deals, says):
        done, out = self.run_config("--deals", deals, **BOTS, **fields)
        assert done.returncode == USAGE and f"--deals: {says}" in done.stderr or ("--deals: only" in done.stderr and says in done.stderr)
        assert not out.exists()

    @pytest.mark.parametrize("seats, deals, warned", [(3, 37, True), (3, 36, False), (4, 46, True), (4, 48, False), (5, 48, True)])
    def test_a_session_should_be_a_multiple_of_the_seats(self, seats, deals, warned):
        """Else some deal and lead more often than others (Wikipedia 5.2)."""
        done, _ = self.run_config(bots={"a": "basic"}, seats=["a"] * seats, rules={"seats": seats}, deals=deals)
        says = f"warning: {deals} deals are not a multiple of {seats} seats: some seats deal and lead more often than others"
        assert done.returncode == OK and (says in done.stderr) == warned, done.stderr

    @pytest.mark.parametrize("words", [("compare", "basic", "random"), ("regress", "basic", "random"), ("plan", "basic", "random"),
                                       ("tune", "stammtisch", "caution=45..75"), ("sweep", "CONFIG")])
    @pytest.mark.parametrize("force", ((), ("--force",)))
    def test_refused_before_anything_is_written(self, words, force):
        """No folder is made, and what --force would replace stays."""
        config = self.write_config(bots={"m": "stammtisch", "o": "basic"}, seats=["m", "o", "o"], rules="stammtisch",
                                   sweep={"bot": "m", "options": {"caution": [50, 60]}})
        out = self.temp / "out"
        if force:
            out.mkdir()
            for name in ("manifest.json", "summary.json", "tune.json", "sweep.json"):
                (out / name).write_text("before")
        more = () if words[0] == "plan" else ("--out", out, *force)
        rules = () if words[0] == "sweep" else ("--rules", "stammtisch")
        done = arena(*(config if word == "CONFIG" else word for word in words), "--deals", 100, *rules, *more)
        assert done.returncode == USAGE
        assert "--deals: 100 is not a multiple of a session of 36 deals, which is played in one piece here: use 72 or 108" in done.stderr
        assert out.exists() == bool(force)
        assert not force or all(path.read_text() == "before" for path in out.iterdir())

    def test_study(self):
        path = ROOT / "configs" / "studies" / "bock.json"
        done = arena("study", path, "--deals", 100, "--out", self.temp / "out")
        assert done.returncode == USAGE and "--deals: 100 is not a multiple of a session of 36 deals" in done.stderr
        done = arena("study", path, "--deals", 72, "--out", self.temp / "out", *POINTS)
        assert done.returncode == OK, done.stderr
        schedule = read_json(self.temp / "out", "study.json")
        assert {variation["units"] for variation in schedule["variations"]} == {2}

    def test_same_deals_as_the_config(self):
        """What --deals names is the beginning of the run."""
        fields = BOTS | {"deals": 9, "sessions": 4}
        whole, part = self.play(*POINTS, **fields), self.play(*POINTS, "--deals", 20, **fields)
        assert read_lines(whole)[:60] == read_lines(part)

    def test_resumed(self):
        """An interrupted run goes on to the same number of deals."""
        fields = BOTS | {"deals": 36, "sessions": 900}
        whole = self.play(*POINTS, "--deals", 9000, **fields)
        path, out = self.write_config(**fields), self.temp / "cut"
        process = subprocess.Popen([program(), "run", path, "--out", out, "--deals", "9000", *POINTS], cwd=ROOT)
        until = time.monotonic() + TIMEOUT
        while process.poll() is None and not ((out / "games.jsonl").exists() and (out / "games.jsonl").stat().st_size):
            assert time.monotonic() < until
        process.kill()
        process.wait()
        if (out / "resume.json").exists():
            assert arena("run", "--resume", out, "--quiet").returncode == OK
        self.assert_same_bytes(whole, out)

    def test_sweep(self):
        """It plays as many as it says: also where they are no whole sessions, unless sessions have to be whole."""
        fields = {"bots": {"m": "stammtisch", "o": "basic"}, "seats": ["m", "o", "o"],
                  "sweep": {"bot": "m", "options": {"caution": [50, 60]}}}
        done = arena("sweep", self.write_config(**fields), "--deals", 100, "--out", self.temp / "out", "--quiet")
        assert done.returncode in (OK, 1, 2), done.stderr
        means = [point["difference"]["mean"] for point in read_json(self.temp / "out", "sweep.json")["points"]]
        assert any(means)
        for mean in means:  # a sum of eighteenths of a point, of six tables of three seats, over a hundred deals
            assert abs(mean * 1800 - round(mean * 1800)) < 1e-5
        done = arena("sweep", self.write_config(**fields, rules="stammtisch"), "--deals", 100, "--out", self.temp / "other", "--quiet")
        assert done.returncode == USAGE and "--deals: 100 is not a multiple of a session of 36 deals" in done.stderr
