# SPDX-License-Identifier: MIT
"""journal.bin of a run, read and written as the program does (arena/match/unit_journal.c), so that a test can forge one."""
import ctypes
import pathlib
import struct
from typing import Any, Callable

HEAD = struct.Struct("<8sIIII")
RECORD = struct.Struct("<IIIIq")
Change = Callable[["Stats"], None]


class Stats(ctypes.Structure):
    """struct game_stats (arena/record/game_stats.h)."""
    _fields_ = [("game", ctypes.c_uint64), ("session", ctypes.c_uint64), ("deal", ctypes.c_uint64), ("moves", ctypes.c_uint64),
                ("arrangement", ctypes.c_uint32), ("seats", ctypes.c_uint8), ("seat_of", ctypes.c_uint8 * 3),
                ("score", ctypes.c_int32 * 5 * 3), ("value", ctypes.c_int32), ("highest", ctypes.c_uint16 * 3),
                ("bid", ctypes.c_uint16), ("kind", ctypes.c_uint8), ("declarer", ctypes.c_uint8), ("won", ctypes.c_uint8),
                ("hand", ctypes.c_uint8), ("ouvert", ctypes.c_uint8), ("overbid", ctypes.c_uint8), ("schneider", ctypes.c_uint8),
                ("schwarz", ctypes.c_uint8), ("announced", ctypes.c_uint8), ("declarer_leads", ctypes.c_uint8),
                ("declarer_trumps", ctypes.c_uint8), ("defender_leads", ctypes.c_uint8), ("defender_trumps", ctypes.c_uint8),
                ("picked_up", ctypes.c_uint8), ("ace_aside", ctypes.c_uint8), ("doublings", ctypes.c_uint8),
                ("kontra_by", ctypes.c_uint8), ("bock", ctypes.c_uint8), ("status", ctypes.c_uint8), ("fault_seat", ctypes.c_uint8),
                ("bids", ctypes.c_uint8), ("answers", ctypes.c_uint16)]


def checksum(data: bytes) -> int:
    total = 2166136261
    for byte in data:
        total = ((total ^ byte) * 16777619) & 0xffffffff
    return total


def unpack(packed: bytes) -> bytearray:
    plain, at = bytearray(), 0
    while at < len(packed):
        zeros, count = packed[at], packed[at + 1]
        plain += bytes(zeros) + packed[at + 2:at + 2 + count]
        at += 2 + count
    return plain


def pack(plain: bytes) -> bytes:
    return b"".join(bytes((0, len(plain[at:at + 255]))) + plain[at:at + 255] for at in range(0, len(plain), 255))


class Record:
    """What is counted of a unit: its tally as 64-bit words, and the statistics of its games."""

    def __init__(self, head: "tuple[int, ...]", plain: bytearray) -> None:
        _, _, count, self.reserved, self.log_end = head
        size = len(plain) - count * ctypes.sizeof(Stats)
        self.tally = list(struct.unpack(f"<{size // 8}Q", plain[:size]))
        games = [plain[size + i * ctypes.sizeof(Stats):size + (i + 1) * ctypes.sizeof(Stats)] for i in range(count)]
        for i in range(1, count):
            games[i] = bytearray(a ^ b for a, b in zip(games[i], games[i - 1]))
        self.games = [Stats.from_buffer(game) for game in games]

    def bytes(self) -> bytes:
        games = [bytes(game) for game in self.games]
        steps = [bytes(a ^ b for a, b in zip(game, games[i - 1])) if i else game for i, game in enumerate(games)]
        packed = pack(struct.pack(f"<{len(self.tally)}Q", *self.tally) + b"".join(steps))
        head = RECORD.pack(len(packed), 0, len(games), self.reserved, self.log_end)
        return RECORD.pack(len(packed), checksum(head + packed), len(games), self.reserved, self.log_end) + packed


def read(path: pathlib.Path) -> "list[Record]":
    data, at, records = path.read_bytes(), HEAD.size, []
    assert HEAD.unpack(data[:at])[1] == ctypes.sizeof(Stats)
    while at < len(data):
        head: "tuple[Any, ...]" = RECORD.unpack_from(data, at)
        at += RECORD.size
        records.append(Record(head, unpack(data[at:at + head[0]])))
        at += head[0]
    return records


def write(path: pathlib.Path, records: "list[Record]") -> None:
    path.write_bytes(path.read_bytes()[:HEAD.size] + b"".join(record.bytes() for record in records))
