# SPDX-License-Identifier: MIT
"""End-to-end tests of kept answers: a deterministic bot is not asked the same twice in the seatings of a deal, and nobody
can tell from the results."""
from harness import *


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
        """An answer that says less than the record of its game is the same answer."""
        fields = self.duel(ponders(), ponders(bold=60, terse=True), seatings="all", workers=1, deals=4)
        folder = self.both(**fields)
        assert sum(self.kept(folder).values()) > 0.05 * sum(len(line["moves"].split()) // 2 for line in read_lines(folder))
        assert not (folder / "faults.jsonl").exists()
        self.assert_verified(folder)

    def test_a_bot_that_only_says_that_it_is_deterministic(self):
        """It is found where the same question is put to it again, and named."""
        folder = self.play(**self.duel(ponders(), ponders(lie=7), seatings="all", deals=4, workers=1))
        faults = read_lines_of(folder / "faults.jsonl")
        assert {fault["bot"] for fault in faults} == {"b"}
        assert all("says that it is deterministic" in fault["what"] for fault in faults)

    def test_not_where_it_could_be_seen(self):
        """Bots that are told of more than the beginning of a deal are always asked."""
        assert set(self.kept(self.play(**self.duel(ponders(), ponders(), rules="bierlachs", deals=1, workers=1))).values()) == {0}
