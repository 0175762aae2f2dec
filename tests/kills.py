#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Kills and full disks: are the results those of a run that nothing happened to? `make kills N=1000 DISKS=50`.

Each turn plays one of a few runs, with a plain or a compressed log, with sessions, with bots that crash. A kill (SIGKILL) hits the
supervisor or one of its workers, at a random moment: a third of them as soon as the process exists, while it starts. A run that is
gone is continued with `run --resume`, which may be killed again. A disk is full after a random number of bytes: a file system in
memory where that can be mounted (as root), else a limit on the size of files; then there is room again, and the run is continued.
In the end manifest, log, summary and fault reports must have the bytes of the run that nothing happened to.

    tests/kills.py [--build BUILD] [--kills N] [--disks N] [--seed N] [--scale X]

Prints what was done. Exit status 1, and the folder stays, when bytes differ or a run cannot be continued.
"""
import argparse
import contextlib
import dataclasses
import json
import os
import pathlib
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time
from typing import Any, Iterator

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests" / "e2e"))

from packed_logs import unpacked  # noqa: E402

SAME = ("manifest.json", "games.jsonl", "games.jsonl.zst", "summary.json", "faults.jsonl")
FINISHED, INTERNAL = (0, 1, 2), 70
TURNS_MOST = 60  # of a run that is continued; it gets on each time
ROOM = 512 << 20


@dataclasses.dataclass
class Played:
    """A run that nothing happened to."""
    name: str
    config: pathlib.Path
    folder: pathlib.Path
    seconds: float
    bytes: int


class Failed(Exception):
    """A run that came out otherwise."""


def configs(build: pathlib.Path, scale: float) -> dict[str, dict[str, Any]]:
    faulty = str(build / "tests" / "bots" / "faulty.so")
    duel: dict[str, Any] = {"bots": {"a": "stammtisch", "b": "basic"}, "seats": ["a", "b"], "schedule": "duel", "seed": 9}
    close = {"module": "stammtisch", "options": {"caution": 54}}
    crashing = {"module": faulty, "options": {"what": "abort", "when": "card", "percent": 1}}
    few, many = round(400 * scale), round(3000 * scale)
    return {
        "all games": duel | {"deals": many},
        "compressed log": duel | {"deals": many, "log": "zstd", "bots": {"a": "stammtisch", "b": close}},
        "sessions": duel | {"deals": 12, "sessions": many // 20, "rules": "stammtisch"},
        "bots that crash": duel | {"deals": few, "bots": {"a": crashing, "b": "basic"}, "isolation": "none"},
        "isolated": duel | {"deals": few, "isolation": "process"},
    }


def run(build: pathlib.Path, *arguments: object) -> "subprocess.Popen[str]":
    return subprocess.Popen([build / "skat-arena", "run", *map(str, arguments), "--quiet"], cwd=ROOT, text=True,
                            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL)


def ended(process: "subprocess.Popen[str]") -> tuple[int, str]:
    _, errors = process.communicate(timeout=600)
    return process.returncode, errors


def play_whole(build: pathlib.Path, temp: pathlib.Path, name: str, fields: dict[str, Any]) -> Played:
    config, folder = temp / f"{name}.json", temp / f"{name} whole"
    config.write_text(json.dumps({"name": "kills", "workers": 2} | fields))
    start = time.monotonic()
    status, errors = ended(run(build, config, "--out", folder))
    if status not in FINISHED:
        raise Failed(f"{name}: {errors}")
    return Played(name, config, folder, time.monotonic() - start, sum(path.stat().st_size for path in folder.iterdir()))


def children(pid: int) -> list[int]:
    try:
        below = [int(text) for task in os.listdir(f"/proc/{pid}/task")
                 for text in pathlib.Path(f"/proc/{pid}/task/{task}/children").read_text(encoding="ascii").split()]
    except OSError:
        return []
    return below + [deeper for child in below for deeper in children(child)]


def compare(played: Played, out: pathlib.Path) -> None:
    for name in SAME:
        files = [folder / name for folder in (played.folder, out)]
        if files[0].exists() != files[1].exists() or (files[0].exists() and unpacked(files[0]) != unpacked(files[1])):
            raise Failed(f"{played.name}: {files[1]} differs from {files[0]}")
    if (out / "resume.json").exists():
        raise Failed(f"{played.name}: {out}/resume.json is left")


class Killer:
    """Kills processes of runs, and counts them."""

    def __init__(self, build: pathlib.Path, chance: random.Random):
        self.build, self.chance = build, chance
        self.supervisors = self.workers = self.starting = self.resumed = 0

    def kills(self) -> int:
        return self.supervisors + self.workers

    def wait(self, process: "subprocess.Popen[str]", seconds: float) -> bool:
        """Waits a random part of the time, or only until a new worker is there. Is it one that starts?"""
        if self.chance.random() < 2 / 3:
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(self.chance.random() * seconds)
            return False
        known = set(children(process.pid))
        until = time.monotonic() + seconds
        while process.poll() is None and set(children(process.pid)) <= known and time.monotonic() < until:
            time.sleep(0.0005)
        time.sleep(self.chance.random() * 0.01)
        return True

    def strike(self, process: "subprocess.Popen[str]", seconds: float) -> None:
        """Kills the supervisor, which ends the run, or a worker, which must not."""
        starting = self.wait(process, seconds)
        below = children(process.pid)
        victim = process.pid if self.chance.random() < 0.4 or not below else self.chance.choice(below[-3:] if starting else below)
        if process.poll() is not None:
            return
        with contextlib.suppress(ProcessLookupError):
            os.kill(victim, signal.SIGKILL)
            self.supervisors += victim == process.pid
            self.workers += victim != process.pid
            self.starting += starting

    def turn(self, played: Played, out: pathlib.Path) -> None:
        """One run, from its beginning to its end."""
        process = run(self.build, played.config, "--out", out)
        for number in range(TURNS_MOST):
            for _ in range(self.chance.choice((1, 1, 2)) if number < 6 else 0):
                self.strike(process, played.seconds)
            status, errors = ended(process)
            if status in FINISHED:
                return compare(played, out)
            if status not in (-signal.SIGKILL, INTERNAL):
                raise Failed(f"{played.name}: {out}: exit status {status}\n{errors}")
            begun = (out / "resume.json").exists()
            process = run(self.build, *(("--resume", out) if begun else (played.config, "--force", "--out", out)))
            self.resumed += begun
        process.kill()
        raise Failed(f"{played.name}: {out} does not come to its end")


@contextlib.contextmanager
def disk(at: pathlib.Path, size: int) -> Iterator[bool]:
    """A file system of so many bytes; False where none can be mounted."""
    at.mkdir()
    mounted = os.geteuid() == 0 and subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", at], capture_output=True,
                                                   check=False).returncode == 0
    try:
        yield mounted
    finally:
        if mounted:
            subprocess.run(["umount", at], check=False)


def fill(build: pathlib.Path, played: Played, at: pathlib.Path, size: int) -> bool:
    """A run on a disk that becomes full, and goes on when there is room. False if it fitted."""
    with disk(at, size) as mounted:
        out = at / "run"
        command = list(map(str, (build / "skat-arena", "run", played.config, "--out", out, "--quiet")))
        limit = None if mounted else lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, preexec_fn=limit)
        if done.returncode in FINISHED:
            compare(played, out)
            return False
        if done.returncode != INTERNAL or "cannot be" not in done.stderr:
            raise Failed(f"{played.name}: a full disk ends with {done.returncode}\n{done.stderr}")
        if mounted:
            subprocess.run(["mount", "-o", f"remount,size={ROOM}", at], check=True)
        begun = (out / "resume.json").exists()
        status, errors = ended(run(build, *(("--resume", out) if begun else (played.config, "--force", "--out", out))))
        if status not in FINISHED:
            raise Failed(f"{played.name}: after a full disk: {status}\n{errors}")
        compare(played, out)
    return True


def remove(folder: pathlib.Path) -> None:
    for path in folder.iterdir():
        path.unlink()
    folder.rmdir()


def play(options: argparse.Namespace, temp: pathlib.Path) -> None:
    build, chance = pathlib.Path(options.build).resolve(), random.Random(options.seed)
    whole = [play_whole(build, temp, name, fields) for name, fields in configs(build, options.scale).items()]
    killer, full, fitted, runs = Killer(build, chance), 0, 0, 0
    while killer.kills() < options.kills:
        out = temp / f"run {runs}"
        killer.turn(whole[runs % len(whole)], out)
        remove(out)
        runs += 1
        if runs % 50 == 0:
            print(f"{killer.kills()} kills in {runs} runs", flush=True)
    while full < options.disks:
        played = whole[(full + fitted) % len(whole)]
        is_full = fill(build, played, temp / f"disk {full + fitted}", max(4096, int(chance.random() * 0.9 * played.bytes)))
        full, fitted = full + is_full, fitted + (not is_full)
    print(f"{killer.kills()} kills in {runs} runs: {killer.supervisors} of the supervisor, {killer.workers} of workers, "
          f"{killer.starting} as soon as a process was there; {killer.resumed} times continued")
    print(f"{full} full disks" + (f", {fitted} more runs fitted" if fitted else ""))
    print("the same bytes each time")


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--build", default="build/plain")
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--disks", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scale", type=float, default=1, help="how long runs are (1)")
    options = parser.parse_args()
    temp = pathlib.Path(tempfile.mkdtemp(prefix="skat-arena-kills-"))
    try:
        play(options, temp)
    except Failed as error:
        print(f"{error}\nwhat is left is in {temp}", file=sys.stderr)
        return 1
    subprocess.run(["rm", "-rf", str(temp)], check=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
