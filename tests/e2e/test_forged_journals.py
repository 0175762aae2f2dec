# SPDX-License-Identifier: MIT
"""Journals whose checksums are right, but which no run has written: a folder of strangers may have them. Nothing of them is used
as an index before it is checked, and what is refused is named."""
import pathlib
import signal
import struct
import zlib
from typing import Any, Callable

from crash_states import signal_at_write, traced
from harness import *


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
            arena_says(code, (f"{journal.name}: entry 1, at byte ", says), *command, "--resume")
            assert journal.read_bytes() == forged, says  # it is not ours to remove

    @traced
    def test_an_analysis(self):
        folder = self.sample_copy(deals=2, bots={"s": "stammtisch"}, seats=["s"] * 3)
        seats = 8 * 3 + 8 + 8 + 8 + 4 + 5 * 41  # struct game_analysis, up to `seats`
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
        game = 288  # bytes of struct import_game, the last of which are the names and a key
        self.check(["import", records, "--quiet", "--out", out], out / "import.part", {
            'field "names"': put(-game + 152, b"x" * 41),
            'field "games"': lambda entry: entry[:-game * 2] + entry[-game:]},
            code=USAGE, at=("games.jsonl", 1, "openat"))
