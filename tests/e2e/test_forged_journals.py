# SPDX-License-Identifier: MIT
"""Journals whose checksums are right, but which no run has written: a folder of strangers may have them. Nothing of them is used
as an index before it is checked, and what is refused is named."""
import json
import pathlib
import shutil
import signal
import struct
import zlib
from typing import Any, Callable

import unit_journal
from crash_states import signal_at_write, traced
from harness import *

Records = list[unit_journal.Record]
Change = Callable[[Records], None]
# A run that logs a part of its games.
FIELDS: "dict[str, Any]" = {"deals": 12, "seats": ["a", "b"], "schedule": "duel", "log": "divergent",
                            "bots": {"a": "stammtisch", "b": {"module": "stammtisch", "options": {"caution": 50}}}}


def of_game(**fields: Any) -> Change:
    def change(records: Records) -> None:
        for field, value in fields.items():
            game = records[0].games[1]
            if isinstance(value, list):
                getattr(game, field)[:] = value
            else:
                setattr(game, field, value)
    return change


def scores(records: Records) -> None:
    records[0].games[1].score[2][0] = 2**31 - 1


def counts(records: Records) -> None:
    records[0].tally[0] += 1


def too_few(records: Records) -> None:
    del records[0].games[-1:]


def too_many(records: Records) -> None:
    records[-1].games += records[-1].games * 2


def backwards(records: Records) -> None:
    records[0].log_end = -1


def other_game(records: Records) -> None:
    records[0].games[1].game += 1


FORGED: "dict[str, tuple[Change, str]]" = {
    "kind": (of_game(kind=58), 'field "kind" is 58; allowed are 0 to '),
    "seat twice": (of_game(seat_of=[1, 1, 2]), 'field "seat_of" is 1; allowed is 255'),
    "no declarer": (of_game(kind=0, declarer=255), 'field "declarer" is 255; allowed are 0 to 2'),
    "score": (scores, 'field "score" is 2147483647; allowed are -100000000 to 100000000'),
    "game": (other_game, "has other games than the schedule: "),
    "tally": (counts, "counts what cannot be counted in its "),
    "too few": (too_few, "allowed are whole deals of 3 games"),
    "too many": (too_many, "that are left of the schedule"),
    "log": (backwards, "ends in the log at byte -1, before"),
}


class UnitsTest(RunTest):
    """journal.bin of a run (arena/match/unit_journal.h)."""

    def forge(self, change: Change) -> pathlib.Path:
        """The first of two parts, with another journal."""
        folder = self.temp / "forged"
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(self.sample("--shard", "1/2", **FIELDS), folder)
        records = unit_journal.read(folder / "journal.bin")
        change(records)
        unit_journal.write(folder / "journal.bin", records)
        return folder

    def merge(self, folder: pathlib.Path) -> "subprocess.CompletedProcess[str]":
        self.count += 1
        return arena("merge", folder, self.sample("--shard", "2/2", **FIELDS), "--out", self.temp / f"merged{self.count}", "--quiet")

    def status(self, folder: pathlib.Path) -> "subprocess.CompletedProcess[str]":
        """Of a run that is not finished: else its journal is not looked at."""
        (folder / "summary.json").unlink()
        return arena("results", folder)


class TestUnits(UnitsTest):
    def test_the_same_again(self) -> None:
        """What is written by the test as it was read is the journal of the run."""
        folder = self.forge(lambda records: None)
        assert arena("verify", folder).returncode == OK and self.merge(folder).returncode == OK
        done = self.status(folder)
        assert done.returncode == OK and "6 of 6" in done.stdout, done.stderr

    def test_refused_by_all_readers(self) -> None:
        def check(name: str) -> None:
            change, says = FORGED[name]
            folder = self.forge(change)
            for done in (self.merge(folder), *([self.status(folder)] if name in ("kind", "log") else [])):
                assert "forged/journal.bin: the record at byte " in done.stderr and says in done.stderr, (done.args, done.stderr)
                assert done.returncode == BAD_FILE, done.args
        check_each(FORGED, check)


class TestResults(UnitsTest):
    """A journal that is possible, but contradicts its log, or itself: a false result, which merge and verify refuse."""

    def check(self, change: Change, says: str) -> None:
        folder = self.forge(change)
        for done in (self.merge(folder), arena("verify", folder)):
            assert done.returncode == BAD_FILE and says in done.stderr, (done.args, done.stderr)

    def test_scores(self):
        """All scores 0, though the lines are there."""
        def nothing(records):
            for record in records:
                for game in record.games:
                    for scoring in game.score:
                        scoring[:] = [0] * len(scoring)
        self.check(nothing, 'as journal.bin counts it: "score" differs')

    def deal(self, records, logged):
        """The first deal that is, or is not, in the log: its record and games."""
        lines = {json.loads(line)["game"] for line in (self.sample("--shard", "1/2", **FIELDS) / "games.jsonl").read_text().splitlines()}
        for record in records:
            for at in range(0, len(record.games), 3):
                if (record.games[at].game in lines) == logged:
                    return record, record.games[at:at + 3]
        raise AssertionError("no such deal")

    def test_a_deal_without_lines(self):
        """Other moves: then the log would have it; the same moves and other scores: that cannot be."""
        def diverges(records):
            self.deal(records, False)[1][1].moves ^= 1
        self.check(diverges, "is of a deal that the log keeps, by its statistics, but has no line")

        def wins(records):
            self.deal(records, False)[1][1].score[2][0] += 48
        self.check(wins, "has the moves of another one of its deal, but another \"score\"")

    def test_a_tally(self):
        def counts(records):
            record, _ = self.deal(records, False)
            bots = len(record.tally) - 7
            record.tally[7 + 2] ^= 1  # declared
            assert bots % 2 == 0
        self.check(counts, "is not that of these games")

        def signs(records):
            self.deal(records, True)[0].tally[6] ^= 1  # the signature: only lines give it
        self.check(signs, "is not that of these games")


def forge_entries(journal: pathlib.Path, change: "Callable[[bytes], bytes]") -> None:
    """Changes the first entry of the journal of a long command (arena/base/journal.h); the others stay."""
    data = journal.read_bytes()
    at = data.index(b"\n", data.index(b"\n") + 1) + 1
    size, = struct.unpack_from("<I", data, at)
    entry = change(data[at + 8:at + 8 + size])
    journal.write_bytes(data[:at] + struct.pack("<II", len(entry), zlib.crc32(entry)) + entry + data[at + 8 + size:])


def put(at: int, value: bytes) -> "Callable[[bytes], bytes]":
    """Replaces bytes; from the end, if `at` is below 0."""
    def change(entry: bytes) -> bytes:
        begin = at if at >= 0 else len(entry) + at
        return entry[:begin] + value + entry[begin + len(value):]
    return change


def longer(entry: bytes) -> bytes:
    return entry + b"x"


class TestWork(RunTest):
    """Journals of long commands that were interrupted."""

    def check(self, command: "list[Any]", journal: pathlib.Path, changes: "dict[str, Callable[[bytes], bytes]]",
              code: int = BAD_FILE, at: "tuple[str, int, str] | None" = None) -> None:
        name, number, call = at or (journal.name, 2, "write")
        done = signal_at_write([str(program()), *map(str, command)], journal.with_name(name), number, signal.SIGINT, call, cwd=ROOT)
        assert done.returncode == INTERRUPTED, done.stderr
        kept = journal.read_bytes()
        for says, change in changes.items():
            journal.write_bytes(kept)
            forge_entries(journal, change)
            forged = journal.read_bytes()
            done = arena(*command, "--resume")
            assert done.returncode == code, (says, done.returncode, done.stderr)
            assert f"{journal.name}: entry 1, at byte " in done.stderr and says in done.stderr, (says, done.stderr)
            assert journal.read_bytes() == forged, says  # it is not ours to remove

    @traced
    def test_an_analysis(self):
        folder = self.sample_copy(deals=2, bots={"s": "stammtisch"}, seats=["s"] * 3)
        seats = 8 * 3 + 8 + 8 + 8 + 8 + 4 + 5 * 41  # struct game_analysis, up to `seats`
        self.check(["analyze", folder, "--quiet", "--contracts", "none"], folder / "analysis.part", {
            'field "declarer"': put(seats + 4, b"\x09"), " bytes; allowed are ": longer}, code=USAGE, at=("analysis.part", 1, "write"))

    @traced
    def test_rows(self):
        folder, out = self.sample(deals=2), self.temp / "out.csv"
        self.check(["export", folder, "--decisions", "csv", "--values", "--quiet", "--out", out], self.temp / "out.csv.part", {
            "bytes of rows; allowed are the ": put(8, struct.pack("<Q", 1 << 20))})

    @traced
    def test_an_import(self):
        folder = self.sample(deals=12)
        records, out = self.temp / "records.sgf", self.temp / "imported"
        assert arena("export", folder, "--out", records).returncode == OK
        game = 264  # bytes of struct import_game, the last of which are the names
        self.check(["import", records, "--quiet", "--out", out], out / "import.part", {
            'field "names"': put(-game + 136, b"x" * 41),
            'field "tally"': lambda entry: entry[:-game * 2] + entry[-game:]},
            code=USAGE, at=("games.jsonl", 1, "openat"))
