# SPDX-License-Identifier: MIT
"""End-to-end tests of kept answers: a deterministic bot is not asked the same twice in the seatings of a deal, and nobody
can tell from the results."""
import pytest

from harness import *
from machine import isolates


def ponders(**options):
    return cheat("ponders", **options)


class TestKept(RunTest):
    def duel(self, a, b, **more):
        return {"bots": {"a": a, "b": b}, "seats": ["a", "b"], "schedule": "duel", "deals": 3} | more

    def both(self, **fields):
        """The folders of the same run with kept answers and without."""
        folders = [self.play(keep_answers=keep, **fields) for keep in (True, False)]
        self.assert_same_bytes(*folders)
        assert [bot["answers_kept"] for bot in read_json(folders[1], "timing.json")["bots"]] == [0] * len(fields["bots"])
        return folders[0]

    def kept(self, folder):
        return {bot["name"]: bot["answers_kept"] for bot in read_json(folder, "timing.json")["bots"]}

    def test_a_duel_is_the_same(self):
        """With any number of workers; an answer that says less than the record of its game is the same answer."""
        fields = self.duel(ponders(), ponders(bold=60, terse=True), seatings="all", log="all", workers=1, deals=6)
        folder = self.both(**fields)
        assert sum(self.kept(folder).values()) > 0.05 * sum(len(line["moves"].split()) // 2 for line in read_lines(folder))
        assert not (folder / "faults.jsonl").exists()
        self.assert_sound(folder)
        self.assert_same_bytes(folder, self.play(**fields | {"workers": 4}))

    def test_equal_bots_are_asked_once(self):
        """All seatings of a deal are the same game: two of three need no question, but for the first deals, before the bot
        is known to be slow in each seating, and those that are asked all the same."""
        folder = self.play(**self.duel(ponders(), ponders(), deals=30, workers=1))
        assert sum(self.kept(folder).values()) > 0.3 * sum(len(line["moves"].split()) // 2 for line in read_lines(folder))

    def test_faults_too(self):
        self.both(**self.duel(ponders(), bad_bot("wild", wild=10, crash=3)))

    @pytest.mark.no_sanitizer("a sanitizer has pages of its own")
    def test_a_bot_in_a_worker_can_find_earlier_seatings(self):
        """What docs/security.md says of the moves that kept answers need: a bot that looks for them finds them, but where answers are not
        kept there are none."""
        fields = self.duel(cheat("rereads"), ponders(), workers=1)
        says = "has seen this deal"
        assert says in self.run_config(**fields | {"deals": 3})[0].stderr
        done, _ = self.run_config(**fields | {"keep_answers": False, "deals": 1})
        assert done.returncode == OK and says not in done.stderr

    def test_a_bot_that_only_says_that_it_is_deterministic(self):
        """It is found where the same question is put to it again, and named."""
        folder = self.play(**self.duel(ponders(), ponders(lie=7), seatings="all", deals=6))
        faults = read_lines_of(folder / "faults.jsonl")
        assert {fault["bot"] for fault in faults} == {"b"}
        assert all("says that it is deterministic" in fault["what"] for fault in faults)

    def test_not_where_it_could_be_seen(self):
        """Bots that are told of more than the beginning of a deal, that remember, or that play once a deal are always asked."""
        same = ponders(), ponders()
        for fields in [{"bots": {"a": ponders()}, "seats": ["a"] * 3, "schedule": "fixed"}, self.duel(*same, rules="bierlachs"),
                       *[self.duel(*same, isolation="process")] * isolates()]:
            assert set(self.kept(self.play(**fields | {"deals": 2})).values()) == {0}, fields

    def test_words(self):
        done, _ = self.run_config(bots={"a": "basic"}, seats=["a"] * 3, keep_answers="no")
        assert done.returncode == USAGE and "$.keep_answers" in done.stderr and "true or false" in done.stderr
