# SPDX-License-Identifier: MIT
"""No bot sees a deal twice: whatever it remembers of a deal, and wherever, does not reach the other seatings
(arena/match/worker_pool.h)."""
import json
import re
import shlex
import sys

import pytest

from harness import *

WHERE = ("instance", "statics", "environment", "shared", "descriptors", "file")
ISOLATED = {"isolation": "process"}


def loses_once(where):
    """stammtisch, but for passing on a hand with which it lost before."""
    return cheat("loses_once", where=where)


class TestMemory(RunTest):
    def fields(self, bot, seatings, **more):
        return {"bots": {"a": "stammtisch", "b": bot}, "seats": ["a", "b"], "schedule": "duel", "seatings": seatings,
                "deals": 300, "seed": 5} | more

    @pytest.mark.parametrize("seatings", ("rotations", "all"))
    @pytest.mark.parametrize("where", WHERE)
    def test_memory_is_worth_nothing(self, where, seatings, monkeypatch):
        monkeypatch.setenv("TMPDIR", str(self.temp))
        honest = self.play(**self.fields(loses_once("nowhere"), seatings))
        folder = self.play(**self.fields(loses_once(where), seatings, workers=2))
        assert (folder / "games.jsonl").read_bytes() == (honest / "games.jsonl").read_bytes()
        assert not (self.temp / "skat-arena-loses-once").exists()

    @pytest.mark.parametrize("where", ("nowhere", "statics"))
    def test_it_is_stammtisch_to_the_last_game(self, where):
        """So the difference is exactly 0, as that of identical bots."""
        folder = self.play(**self.fields(loses_once(where), "all"))
        pair = read_json(folder, "summary.json")["pairs"][0]
        assert {pair["difference"][name] for name in ("mean", "low", "high", "error")} == {0}

    @pytest.mark.parametrize("where", WHERE)
    def test_regress(self, where, monkeypatch):
        """It is stammtisch for `regress`, too: no deal of all that are needed differs."""
        monkeypatch.setenv("TMPDIR", str(self.temp))
        old, new = "stammtisch", f"{loses_once(where)['module']}:where={where}"
        done = arena("regress", old, new, "--out", self.temp / "regress", "--margin", 3, "--workers", 2, "--json")
        assert done.returncode == OK, done.stderr
        summary = json.loads(done.stdout)
        assert summary["comparison"]["verdict"] == "identical play"
        difference = next(pair["difference"] for pair in summary["pairs"] if (pair["a"], pair["b"]) == ("new", "old"))
        assert set(difference.values()) == {0} and summary["pairs"][0]["units"] > 200

    @pytest.mark.parametrize("where", ("instance", "statics", "environment"))
    def test_isolated(self, where):
        fields = {"deals": 20} | ISOLATED
        honest = self.play(**self.fields(loses_once("nowhere"), "all", **fields))
        folder = self.play(**self.fields(loses_once(where), "all", **fields))
        assert (folder / "games.jsonl").read_bytes() == (honest / "games.jsonl").read_bytes()

    @pytest.mark.parametrize("where", ("shared", "descriptors", "file"))
    def test_isolated_there_is_nothing_else(self, where):
        """To look for it ends the game."""
        folder = self.play(**self.fields(loses_once(where), "rotations", deals=20, **ISOLATED))
        assert {line["table"][line["fault"]] for line in read_lines(folder) if "fault" in line} <= {"b"}
        reports = read_lines_of(folder / "faults.jsonl")
        assert reports and all("which the sandbox forbids" in report["what"] for report in reports)

    def test_the_memory_works_where_a_deal_comes_back(self):
        """Else the tests above would show nothing: forehand has the same hands again, in other deals."""
        drawn = [line["cards"] for line in read_lines(self.play(bots={"b": "stammtisch"}, seats=["b"] * 3,
                                                                schedule="fixed", deals=39, seed=5))]
        again = [other_hidden_cards(deal) for deal in drawn]
        once, twice = ([line["moves"] for line in read_lines(folder)] for folder in (
            self.play(bots={"b": loses_once(where)}, seats=["b"] * 3, schedule="fixed", deals=drawn + again, workers=1)
            for where in ("nowhere", "statics")))
        assert once[:39] == twice[:39]
        assert once[39:] != twice[39:]

    def test_lists_with_contracts_may_repeat_a_deal(self):
        """And then it comes back, as docs/security.md says: several contracts of one deal are worth playing."""
        line = next(line for line in read_lines(self.play(bots={"s": "stammtisch"}, seats=["s"] * 3)) if line["contract"])
        deals = [f"{line['cards']} {line['moves']}"] * 4  # the fourth with the dealer of the first
        played = [[game["moves"] for game in read_lines(self.play(
            bots={"r": cheat("recollects", forgets=forgets)}, seats=["r"] * 3, contract="fixed", deals=deals, workers=1))]
            for forgets in (False, True)]
        assert played[0][0] == played[1][0] and played[0][3] != played[1][3]

    def test_a_process_for_each_seating(self):
        """Each sees a deal once, and no more of them play at a time than there are workers."""
        done, _ = self.run_config(bots={"slow": bad_bot("dawdles", ms=30), "b": "random", "c": "basic"}, deals=4, workers=2,
                                  seats=["slow", "b", "c"], schedule="permutations")
        assert done.returncode == OK, done.stderr
        seen = re.findall(r"slow: process (\d+) has ([0-9a-f]+)", done.stderr)
        assert len(seen) == 24 and len({process for process, _ in seen}) == 6
        assert len(set(seen)) == 24

    def test_who_starts_programs_may_write(self):
        """An interpreter needs files: so the workers of such a run are not kept from it."""
        example = shlex.join([sys.executable, "-I", "-S", str(ROOT / "bots" / "pipe" / "example.py")])
        command = f"touch {shlex.quote(str(self.temp / 'written'))}; exec {example}"
        folder = self.play(bots={"p": {"module": "pipe", "options": {"command": command}}}, seats=["p"] * 3,
                           schedule="fixed", deals=1)
        assert (self.temp / "written").exists()
        self.assert_sound(folder)
