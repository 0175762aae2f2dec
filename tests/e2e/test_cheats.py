# SPDX-License-Identifier: MIT
"""The gallery of tests/bots/cheats, as in the table of its README.md: by what each is stopped or named. Cheats that attack are in
test_isolation and test_attacks, those that remember in test_memory; the others are played where their row says."""
import collections
import hashlib
import json
import re
from typing import Any

import pytest

from harness import *
from isolated_runs import faults_of
from machine import needs_isolation

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
            done = arena_ok("run", folder / "config.json", "--out", folder / "out", "--quiet")
            (folder / "said").write_text(done.stderr)
        folder = shared("duel-" + hashlib.sha256(json.dumps(fields, sort_keys=True).encode()).hexdigest()[:16], make)
        return folder / "out", (folder / "said").read_text()

    def faults(self, folder, bot="b"):
        return next(line["faults"] for line in read_json(folder, "summary.json")["bots"] if line["name"] == bot)

    @staticmethod
    def moves(played):
        return [line["moves"] for line in read_lines(played[0])]

    def assert_named(self, played, bot="b"):
        """Its answers differ between seatings: the run says so, and so does verify; nobody else's do."""
        folder, said = played
        count = self.faults(folder, bot)["inconsistent"]
        assert count > 0 and f'bot "{bot}" claims to be deterministic, but gave {count} answer' in said
        arena_says(OK, f'"{bot}" claims to be deterministic', "verify", folder)
        assert self.faults(folder, "a")["inconsistent"] == 0


@needs_isolation
class TestDawdles(CheatTest):
    """The seatings of a deal are played one after the other, on one processor: no matter how long one takes."""

    def test_the_processor_tells_nothing(self):
        done, _ = self.run_ok("--quiet", bots={name: cheat("dawdles") for name in "ab"}, seats=["a", "b"], rules="strohmann",
                              schedule="rotations", deals=1, workers=2, **ISOLATED)
        said = re.findall(r": hand (\w+) on processor (\d+)$", done.stderr, re.M)
        found = collections.defaultdict(list)
        for hand, processor in said:
            found[hand].append(processor)
        assert len(found) == 2 and all(len(processors) == 2 and len(set(processors)) == 1 for processors in found.values())


class TestCompany(CheatTest):
    """What players of one process can do for each other is named, if they claim to be deterministic. Isolated, each has a process of its
    own, and finds nobody there."""

    def test_whispers_in_a_worker(self):
        self.assert_named(self.duel(cheat("whispers"), deals=4))

    @needs_isolation
    def test_whispers(self):
        assert self.moves(self.duel(cheat("whispers"), deals=1, **ISOLATED)) == self.moves(self.duel("basic", deals=1))

    @needs_isolation
    def test_recognises(self):
        """The only module that it can find is its own."""
        alone, itself = (self.moves(self.duel(cheat("recognises", whom=whom), "stammtisch", **ISOLATED))
                         for whom in ("stammtisch", "recognises"))
        assert alone == self.moves(self.duel("basic", "stammtisch")) != itself

    @needs_isolation
    def test_peeks(self):
        folder, _ = self.duel(cheat("peeks"), deals=1, **ISOLATED)
        assert {(fault["bot"], fault["what"]) for fault in faults_of(folder)} == {("b", "tried openat, which the sandbox forbids")}


class TestColluders(CheatTest):
    def test_duel(self):
        """Its copies are paid by its faults where a fault costs what a concession does, and nowhere else."""
        more: Any
        for more, pays in (({"faults": "conceded"}, True), ({}, False)):
            folder, _ = self.duel(cheat("colluders"), "stammtisch", deals=50, seed=12, seatings="all",
                                  rules={"extends": "skat", "concede": "before_lead", "kontra.levels": 2} | more)
            assert self.faults(folder)["illegal"] > 10
            points = {"a": 0, "b": 0}
            for line in read_lines(folder):
                for seat, name in enumerate(line["table"]):  # in sixths, of all seatings of a deal
                    points[name] += 6 // line["table"].count(name) * line["score"][seat]
            assert (points["b"] > points["a"]) == pays


class TestChargedDeals(CheatTest):
    """What a fault costs, read again from a log alone, without the deals before."""

    OPENS = {"extends": "skat", "bock.triggers": ["declarer_schneider", "value_at_least_72"], "bock.doubles_trigger": True}

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


def test_the_table_has_them_all():
    """Each file of the gallery has a row in its README.md, and each row names tests, which play it."""
    page = (ROOT / "tests" / "bots" / "cheats" / "README.md").read_text()
    rows = [row for row in page.splitlines() if row.startswith("| `")]
    named = {re.findall(r"`(\w+)`", row)[0]: row for row in rows}
    assert {path.stem for path in (ROOT / "tests" / "bots" / "cheats").glob("*.c")} == named.keys() - {"faulty"}
    modules = {path.stem: path.read_text() for path in (ROOT / "tests" / "e2e").glob("test_*.py")}
    for name, row in named.items():
        tests = re.findall(r"`(test_\w+)`, `(Test\w+)`", row.split("|")[-2])
        assert tests, row
        for module, group in tests:
            assert f"class {group}(" in modules[module] and re.search(rf'"(cheats/)?{name}"', modules[module]), row
