# SPDX-License-Identifier: MIT
"""End-to-end tests of --deals, which is whole deals in all commands, and of --session-deals."""
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

    def test_run(self):
        def check(fields, words, played):
            out = self.play(*words, *POINTS, **BOTS, **fields)
            assert self.deals_of(out) == played and read_json(out, "summary.json")["games"] == played[3]
        stammtisch = {"rules": "stammtisch", "deals": 6}
        check_each((
            ({"deals": 36}, ("--deals", 20), (1, 20, None, 60)),                   # one session, of any length
            ({"deals": 4, "sessions": 5, "total_deals": 18}, ("--deals", 10), (3, 4, 10, 30)),  # the last session is shorter
            ({"deals": 36, "sessions": 5}, ("--deals", 10), (1, 36, 10, 30)),
            ({"deals": 36}, ("--session-deals", 4, "--deals", 6), (2, 4, 6, 18)),
            (stammtisch, ("--deals", 18), (3, 6, None, 54)),
            (stammtisch | {"sessions": 5}, ("--session-deals", 3), (5, 3, None, 45))), check)

    def test_refused(self):
        def check(fields, deals, *says):
            self.run_says(USAGE, says, "--deals", deals, **BOTS, **fields)
        check_each((
            ({"rules": "stammtisch", "deals": 12, "sessions": 5}, 30, "--deals: " + refused(30, 12, "24 or 36")),
            ({"rules": "stammtisch", "deals": 12}, 7, "--deals: " + refused(7, 12, "12")),
            ({"deals": {"file": str(ROOT / "configs" / "contracts.txt")}, "contract": "fixed"}, 10 ** 6,
             "--deals: only", "deals are given")), check)

    def test_a_session_should_be_a_multiple_of_the_seats(self):
        """Else some deal and lead more often than others (Wikipedia 5.2)."""
        def check(seats, deals, warned):
            done, _ = self.run_config(bots={"a": "basic"}, seats=["a"] * seats, rules={"seats": seats}, deals=deals)
            says = f"warning: {deals} deals are not a multiple of {seats} seats: some seats deal and lead more often than others"
            assert done.returncode == OK and (says in done.stderr) == warned, done.stderr
        check_each(((3, 4, True), (3, 3, False), (4, 6, True), (4, 4, False)), check)

    def test_refused_before_anything_is_written(self):
        """What --force would replace stays."""
        config = self.write_config(bots={"m": "stammtisch", "o": "basic"}, seats=["m", "o", "o"], rules="stammtisch",
                                   tune={"bot": "m", "grid": {"caution": [50, 60]}})
        full = self.temp / "full"
        full.mkdir()
        for name in ("manifest.json", "summary.json", "tune.json", "grid.json"):
            (full / name).write_text("before")

        def check(command, *words):
            done = arena(command, *words, "--deals", 100, *(() if command == "plan" else ("--out", full, "--force")))
            assert done.returncode == USAGE and f"--deals: {refused(100, 36, '72 or 108')}" in done.stderr, done.stderr
            assert {path.read_text() for path in full.iterdir()} == {"before"}
        rules = ("--rules", "stammtisch")
        check_each((("compare", "basic", "random", *rules), ("regress", "basic", "random", *rules), ("plan", "basic", "random", *rules),
                    ("tune", "stammtisch", "caution=45..75", *rules), ("tune", config)), check)

    def test_study(self):
        path = self.write_config(rules="stammtisch", deals=2, bots={"s": "basic"}, seats=["s"] * 3, variations={"g": {"value.grand": 20}})
        arena_says(USAGE, "--deals: 3 is not a multiple of a session of 2 deals", "study", path, "--deals", 3, "--out", self.temp / "out")
        arena_ok("study", path, "--deals", 4, "--out", self.temp / "out", *POINTS)
        schedule = read_json(self.temp / "out", "study.json")
        assert {variation["units"] for variation in schedule["variations"]} == {2}

    def test_same_deals_as_the_config(self):
        """What --deals names is the beginning of the run."""
        fields = BOTS | {"deals": 3, "sessions": 3}
        whole, part = self.sample(**fields), self.play("--deals", 5, **fields)
        assert read_lines(whole)[:15] == read_lines(part)

    def test_grid(self):
        """Sessions have to be whole."""
        fields = {"bots": {"m": "stammtisch", "o": "basic"}, "seats": ["m", "o", "o"],
                  "tune": {"bot": "m", "grid": {"caution": [40, 70]}}}
        done = arena("tune", self.write_config(**fields, rules="stammtisch"), "--deals", 100, "--out", self.temp / "other", "--quiet")
        assert done.returncode == USAGE and "--deals: 100 is not a multiple of a session of 36 deals" in done.stderr
