# SPDX-License-Identifier: MIT
"""End-to-end tests of kept answers: a deterministic bot is not asked the same twice in the seatings of a deal, and nobody
can tell from the results."""
from typing import Any

import pytest

from harness import *


def ponders(**options):
    return cheat("ponders", **options)


class TestKept(RunTest):
    def both(self, **fields):
        """The folders of the same run with kept answers and without."""
        folders = [self.play(keep_answers=keep, **fields) for keep in (True, False)]
        self.assert_same_bytes(*folders)
        assert [bot["answers_kept"] for bot in read_json(folders[1], "timing.json")["bots"]] == [0] * len(fields["bots"])
        return folders

    def kept(self, folder):
        return {bot["name"]: bot["answers_kept"] for bot in read_json(folder, "timing.json")["bots"]}

    def decisions(self, folder):
        return sum(len(line["moves"].split()) // 2 for line in read_lines(folder))

    @pytest.mark.parametrize("seatings", ("rotations", "all"))
    def test_a_duel_is_the_same(self, seatings):
        folder = self.both(bots={"a": ponders(), "b": ponders(bold=14)}, seats=["a", "b"], schedule="duel", seatings=seatings,
                           deals=40, log="all")[0]
        kept = self.kept(folder)
        assert sum(kept.values()) > 0.05 * self.decisions(folder), kept
        self.assert_sound(folder)

    def test_equal_bots_are_asked_once(self):
        """All seatings of a deal are the same game: two of three need no question, but for the first deals, before the bot
        is known to be slow in each seating, and those that are asked all the same. How many those first ones are depends on how long
        the workers take to start, so there are many more."""
        folder = self.both(bots={"a": ponders(), "b": ponders()}, seats=["a", "b"], schedule="duel", deals=160, workers=1)[0]
        assert sum(self.kept(folder).values()) > 0.45 * self.decisions(folder)

    def test_any_number_of_workers(self):
        fields = dict(bots={"a": ponders(), "b": ponders(bold=14), "c": "basic"}, seats=["a", "b", "c"], schedule="permutations", deals=20)
        self.assert_same_bytes(self.play(workers=1, **fields), self.play(workers=8, **fields))

    def test_faults_too(self):
        self.both(bots={"a": ponders(), "b": bad_bot("wild", wild=10, crash=3)}, seats=["a", "b"], schedule="duel", deals=30)

    def test_announcements_in_short(self):
        """An answer that says less than the record of its game is the same answer."""
        folder = self.both(bots={"a": ponders(terse=True, bold=60), "b": "random"}, seats=["a", "b"], schedule="duel",
                           seatings="all", deals=60)[0]
        assert "GO" in {line["contract"] for line in read_lines(folder)}
        assert sum(self.kept(folder).values()) > 0 and not (folder / "faults.jsonl").exists()

    @pytest.mark.no_sanitizer("a sanitizer has pages of its own")
    def test_a_bot_in_a_worker_can_find_earlier_seatings(self):
        """What docs/security.md says of the moves that kept answers need: a bot that looks for them finds them, but where answers are not
        kept there are none, and an isolated bot cannot look."""
        fields: Any = dict(bots={"a": cheat("rereads"), "b": ponders()}, seats=["a", "b"], schedule="duel", seatings="all", workers=1)
        says = "has seen this deal"
        done, _ = self.run_config(**fields, deals=16)
        assert says in done.stderr
        for closed in ({"keep_answers": False, "deals": 16}, {"isolation": "process", "deals": 1}):
            done, _ = self.run_config(**fields | closed)
            assert done.returncode in (0, 1, 2) and says not in done.stderr, closed

    @pytest.mark.no_sanitizer("the other tests keep answers there")
    def test_pimc(self):
        pimc = lambda **options: {"module": "pimc", "options": {"worlds": 4, "knodes": 20} | options}
        folder = self.both(bots={"a": pimc(), "b": pimc(exact=3)}, seats=["a", "b"], schedule="duel", seatings="all",
                           deals=2 if has_sanitizer() else repeat(12, 3))[0]
        assert sum(self.kept(folder).values()) > 0

    def test_a_bot_that_only_says_that_it_is_deterministic(self):
        """It is found where the same question is put to it again, and named."""
        folder = self.play(bots={"a": ponders(), "b": ponders(lie=7)}, seats=["a", "b"], schedule="duel", seatings="all", deals=100)
        faults = read_lines_of(folder / "faults.jsonl")
        assert {fault["bot"] for fault in faults} == {"b"}
        assert all("says that it is deterministic" in fault["what"] for fault in faults)

    def test_not_where_it_could_be_seen(self):
        """Bots that are told of more than the beginning of a deal, that remember, or that play once a deal are always asked."""
        for fields in ({"bots": {"a": ponders()}, "seats": ["a"] * 3, "schedule": "fixed"},
                       {"bots": {"a": ponders(), "b": ponders()}, "seats": ["a", "b"], "schedule": "duel", "rules": "bierlachs"},
                       {"bots": {"a": ponders(), "b": ponders()}, "seats": ["a", "b"], "schedule": "duel", "isolation": "process"}):
            folder = self.play(deals=12, **fields)
            assert set(self.kept(folder).values()) == {0}, fields

    def test_words(self):
        path = self.write_config(bots={"a": "basic"}, seats=["a"] * 3, keep_answers="no")
        done = arena("run", path)
        assert done.returncode == USAGE and "$.keep_answers" in done.stderr and "true or false" in done.stderr
