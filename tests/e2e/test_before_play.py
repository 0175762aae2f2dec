# SPDX-License-Identifier: MIT
"""End-to-end tests of what comes before the games that count: what both bots of `regress` play alone, also in shards of a run, and
pilots; interrupted there, and resumed."""
import json
import re
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

from harness import *
from test_compare import REJECTED, UNDECIDED, faulty, word

pytestmark = pytest.mark.no_sanitizer("about words and files, not memory")

HANGS = ("basic", word(with_limit(faulty(100, what="hang"))))
CRASHES = ("basic", word(faulty(100, what="segfault")))
# It waits for that file.
SLOW = ("basic", word(bad_bot("dawdles", ms=40, until="go")), "-n", 2, "--margin", 60, "--limit", "time_ms=0", "--isolation", "none")
#: Its first bot plays alone when it is interrupted.
SLOW_BEFORE = (SLOW[1], SLOW[0], *SLOW[2:], "--log", "none", "--seed", 77)


class AloneTest(RunTest):
    @pytest.fixture(autouse=True)
    def let_go(self, temporary_folder: None) -> None:
        """Nobody waits, but while a test interrupts it: so that a run that is to be interrupted is not over before."""
        self.go = self.temp / "go"
        self.go.touch()

    def regress(self, *arguments: Any, **more: Any) -> subprocess.CompletedProcess[str]:
        return arena("regress", *arguments, "--quiet", cwd=self.temp, **more)

    def interrupt(self, bot: str, *arguments: Any, how: int = signal.SIGINT) -> subprocess.CompletedProcess[str]:
        """While that bot plays alone."""
        return self.interrupted(bot, "regress", *arguments, "--out", "out", how=how)

    def interrupted(self, bot: str, *arguments: Any, how: int = signal.SIGINT) -> subprocess.CompletedProcess[str]:
        self.go.unlink()
        process = subprocess.Popen([program(), *map(str, arguments), "--quiet"], cwd=self.temp, text=True,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.cleanup.callback(process.kill)
        wait_until(lambda: self.plays_alone(self.temp / "out", bot), process)
        send_heard(process, how)
        self.go.touch()
        told, said = process.communicate(timeout=TIMEOUT)
        return subprocess.CompletedProcess([], process.returncode, told, said)

    @staticmethod
    def plays_alone(out: Path, bot: str) -> bool:
        try:
            manifest = read_json(out, "manifest.json")
        except (OSError, json.JSONDecodeError):
            return False
        return [one["name"] for one in manifest["bots"]] == [bot]

    def resume(self, out: Path) -> subprocess.CompletedProcess[str]:
        return arena("run", "--resume", out, "--quiet", cwd=self.temp)

    def assert_same(self, one: Path, other: Path) -> None:
        assert {path.name for path in one.iterdir()} == {path.name for path in other.iterdir()}
        for path in one.iterdir():
            assert path.name == "timing.json" or unpacked(path) == unpacked(other / path.name), path.name

    @staticmethod
    def junit(path: Path, folder: str) -> str:
        return re.sub(r' time="[\d.]+"', "", path.read_text().replace(f" {folder} ", " FOLDER "))


class TestInterrupted(AloneTest):
    @pytest.mark.long
    def test_goes_on_as_regress(self) -> None:
        """The same bytes, verdict, exit status and JUnit file as without the interruption, also if it is interrupted again: what the
        command line said stays."""
        whole = self.regress(*SLOW_BEFORE, "--out", "whole", "--junit", "whole.xml")
        assert whole.returncode == UNDECIDED, whole.stderr
        cut = self.interrupt("old", *SLOW_BEFORE, "--junit", "cut.xml")
        assert (cut.returncode, cut.stdout) == (INTERRUPTED, "")
        assert "interrupted while the bots played alone: nothing of that is kept; " in cut.stderr
        assert [path.name for path in (self.temp / "out").iterdir()] == ["resume.json"]
        arena_says(BAD_FILE, "its run was interrupted before the first game: ", "results", self.temp / "out")
        before = read_json(self.temp / "out", "resume.json")
        assert self.interrupted("old", "run", "--resume", "out").returncode == INTERRUPTED
        after = read_json(self.temp / "out", "resume.json")
        assert after["overrides"] == before["overrides"] and after["overrides"]["seed"] == "77"
        done = self.resume(Path("out"))
        assert done.returncode == UNDECIDED, done.stderr
        assert [line.replace(" out ", " whole ") for line in done.stdout.splitlines()] == whole.stdout.splitlines()
        self.assert_same(self.temp / "whole", self.temp / "out")
        assert self.junit(self.temp / "cut.xml", "out") == self.junit(self.temp / "whole.xml", "whole")


class TestParts(AloneTest):
    @pytest.mark.long
    def test_a_part_that_is_interrupted_alone_arrives(self) -> None:
        """On its board, and at the verdict of all shards."""
        assert self.regress(*SLOW, "--out", "whole").returncode == UNDECIDED
        part = (*SLOW, "--board", self.temp / "board", "--shard")
        assert self.interrupt("new", *part, "1/2").returncode == INTERRUPTED
        assert self.regress(*part, "2/2", "--out", "two").returncode == OK
        shown = json.loads(arena("results", self.temp / "out", "--json").stdout)[0]
        assert [one["state"] for one in shown["shards"]] == ["not begun", "finished"]
        done = self.resume(Path("out"))
        assert (done.returncode, done.stdout) == (OK, ""), done.stderr
        shown = json.loads(arena("results", self.temp / "board", "--json").stdout)[0]
        assert [one["state"] for one in shown["shards"]] == ["finished", "finished"]
        assert arena("merge", self.temp / "out", self.temp / "two", "--out", self.temp / "merged", "--quiet").returncode == UNDECIDED
        self.assert_same(self.temp / "whole", self.temp / "merged")

    def test_merged_parts_of_one_that_always_fails(self) -> None:
        """Each shard says so; merged, they are what one machine writes."""
        assert self.regress(*CRASHES, "--out", "whole", "--junit", "whole.xml").returncode == REJECTED
        for number in (1, 2):
            done = self.regress(*CRASHES, "--shard", f"{number}/2", "--board", "board", "--out", f"part{number}")
            assert done.returncode == REJECTED and done.stdout.startswith("FAIL: new fails in 6 of 6 games that it plays alone")
        merged = arena("merge", "part2", "--out", "merged", "--junit", "merged.xml", cwd=self.temp)
        assert merged.returncode == REJECTED, merged.stderr
        assert merged.stdout.splitlines()[0] == read_json(self.temp / "whole", "summary.json")["verdict"]["sentence"]
        self.assert_same(self.temp / "whole", self.temp / "merged")
        assert self.junit(self.temp / "merged.xml", "merged") == self.junit(self.temp / "whole.xml", "whole")

        # One that fails alone on one machine only.
        assert self.regress("basic", "random", "-n", 2, "--shard", "2/2", "--out", "other").returncode == OK
        arena_says(BAD_FILE, "part1: says that the new bot fails when it plays alone, and other does not", "merge", "other", "part1",
                   "--out", "none", cwd=self.temp)
        log = self.temp / "part1" / "games.jsonl"
        log.write_text("".join(log.read_text().splitlines(keepends=True)[:3]))
        arena_says(BAD_FILE, "is not finished: 3 of 6 games", "merge", self.temp / "part1", "--out", self.temp / "none")


class TestFromTheBeginning(AloneTest):
    """A signal at any moment: either the run can be resumed and gives the same, or nothing is there; and what is said is true."""

    def test_pilot_of_a_time(self) -> None:
        """One that takes ten seconds at least."""
        process = subprocess.Popen([program(), "compare", "basic", word(bad_bot("dawdles", ms=500)), "--time", "1h", "--quiet", "--out",
                                    "out"], cwd=self.temp, text=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        self.cleanup.callback(process.kill)
        wait_until_it_hears(process)  # it asks the bots who they are, and hears signals
        time.sleep(0.3)
        process.send_signal(signal.SIGTERM)
        said = process.communicate(timeout=TIMEOUT)[1].rpartition("skat-arena: ")[2]
        assert (process.returncode, said) == (INTERRUPTED, "interrupted before the first game: nothing was written\n")
        assert not (self.temp / "out").exists()

    def test_resumed_and_interrupted_before_it_goes_on(self) -> None:
        """While its log is read: nothing has changed."""
        config = self.write_config(seats=["a", "b"], schedule="duel", bots={"a": "basic", "b": "random"}, deals=400000)
        process = subprocess.Popen([program(), "run", config, "--quiet", "--out", "out"], cwd=self.temp, stderr=subprocess.DEVNULL)
        self.cleanup.callback(process.kill)
        log = self.temp / "out" / "games.jsonl"
        wait_until(lambda: log.exists() and log.stat().st_size > 300000, process)
        process.send_signal(signal.SIGTERM)
        assert process.wait(TIMEOUT) == INTERRUPTED
        before = log.read_bytes()
        resumed = subprocess.Popen([program(), "run", "--resume", "out", "--quiet"], cwd=self.temp, text=True, stderr=subprocess.PIPE)
        self.cleanup.callback(resumed.kill)
        wait_until_it_hears(resumed, signal.SIGTERM)
        resumed.send_signal(signal.SIGTERM)
        said = resumed.communicate(timeout=TIMEOUT)[1]
        assert resumed.returncode == INTERRUPTED
        assert log.read_bytes() == before or "games are finished and in out" in said
        assert ("interrupted before the run went on: out is as it was; " in said) == (log.read_bytes() == before)


class TestLogOfPart(AloneTest):
    def test_is_refused_before_the_first_game(self) -> None:
        """`merge` needs all games of a shard, and gives the verdict."""
        done = self.regress(*CRASHES, "--shard", "1/2", "--junit", "junit.xml", "--out", "out")
        assert done.returncode == USAGE and "a shard of a run has no verdict: `merge` of all shards has the option, too" in done.stderr
        fields: dict[str, Any] = {"seats": ["a", "b"], "schedule": "duel", "bots": {"a": "basic", "b": "random"}, "deals": 12}
        for words, place in ((("regress", "basic", "random", "--log", "none"), "--log"),
                             (("run", self.write_config(**fields, log="none")), "$.log")):
            arena_says(USAGE, f"{place}: must be all or zstd for a shard of a run (--shard): `merge` reads all of its games", *words,
                       "--shard", "1/2", "--out", self.temp / "out")
        assert not (self.temp / "out").exists()
