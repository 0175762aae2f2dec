# SPDX-License-Identifier: MIT
"""The gallery of tests/bots/cheats, row by row as in docs/security.md: by what each is stopped or named, or that it is not.
Cheats that attack are in test_isolation and test_attacks, those that remember in test_memory."""
import collections
import hashlib
import json
import re
from typing import Any

import pytest

from harness import *
from isolated_runs import faults_of
from machine import isolates, needs_isolation

ISOLATED = {"isolation": "process"}
LARGE = "0x" + "5ca1ab1e" * 8

# The cheats look for what lies in memory and where: the sanitizers' is laid out in another way.
pytestmark = pytest.mark.skipif(has_sanitizer(), reason="cheats look for what lies in memory")


class CheatTest(RunTest):
    def duel(self, bot, other="basic", **fields):
        """The bot "b" in seatings with another, played once for all tests; the folder and what the run said."""
        fields = {"bots": {"a": other, "b": bot}, "seats": ["a", "b"], "schedule": "duel", "deals": 8, "seed": LARGE} | fields

        def make(folder):
            (folder / "config.json").write_text(json.dumps(config_of(fields)))
            done = arena("run", folder / "config.json", "--out", folder / "out", "--quiet")
            assert done.returncode == OK, done.stderr
            (folder / "said").write_text(done.stderr)
        folder = shared("duel-" + hashlib.sha256(json.dumps(fields, sort_keys=True).encode()).hexdigest()[:16], make)
        return folder / "out", (folder / "said").read_text()

    def faults(self, folder, bot="b"):
        return next(line["faults"] for line in read_json(folder, "summary.json")["bots"] if line["name"] == bot)

    def assert_same_games(self, one, other):
        assert [line["moves"] for line in read_lines(one[0])] == [line["moves"] for line in read_lines(other[0])]

    def assert_other_games(self, one, other):
        assert [line["moves"] for line in read_lines(one[0])] != [line["moves"] for line in read_lines(other[0])]

    def assert_named(self, played, bot="b"):
        """Its answers differ between seatings: the run says so, and so does verify; nobody else's do."""
        folder, said = played
        count = self.faults(folder, bot)["inconsistent"]
        assert count > 0 and f'bot "{bot}" claims to be deterministic, but gave {count} answer' in said
        done = arena("verify", folder)
        assert done.returncode == OK and f'"{bot}" claims to be deterministic' in done.stderr
        assert self.faults(folder, "a")["inconsistent"] == 0

    def assert_not_named(self, played):
        folder, said = played
        assert not any(self.faults(folder).values()) and not any(self.faults(folder, "a").values())
        assert "deterministic" not in said and not arena("verify", folder).stderr


@needs_isolation
class TestDawdles(CheatTest):
    """The seatings of a deal are played one after the other, on one processor: no matter how long one takes."""

    def test_the_processor_tells_nothing(self):
        done, _ = self.run_config("--quiet", bots={name: cheat("dawdles") for name in "ab"}, seats=["a", "b"], rules="strohmann",
                                  schedule="rotations", deals=1, workers=2, **ISOLATED)
        assert done.returncode == OK, done.stderr
        said = re.findall(r": hand (\w+) on processor (\d+)$", done.stderr, re.M)
        found = collections.defaultdict(list)
        for hand, processor in said:
            found[hand].append(processor)
        assert len(found) == 2 and all(len(processors) == 2 and len(set(processors)) == 1 for processors in found.values())


class TestCompany(CheatTest):
    """What players of one process can do to each other and for each other. Isolated, each has its own."""

    def test_whispers(self):
        self.assert_named(self.duel(cheat("whispers", hides=True), deals=4))
        fields = {"schedule": "fixed", "seats": ["b", "b", "a"], "deals": 6}
        there = self.duel(cheat("whispers", via="statics"), **fields)
        self.assert_other_games(there, self.duel("basic", **fields))

    def test_peeks(self):
        """Nobody notices in workers, but `check --isolation none` (test_check)."""
        played = self.duel(cheat("peeks"), seatings="rotations", deals=1)
        self.assert_other_games(played, self.duel("basic", seatings="rotations", deals=1))
        self.assert_not_named(played)

    def test_hijacks(self):
        """The opponent passes in all deals; nobody notices, but that it never bids."""
        fields = {"other": "stammtisch", "deals": 6, "schedule": "fixed", "seats": ["b", "a", "a"]}
        played, honest = self.duel(cheat("hijacks"), **fields), self.duel("basic", **fields)
        self.assert_other_games(played, honest)
        self.assert_not_named(played)
        assert {line["table"][line["seats"][line["declarer"]]] for line in read_lines(played[0]) if "declarer" in line} == {"b"}
        if isolates():  # it plays as `basic`, which it is but for what it does to stammtisch
            self.assert_same_games(self.duel(cheat("hijacks"), **fields, **ISOLATED), honest)

    def test_recognises(self):
        played = self.duel(cheat("recognises"), "stammtisch")
        honest = self.duel("basic", "stammtisch")
        self.assert_other_games(played, honest)
        self.assert_not_named(played)
        if isolates():
            self.assert_same_games(self.duel(cheat("recognises"), "stammtisch", **ISOLATED), honest)


class TestHedges(CheatTest):
    """Another line in each seating, drawn from what is different there: the time always is, and the process where the seatings are not
    all played by one worker, as they are where the others get no processor."""

    def test_in_workers(self):
        self.assert_named(self.duel(cheat("hedges", by="clock")))


class TestColluders(CheatTest):
    def test_duel(self):
        """Its copies are paid by its faults where a fault costs what a concession does, and nowhere else."""
        more: Any
        for more, pays in (({"faults": "conceded"}, True), ({}, False)):
            folder, _ = self.duel(cheat("colluders"), "stammtisch", deals=50, seed=12, seatings="all",
                                  rules={"extends": "isko", "concede": "before_lead", "kontra.levels": 2} | more)
            assert self.faults(folder)["illegal"] > 10
            points = {"a": 0, "b": 0}
            for line in read_lines(folder):
                for seat, name in enumerate(line["table"]):  # in sixths, of all seatings of a deal
                    points[name] += 6 // line["table"].count(name) * line["score"][seat]
            assert (points["b"] > points["a"]) == pays


class TestChargedDeals(CheatTest):
    """What a fault costs, read again from a log alone, without the deals before."""

    OPENS = {"extends": "isko", "bock.triggers": ["declarer_schneider", "value_at_least_72"], "bock.doubles_trigger": True}

    def assert_replayed(self, folder, lines):
        """The words of faulted games that have a penalty; no game's words contradict its line."""
        assert len(lines) > 1
        for line in lines[:2]:
            told = arena("replay", folder, "--game", line["game"], "--ascii")
            assert told.returncode == OK and not told.stderr, told.stderr
            assert f"penalty: {line['result']['penalty']}, which nobody gets" in told.stdout

    def test_a_deal_that_opens_a_round_and_doubles_itself(self):
        folder, _ = self.duel(cheat("colluders"), "stammtisch", rules=self.OPENS | {"concede": "before_lead"}, deals=20, seed=12)
        self.assert_scored(folder)
        penalties = [line for line in read_lines(folder) if "penalty" in line["result"]]
        self.assert_replayed(folder, penalties)
        assert any(line["result"]["bock"] > 1 for line in penalties)


class TestGuessesSeed(CheatTest):
    """The one cheat that isolation does not stop."""

    def test_seeds(self):
        fields = {"schedule": "fixed", "seats": ["b", "a", "a"], "deals": 3}
        small, large = ([self.duel(bot, seed=seed, **fields) for bot in (cheat("guesses_seed"), "basic")] for seed in (5, LARGE))
        self.assert_other_games(*small)
        self.assert_same_games(*large)
        self.assert_not_named(small[0])
        if isolates():
            folder, said = self.duel(cheat("guesses_seed"), seed=5, **fields | {"deals": 1}, **ISOLATED)
            assert not faults_of(folder) and "the seed 5 is small: an isolated bot can find it" in said


class TestStealsSeed(CheatTest):
    def test_in_workers(self):
        """Not named; isolated there is nothing to find: test_isolation."""
        played = self.duel(cheat("steals_seed"), seed=20261121, deals=1, schedule="fixed", seats=["b", "a", "a"])
        assert "b: the seed has 8 digits: 20261121" in played[1]
        self.assert_not_named(played)


def test_the_table_has_them_all():
    """Each file of the gallery has a row in docs/security.md, and each row names tests that exist, or where it was measured."""
    page = (ROOT / "docs" / "security.md").read_text()
    rows = [row for row in page.split("## Cheats")[1].split("## ")[0].splitlines() if row.startswith("| `")]
    named = {name for row in rows for name in re.findall(r"`(\w+)", row.split("|")[1])}
    assert {path.stem for path in (ROOT / "tests" / "bots" / "cheats").glob("*.c")} <= named
    modules = {path.stem: path.read_text() for path in (ROOT / "tests" / "e2e").glob("test_*.py")}
    for row in rows:
        tests = re.findall(r"`(test_\w+)`(?:, `(Test\w+)`)?", row.split("|")[-2])
        assert tests or "measured at commit" in row, row
        for module, group in tests:
            assert not group or f"class {group}(" in modules[module], row
