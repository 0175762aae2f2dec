# SPDX-License-Identifier: MIT
"""No bot sees a deal twice: whatever it remembers of a deal, and wherever, does not reach the other seatings
(arena/match/worker_pool.h)."""
import re

from harness import *
from isolated_runs import PYTHON, faults_of
from machine import needs_isolation

ISOLATED = {"isolation": "process"}
WHERE = ("statics", "shared", "file")


def loses_once(where):
    """stammtisch, but for passing on a hand with which it lost before."""
    return cheat("loses_once", where=where)


class TestMemory(RunTest):
    def fields(self, bot, seatings="rotations", **more):
        return {"bots": {"a": "stammtisch", "b": bot}, "seats": ["a", "b"], "schedule": "duel", "seatings": seatings,
                "deals": 12, "seed": 5} | more

    def test_memory_is_worth_nothing(self, monkeypatch):
        """It is stammtisch to the last game, so the difference is exactly 0, as that of identical bots."""
        monkeypatch.setenv("TMPDIR", str(self.temp))
        honest = self.sample(**self.fields(loses_once("nowhere")))
        for where in WHERE:
            if where == "file" and not self.keeps_from_writing():
                continue
            folder = self.play(**self.fields(loses_once(where), workers=2))
            self.assert_same_bytes(folder, honest, ("games.jsonl",))
            pair = read_json(folder, "summary.json")["pairs"][0]
            assert {pair["difference"][name] for name in ("mean", "low", "high", "error")} == {0}
            assert not (self.temp / "skat-arena-loses-once").exists()

    def keeps_from_writing(self):
        """A kernel without Landlock cannot forbid bots in workers to write files, and the run says so."""
        return "bots can write files" not in self.run_config(**self.fields("basic", deals=1))[0].stderr

    @needs_isolation
    def test_isolated(self):
        """To look for memory elsewhere ends the game."""
        faults = faults_of(self.play(bots={"a": "basic", "b": loses_once("shared")}, seats=["a", "b", "a"], schedule="fixed", deals=1,
                                     **ISOLATED))
        assert faults and {(fault["bot"], "which the sandbox forbids" in fault["what"]) for fault in faults} == {("b", True)}

    def test_the_memory_works_where_a_deal_comes_back(self):
        """Else the tests above would show nothing: forehand has the same hands again, in other deals."""
        drawn = [line["cards"] for line in read_lines(self.play(bots={"b": "stammtisch"}, seats=["b"] * 3,
                                                                schedule="fixed", deals=39, seed=5, workers=1))]
        again = [other_hidden_cards(deal) for deal in drawn]
        once, twice = ([line["moves"] for line in read_lines(folder)] for folder in (
            self.play(bots={"b": loses_once(where)}, seats=["b"] * 3, schedule="fixed", deals=drawn + again, workers=1)
            for where in ("nowhere", "statics")))
        assert once[:39] == twice[:39] and once[39:] != twice[39:]

    def test_a_process_for_each_seating(self):
        """Each sees a deal once, and no more of them play at a time than there are workers."""
        done, _ = self.run_config(bots={"slow": bad_bot("dawdles", ms=2), "b": "random", "c": "basic"}, deals=2, workers=2,
                                  seats=["slow", "b", "c"], schedule="permutations")
        assert done.returncode == OK, done.stderr
        seen = re.findall(r"slow: process (\d+) has ([0-9a-f]+)", done.stderr)
        assert len(seen) == len(set(seen)) == 12 and len({process for process, _ in seen}) == 6

    def test_who_starts_programs_may_write(self):
        """An interpreter needs files: so the workers of such a run are not kept from it."""
        command = f"touch {self.temp}/written; {PYTHON} bots/pipe/example.py"
        folder = self.play(bots={"p": {"module": "pipe", "options": {"command": command}}, "b": "basic"}, seats=["p", "b", "b"],
                           schedule="fixed", deals=1)
        assert (self.temp / "written").exists()
        self.assert_verified(folder)
