# SPDX-License-Identifier: MIT
"""Bots that change in the course of a run: the order of the deals shows it, and every output says so. Honest ones are not
named. The numbers are computed again by statistician.py."""
import xml.etree.ElementTree as xml

import statistician
from harness import *
from machine import needs_isolation

DRIFTS = cheat("drifts")
TURN = 42  # deals after which it plays otherwise
DEALS = 120
EACH_SEATING = ("--isolation", "process", "--workers", 1)  # has a process, which sees the deals in their order
WORDS = "are not the same throughout the run: "


def word(name, **options):
    """A bot on the command line."""
    return name + ":" * bool(options) + ",".join(f"{key}={value}" for key, value in options.items())


def order_of(folder):
    return read_json(folder, "summary.json")["comparison"]["order"]


class OrderTest(RunTest):
    def compare(self, one, other, *arguments, deals=DEALS):
        """What it prints, and its folder."""
        out = self.new_path("compared")
        done = arena_ok("compare", one, other, "--deals", deals, "--seed", SEED, "--out", out, *arguments)
        return done.stdout, out

    def assert_computed_again(self, folder):
        self.assert_verified(folder)
        assert statistician.check_folder(folder) == []

    def drifting(self, *arguments, **options):
        return self.compare("basic", word(DRIFTS, **options), *EACH_SEATING, *arguments)


@needs_isolation
class TestNamed(OrderTest):
    def test_by_whom(self):
        """Compared, again from the folder and from its log, listed: the same sentence."""
        text, out = self.drifting(after=TURN)
        self.assert_computed_again(out)
        self.check_where(out)
        warning = order_of(out)["warning"]
        assert warning.startswith(f"basic and drifts {WORDS}")
        for told in (text, arena("compare", out).stdout, arena("results", out).stdout):
            assert f"WARNING {warning}" in told.splitlines()
        assert warning in read_json(out, "summary.json")["verdict"]["warnings"]

    @staticmethod
    def check_where(out):
        """Before the turn no deal is played differently, after it all are: a process sees it in three deals out of two, since it
        sits at two seats of every other table."""
        found = order_of(out)["divergence"]["found"]
        turn = TURN * 2 // 3
        assert found["lowest"]["last"] <= turn <= found["highest"]["first"] + found["length"]
        assert found["lowest"]["mean"] == 0 and found["highest"]["mean"] == 1
        lines = read_lines(out)
        for part in (found["lowest"], found["highest"]):
            first, last = lines[part["first_game"]], lines[part["last_game"]]
            assert first["session"] * 36 + first["deal"] == part["first"] and last["session"] * 36 + last["deal"] == part["last"]

    def test_regress(self):
        """Two copies whose strength is drawn anew now and then: one is 'better' again and again, but is named."""
        junit = self.temp / "junit.xml"
        arguments = ("regress", word(DRIFTS, period=60, salt=2), word(DRIFTS, period=60, salt=3), "--deals", 240, "--seed", SEED,
                     *EACH_SEATING)
        done = arena(*arguments, "--out", self.temp / "out", "--junit", junit)
        warning = order_of(self.temp / "out")["warning"]
        assert warning.startswith(f"new and old {WORDS}") and f"\nWARNING {warning}\n" in done.stdout
        properties = [(item.get("name"), item.get("value")) for item in xml.parse(junit).getroot().iter("property")]
        assert ("warning", warning) in properties and done.stdout.startswith(dict(properties)["verdict"])


class TestNotNamed(OrderTest):
    def test_honest(self):
        text, out = self.compare("random", "basic", "--workers", 1)
        order = order_of(out)
        assert "WARNING" not in text and order["warning"] is None
        assert order["difference"]["found"] is None and order["divergence"]["found"] is None

    def test_sessions(self):
        """The rules carry something from deal to deal: the unit is the session."""
        out = self.play(bots={"a": RANDOM, "b": UNIFORM}, seats=["a", "b"], schedule="duel", rules="stammtisch", sessions=20, deals=2)
        self.assert_computed_again(out)
        comparison = read_json(out, "summary.json")["comparison"]
        assert comparison["unit"] == "session" and comparison["order"]["warning"] is None
        assert comparison["order"]["difference"]["p"] > 0.001

    def test_too_few(self):
        _, out = self.compare("random", "basic", "--workers", 1, deals=15)
        order = order_of(out)
        assert order["difference"] == order["divergence"] == {"p": None, "found": None}

    def test_one_seating(self):
        """Nothing shows then whether deals are played differently."""
        folder = self.sample(bots={"a": "random", "b": "basic"}, seats=["a", "b", "b"], schedule="fixed", deals=40)
        order = order_of(folder)
        assert order["divergence"] is None and order["difference"]["p"] > 0.001
        assert statistician.check_folder(folder) == []
