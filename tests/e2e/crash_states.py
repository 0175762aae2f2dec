# SPDX-License-Identifier: MIT
"""What a folder may hold after a power cut: recorded writes, and every state that a file system may leave.

A command runs under strace, which tells what it wrote, renamed, removed and synced, in which order. A cut can come after
each of these. What was synced is there; of the rest, a file system may keep any part: names and data independently, data
in any order, a write by halves, a longer file whose new bytes are zeros. Data is a file's (fsync of it), a name is its
folder's (fsync of that): the least that POSIX promises, and less than ext4, XFS or Btrfs keep.
"""
import dataclasses
import functools
import hashlib
import itertools
import os
import pathlib
import re
import subprocess
from collections.abc import Iterator
from typing import Any

import pytest

CALLS = ("openat,write,pwrite64,writev,lseek,ftruncate,fsync,fdatasync,syncfs,close,rename,renameat,renameat2,unlink,"
         "unlinkat,link,linkat,symlink,symlinkat,mkdir,rmdir,copy_file_range,sendfile,fallocate")
LINE = re.compile(r"(\w+)\((.*)\) += (-?\d+)")
EXIT = re.compile(r"\+\+\+ exited with (\d+) \+\+\+")
TEXT = re.compile(r'"((?:\\x[0-9a-f]{2})*)"')
MOST_SUBSETS = 4  # names that may be kept or not, each for itself; of more, only the first ones


@functools.cache
def can_trace() -> bool:
    """Is there strace, and may it trace?"""
    try:
        return subprocess.run(["strace", "-o", os.devnull, "true"], capture_output=True, check=False).returncode == 0
    except FileNotFoundError:
        return False


def traced(test: Any) -> Any:
    """Marks a test that needs strace."""
    for mark in (pytest.mark.no_sanitizer("strace and its search for leaks exclude each other"),
                 pytest.mark.skipif(not can_trace(), reason="strace is missing, or may not trace here")):
        test = mark(test)
    return test


def signal_at_write(command: list[str], path: pathlib.Path, number: int, signal: int, call: str = "write",
                    **how: Any) -> "subprocess.CompletedProcess[str]":
    """Runs a command that gets a signal when it writes to a file, or makes another call with it, for the nth time."""
    return subprocess.run(["strace", "-o", os.devnull, "-P", str(path), "-e", f"trace={call}",
                           "-e", f"inject={call}:signal={signal}:when={number}", *command],
                          stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, **how)


@dataclasses.dataclass(frozen=True)
class Event:
    """What happened: kind "create", "rename", "remove", "write", "size", "sync", "sync_folder" or "said"."""
    kind: str
    name: str = ""
    to: str = ""        # the new name
    inode: int = -1
    offset: int = 0     # of what is written, or the new size
    data: bytes = b""   # written, or said

    def of_name(self) -> bool:
        return self.kind in ("create", "rename", "remove")

    def of_data(self) -> bool:
        return self.kind in ("write", "size")


@dataclasses.dataclass
class Trace:
    """A command that was recorded: the folder before, what happened to it, how it ended and all that it printed."""
    before: dict[str, bytes]
    events: list[Event]
    status: int
    printed: str


def content(folder: pathlib.Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())} if folder.exists() else {}


class Recorder:
    """Turns lines of strace into events of one folder."""

    def __init__(self, folder: pathlib.Path, before: dict[str, bytes]):
        self.folder = str(folder)
        self.events: list[Event] = []
        self.inodes = {name: number for number, name in enumerate(before)}
        self.sizes = {number: len(before[name]) for name, number in self.inodes.items()}
        self.files: dict[int, list[Any]] = {}  # descriptor: inode, position, whether it appends
        self.folders: set[int] = set()
        self.status = -1

    def inside(self, path: str) -> str | None:
        head, _, tail = path.rpartition("/")
        return tail if head == self.folder else None

    def write(self, descriptor: int, data: bytes) -> None:
        if descriptor in (1, 2):
            self.events.append(Event("said", data=data))
        if descriptor not in self.files:
            return
        inode, position, appends = self.files[descriptor]
        start = self.sizes[inode] if appends else position
        self.events.append(Event("write", inode=inode, offset=start, data=data))
        self.files[descriptor][1] = start + len(data)
        self.sizes[inode] = max(self.sizes[inode], start + len(data))

    def open(self, path: str, flags: str, descriptor: int) -> None:
        name = self.inside(path)
        if path == self.folder:
            self.folders.add(descriptor)
        if name is None or ("O_WRONLY" not in flags and "O_RDWR" not in flags):
            return
        if name not in self.inodes:
            self.inodes[name] = len(self.sizes)
            self.sizes[self.inodes[name]] = 0
            self.events.append(Event("create", name, inode=self.inodes[name]))
        assert "O_TRUNC" not in flags, f"{name} is emptied in place"
        self.files[descriptor] = [self.inodes[name], 0, "O_APPEND" in flags]

    def rename(self, old: str, new: str) -> None:
        name, to = self.inside(old), self.inside(new)
        assert (name is None) == (to is None), f"{old} leaves or enters the folder as {new}"
        if name is not None and to is not None:
            self.inodes[to] = self.inodes.pop(name)
            self.events.append(Event("rename", name, to))

    def sync(self, descriptor: int) -> None:
        if descriptor in self.folders:
            self.events.append(Event("sync_folder"))
        if descriptor in self.files:
            self.events.append(Event("sync", inode=self.files[descriptor][0]))

    def call(self, name: str, arguments: str, result: int) -> None:
        texts = [bytes.fromhex(text.replace("\\x", "")) for text in TEXT.findall(arguments)]
        first = arguments.split(",")[0]
        number = int(first) if first.isdigit() else -1
        if result < 0:
            return
        if name == "openat":
            self.open(texts[0].decode(), arguments, result)
        elif name == "write":
            self.write(number, texts[0][:result])
        elif name == "lseek" and number in self.files:
            self.files[number][1] = result
        elif name == "ftruncate" and number in self.files:
            size = int(arguments.split(",")[1])
            self.sizes[self.files[number][0]] = size
            self.events.append(Event("size", inode=self.files[number][0], offset=size))
        elif name in ("fsync", "fdatasync"):
            self.sync(number)
        elif name == "close":
            self.files.pop(number, None)
            self.folders.discard(number)
        elif name == "rename":
            self.rename(texts[0].decode(), texts[1].decode())
        elif name in ("mkdir", "rmdir"):
            pass  # a folder in this one, for a moment: whatever is in it is not looked at
        elif name == "fallocate" and "FALLOC_FL_KEEP_SIZE" in arguments:
            pass  # whether there is room: no content changes
        elif name == "unlink":
            gone = self.inside(texts[0].decode())
            if gone is not None:
                self.inodes.pop(gone)
                self.events.append(Event("remove", gone))
        else:
            touched = [text for text in texts if text.decode().startswith(self.folder + "/")]
            assert not touched and number not in self.files, f"{name}({arguments[:200]}) is not understood"


def record(command: list[str], folder: pathlib.Path, to: pathlib.Path, *inject: str, **how: Any) -> Trace:
    """Runs a command that writes to `folder`; the lines of strace go to the file `to`. `inject` are options of strace."""
    recorder = Recorder(folder, before := content(folder))
    done = subprocess.run(["strace", "-xx", "-s", "100000000", "-e", f"trace={CALLS}", "-o", str(to), *inject, *command],
                          stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, **how)
    with to.open(encoding="ascii") as lines:
        for line in lines:
            if found := EXIT.match(line):
                recorder.status = int(found[1])
            elif found := LINE.match(line):
                recorder.call(found[1], found[2], int(found[3]))
    return Trace(before, recorder.events, recorder.status, done.stdout + done.stderr)


def apply(data: bytes, events: list[Event]) -> bytes:
    """The content of a file after writes and cuts; what is skipped over is zeros."""
    result = bytearray(data)
    for event in events:
        if event.kind == "size":
            result = result[:event.offset].ljust(event.offset, b"\0")
        else:
            result = result.ljust(event.offset, b"\0")
            result[event.offset:event.offset + len(event.data)] = event.data
    return bytes(result)


class Disk:
    """What is on the disk for certain, and what happened since."""

    def __init__(self, before: dict[str, bytes]):
        self.names = {name: number for number, name in enumerate(before)}
        self.data = dict(enumerate(before.values()))
        self.pending_names: list[Event] = []
        self.pending_data: dict[int, list[Event]] = {}

    def take(self, event: Event) -> None:
        if event.of_name():
            self.pending_names.append(event)
        elif event.of_data():
            self.pending_data.setdefault(event.inode, []).append(event)
        elif event.kind == "sync_folder":
            self.names = self.after(self.pending_names)
            self.pending_names = []
        elif event.kind == "sync":
            self.data[event.inode] = apply(self.data.get(event.inode, b""), self.pending_data.pop(event.inode, []))

    def after(self, events: list[Event]) -> dict[str, int]:
        names = dict(self.names)
        for event in events:
            if event.kind == "create":
                names[event.name] = event.inode
            elif event.kind == "remove":
                names.pop(event.name, None)
            elif event.name in names:
                names[event.to] = names.pop(event.name)
        return names

    def possible_names(self) -> Iterator[dict[str, int]]:
        pending = self.pending_names
        if len(pending) > MOST_SUBSETS:
            yield from (self.after(pending[:count]) for count in range(len(pending) + 1))
            return
        for kept in itertools.product((False, True), repeat=len(pending)):
            yield self.after(list(itertools.compress(pending, kept)))

    def possible_data(self, inode: int) -> Iterator[bytes]:
        data, pending = self.data.get(inode, b""), self.pending_data.get(inode, [])
        whole = apply(data, pending)
        yield whole
        if not pending:
            return
        yield data
        yield data.ljust(len(whole), b"\0")
        last = pending[-1]
        half = dataclasses.replace(last, data=last.data[:len(last.data) // 2])
        yield apply(data, pending[:-1] + [half])
        for lost in range(len(pending)):
            yield apply(data, pending[:lost] + pending[lost + 1:])
            yield apply(data, [pending[lost]])

    def states(self) -> Iterator[dict[str, bytes]]:
        """Each file in turn in all its ways, the others as written or as they were."""
        for names in self.possible_names():
            loose = [inode for inode in names.values() if inode in self.pending_data]
            for of in loose or [-1]:
                for others_kept in (True, False):
                    others = {inode: apply(self.data.get(inode, b""),
                                           self.pending_data.get(inode, []) if others_kept else [])
                              for inode in names.values()}
                    for data in self.possible_data(of):
                        yield {name: data if inode == of else others[inode] for name, inode in names.items()}


def states_of(trace: Trace) -> Iterator[tuple[int, dict[str, bytes]]]:
    """Every state that a cut may leave, once, with the number of events that had happened."""
    seen: set[bytes] = set()
    disk = Disk(trace.before)
    for number, event in enumerate([Event("start"), *trace.events]):
        disk.take(event)
        for state in disk.states():
            digest = hashlib.sha256()
            for name in sorted(state):
                digest.update(f"{name} {len(state[name])} ".encode() + state[name])
            if digest.digest() not in seen:
                seen.add(digest.digest())
                yield number, state


def lost_after(trace: Trace, count: int) -> list[Event]:
    """What could still be lost after so many events."""
    disk = Disk(trace.before)
    for event in trace.events[:count]:
        disk.take(event)
    named = disk.after(disk.pending_names).values()  # the others were removed
    return disk.pending_names + [event for inode in named for event in disk.pending_data.get(inode, [])]


def lay_out(state: dict[str, bytes], folder: pathlib.Path) -> pathlib.Path:
    folder.mkdir()
    for name, data in state.items():
        (folder / name).write_bytes(data)
    return folder
