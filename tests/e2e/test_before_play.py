# SPDX-License-Identifier: MIT
"""End-to-end tests of what comes before the games that count: what both bots of `regress` play alone, also in parts of a run, and
pilots; interrupted there, and resumed."""
import json
import random
import re
import shutil
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

from harness import *
from test_compare import REJECTED, UNDECIDED, faulty, word

pytestmark = pytest.mark.no_sanitizer("about words and files, not memory")

HANGS = ("basic", word(faulty(100, what="hang")), "--time-limit", 300)
CRASHES = ("basic", word(faulty(100, what="segfault")))
SLOW = ("basic", word(bad_bot("dawdles", ms=40, until="go")), "-n", 3, "--margin", 60, "--time-limit", 0)  # it waits for that file
BEGUN: dict[str, tuple[tuple[Any, ...], int, str]] = {  # the command, its exit status, and the bot that plays alone when it is interrupted
    "hangs": (HANGS, REJECTED, "new"),
    "slow before": ((SLOW[1], SLOW[0], *SLOW[2:], "--log", "sample:2"), UNDECIDED, "old"),
}


class AloneTest(RunTest):
    @pytest.fixture(autouse=True)
    def let_go(self, temporary_folder: None) -> None:
        """Nobody waits, but while a test interrupts it: so that a run that is to be interrupted is not over before."""
        self.go = self.temp / "go"
        self.go.touch()

    def regress(self, *arguments: Any, **more: Any) -> subprocess.CompletedProcess[str]:
        return subprocess.run([program(), "regress", *map(str, arguments), "--quiet"], cwd=self.temp, text=True, capture_output=True,
                              timeout=TIMEOUT, check=False, **more)

    def interrupt(self, bot: str, *arguments: Any, how: int = signal.SIGINT) -> subprocess.CompletedProcess[str]:
        """While that bot plays alone."""
        out = self.temp / "out"
        self.go.unlink()
        process = subprocess.Popen([program(), "regress", *map(str, arguments), "--quiet", "--out", "out"], cwd=self.temp, text=True,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.cleanup.callback(process.kill)
        wait_until(lambda: self.plays_alone(out, bot), process)
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
        return subprocess.run([program(), "run", "--resume", out, "--quiet"], cwd=self.temp, text=True, capture_output=True,
                              timeout=TIMEOUT, check=False)

    def assert_same(self, one: Path, other: Path) -> None:
        assert {path.name for path in one.iterdir()} == {path.name for path in other.iterdir()}
        for path in one.iterdir():
            assert path.name == "timing.json" or path.read_bytes() == (other / path.name).read_bytes(), path.name

    @staticmethod
    def junit(path: Path, folder: str) -> str:
        return re.sub(r' time="[\d.]+"', "", path.read_text().replace(f" {folder} ", " FOLDER "))


class TestInterrupted(AloneTest):
    @pytest.mark.parametrize("name", BEGUN)
    def test_goes_on_as_regress(self, name: str) -> None:
        """The same bytes, verdict, exit status and JUnit file as without the interruption."""
        command, status, bot = BEGUN[name]
        whole = self.regress(*command, "--out", "whole", "--junit", "whole.xml")
        assert whole.returncode == status, whole.stderr
        cut = self.interrupt(bot, *command, "--junit", "cut.xml")
        assert (cut.returncode, cut.stdout) == (INTERRUPTED, "")
        assert "interrupted while the bots played alone: nothing of that is kept; " in cut.stderr
        assert [path.name for path in (self.temp / "out").iterdir()] == ["resume.json"]
        looked = arena("status", self.temp / "out")
        assert looked.returncode == BAD_FILE and "its run was interrupted before the first game: " in looked.stderr
        done = self.resume(Path("out"))
        assert done.returncode == status, done.stderr
        assert [line.replace(" out ", " whole ") for line in done.stdout.splitlines()] == whole.stdout.splitlines()
        self.assert_same(self.temp / "whole", self.temp / "out")
        assert self.junit(self.temp / "cut.xml", "out") == self.junit(self.temp / "whole.xml", "whole")

    def test_killed(self) -> None:
        assert self.regress(*CRASHES, "--out", "whole").returncode == REJECTED
        assert self.interrupt("new", *HANGS, how=signal.SIGKILL).returncode == -signal.SIGKILL
        assert (self.temp / "out" / "manifest.json").exists()
        done = self.resume(Path("out"))
        assert done.returncode == REJECTED and done.stdout.startswith("FAIL: new fails in 6 of 6 games that it plays alone")
        again = self.resume(Path("out"))
        assert again.returncode == BAD_FILE and "this run is finished" in again.stderr

    def test_only_one_process_plays_it(self) -> None:
        process = subprocess.Popen([program(), "regress", *map(str, HANGS), "--quiet", "--out", "out"], cwd=self.temp,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.cleanup.callback(process.wait)
        self.cleanup.callback(process.kill)
        wait_until(lambda: self.plays_alone(self.temp / "out", "new"), process)
        for done in (self.resume(Path("out")), self.regress(*CRASHES, "--out", "out", "--force")):
            assert done.returncode in (BAD_FILE, USAGE) and "another skat-arena is playing this run" in done.stderr

    def test_begun_twice_with_options(self) -> None:
        """What the command line said stays when the run is begun again, and interrupted again."""
        command = (*SLOW[:3], 6, *SLOW[4:], "--seed", 77, "--log", "all")  # more deals, since nothing holds it at its games
        assert self.interrupt("new", *command).returncode == INTERRUPTED
        before = read_json(self.temp / "out", "resume.json")
        shutil.copytree(self.temp / "out", self.temp / "copy")
        assert self.resume(self.temp / "copy").returncode == UNDECIDED
        process = subprocess.Popen([program(), "run", "--resume", "out", "--quiet"], cwd=self.temp, stderr=subprocess.DEVNULL)
        self.cleanup.callback(process.kill)
        wait_until(lambda: (self.temp / "out" / "manifest.json").exists() and not self.plays_alone(self.temp / "out", "old")
                   and not self.plays_alone(self.temp / "out", "new"), process)
        process.send_signal(signal.SIGTERM)
        assert process.wait(TIMEOUT) == INTERRUPTED
        after = read_json(self.temp / "out", "resume.json")
        assert after["overrides"] == before["overrides"] and after["overrides"]["seed"] == "77"
        assert self.resume(Path("out")).returncode == UNDECIDED
        self.assert_same(self.temp / "copy", self.temp / "out")


class TestParts(AloneTest):
    def test_a_part_that_is_interrupted_alone_arrives(self) -> None:
        """On its board, and at the verdict of all parts."""
        assert self.regress(*SLOW, "--out", "whole").returncode == UNDECIDED
        part = (*SLOW, "--board", self.temp / "board", "--shard")
        assert self.interrupt("new", *part, "1/2").returncode == INTERRUPTED
        assert self.regress(*part, "2/2", "--out", "two").returncode == OK
        shown = json.loads(arena("status", self.temp / "out", "--json").stdout)[0]
        assert [one["state"] for one in shown["parts"]] == ["not begun", "finished"]
        done = self.resume(Path("out"))
        assert (done.returncode, done.stdout) == (OK, ""), done.stderr
        shown = json.loads(arena("status", self.temp / "board", "--json").stdout)[0]
        assert [one["state"] for one in shown["parts"]] == ["finished", "finished"]
        assert arena("merge", self.temp / "out", self.temp / "two", "--out", self.temp / "merged", "--quiet").returncode == UNDECIDED
        self.assert_same(self.temp / "whole", self.temp / "merged")

    def test_a_board_that_a_resumed_part_makes_anew(self) -> None:
        command = ("stammtisch", "stammtisch:caution=54", "-n", 40000, "--margin", 0.01, "--board", "board", "--shard")
        process = subprocess.Popen([program(), "regress", *map(str, command), "1/2", "--quiet", "--out", "out"], cwd=self.temp,
                                   stderr=subprocess.DEVNULL)
        self.cleanup.callback(process.kill)
        journal = self.temp / "out" / "journal.bin"
        wait_until(lambda: journal.exists() and journal.stat().st_size > 10000, process)
        process.send_signal(signal.SIGTERM)
        assert process.wait(TIMEOUT) == INTERRUPTED
        before = (self.temp / "board" / "board.json").read_bytes()
        shown = json.loads(arena("status", self.temp / "board", "--json").stdout)[0]
        assert [one["state"] for one in shown["parts"]] == ["interrupted", "not begun"]
        assert shown["parts"][0]["units"] > 0 and shown["seconds_left"] is None and shown["units_per_second"] == 0
        shutil.rmtree(self.temp / "board")
        process = subprocess.Popen([program(), "run", "--resume", "out", "--quiet"], cwd=self.temp, stderr=subprocess.DEVNULL)
        self.cleanup.callback(process.kill)
        wait_until((self.temp / "board" / "part-1").exists, process)
        process.send_signal(signal.SIGTERM)
        assert process.wait(TIMEOUT) == INTERRUPTED
        assert (self.temp / "board" / "board.json").read_bytes() == before

    def test_merged_parts_of_one_that_always_fails(self) -> None:
        """Each part says so; merged, they are what one machine writes."""
        assert self.regress(*CRASHES, "--out", "whole", "--junit", "whole.xml").returncode == REJECTED
        for number in (1, 2):
            done = self.regress(*CRASHES, "--shard", f"{number}/2", "--board", "board", "--out", f"part{number}")
            assert done.returncode == REJECTED and done.stdout.startswith("FAIL: new fails in 6 of 6 games that it plays alone")
        for parts in ((1, 2), (2,)):
            merged = subprocess.run([program(), "merge", *(f"part{number}" for number in parts), "--out", "merged", "--junit", "merged.xml",
                                     "--force"], cwd=self.temp, text=True, capture_output=True, timeout=TIMEOUT, check=False)
            assert merged.returncode == REJECTED, merged.stderr
            assert merged.stdout.splitlines()[0] == read_json(self.temp / "whole", "summary.json")["verdict"]["sentence"]
            self.assert_same(self.temp / "whole", self.temp / "merged")
            assert self.junit(self.temp / "merged.xml", "merged") == self.junit(self.temp / "whole.xml", "whole")

    def test_parts_that_do_not_agree(self) -> None:
        """One that fails alone on one machine only."""
        assert self.regress(*CRASHES, "--shard", "1/2", "--out", "part1").returncode == REJECTED
        assert self.regress("basic", "random", "-n", 20, "--shard", "2/2", "--out", "part2").returncode == OK
        for parts in (("part1", "part2"), ("part2", "part1")):
            done = subprocess.run([program(), "merge", *parts, "--out", "merged"], cwd=self.temp, text=True, capture_output=True,
                                  timeout=TIMEOUT, check=False)
            assert done.returncode == BAD_FILE
            assert "part1: says that the new bot fails when it plays alone, and part2 does not" in done.stderr
        log = self.temp / "part1" / "games.jsonl"
        log.write_text("".join(log.read_text().splitlines(keepends=True)[:3]))
        done = arena("merge", self.temp / "part1", "--out", self.temp / "merged")
        assert done.returncode == BAD_FILE and "is not finished: 3 of 6 games" in done.stderr

    def test_what_parts_found_alone_may_differ(self) -> None:
        """Of a bot that is not deterministic; that of the first part counts."""
        command = ("basic", "random", "-n", 20, "--board", "board", "--shard")
        assert self.regress(*command, "1/2", "--out", "part1").returncode == OK
        manifest, board = self.temp / "part1" / "manifest.json", self.temp / "board" / "board.json"
        for path in (manifest, board):
            text = path.read_text()
            assert '"difference":\t""' in text
            path.write_text(text.replace('"difference":\t""', '"difference":\t"in deal 1, move 1"'))
        assert self.regress(*command, "2/2", "--out", "part2").returncode == OK
        done = arena("merge", self.temp / "part1", self.temp / "part2", "--out", self.temp / "merged", "--quiet")
        assert done.returncode in (OK, REJECTED, UNDECIDED), done.stderr
        assert read_json(self.temp / "merged", "manifest.json")["alone"] == read_json(self.temp / "part1", "manifest.json")["alone"]
        assert len(json.loads(arena("status", self.temp / "part2", "--json").stdout)[0]["parts"]) == 2


class TestFromTheBeginning(AloneTest):
    """A signal at any moment: either the run can be resumed and gives the same, or nothing is there; and what is said is true."""

    def stopped(self, after: float, *command: Any) -> tuple[str, int]:
        """Stopped so many seconds after it has looked at a bot first; below 0: after it was started."""
        process = subprocess.Popen([program(), *map(str, command), "--quiet", "--out", "out"], cwd=self.temp, text=True,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        self.cleanup.callback(process.kill)
        if after >= 0:  # it asks the bots who they are, and hears signals
            wait_until_it_hears(process)
        time.sleep(abs(after))
        process.send_signal(random.choice((signal.SIGTERM, signal.SIGINT, signal.SIGHUP)))
        return process.communicate(timeout=TIMEOUT)[1].rpartition("skat-arena: ")[2], process.returncode

    def test_pilot_of_a_time(self) -> None:
        """One that takes five seconds at least."""
        for command in ("compare", "regress"):
            said, status = self.stopped(0.3, command, "basic", word(bad_bot("dawdles", ms=500)), "--time", "100s")
            assert (status, said) == (INTERRUPTED, "interrupted before the first game: nothing was written\n")
            assert not (self.temp / "out").exists()

    def test_pilot_of_redeals(self) -> None:
        command = ("compare", "stammtisch", "stammtisch:caution=40", "-n", 12, "--redeals", "auto")
        whole = subprocess.run([program(), *map(str, command), "--quiet", "--out", "whole"], cwd=self.temp, check=False,
                               capture_output=True, timeout=TIMEOUT)
        assert whole.returncode == OK
        said, status = self.stopped(-random.random() / 4, *command)
        if status in (-signal.SIGTERM, -signal.SIGINT, -signal.SIGHUP):  # before the program had begun
            assert not said and not (self.temp / "out").exists()
        elif "nothing was written" in said:
            assert status == INTERRUPTED and not (self.temp / "out").exists()
        else:
            assert status in (OK, INTERRUPTED)
            assert (status == INTERRUPTED) == ("run --resume out` " in said) == (self.temp / "out" / "resume.json").exists()
            assert status == OK or self.resume(Path("out")).returncode == OK
            self.assert_same(self.temp / "whole", self.temp / "out")

    def test_resumed_and_interrupted_before_it_goes_on(self) -> None:
        """While its log is read: nothing has changed."""
        config = self.write_config(seats=["a", "b"], schedule="duel", bots={"a": "basic", "b": "random"}, deals=400000)
        process = subprocess.Popen([program(), "run", config, "--quiet", "--out", "out"], cwd=self.temp, stderr=subprocess.DEVNULL)
        self.cleanup.callback(process.kill)
        log = self.temp / "out" / "games.jsonl"
        wait_until(lambda: log.exists() and log.stat().st_size > 3000000, process)
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
        self.assert_verified(self.temp / "out")


class TestLogOfPart(AloneTest):
    def test_is_refused_before_the_first_game(self) -> None:
        """`merge` needs all games of a part, and gives the verdict."""
        done = self.regress(*CRASHES, "--shard", "1/2", "--junit", "junit.xml", "--out", "out")
        assert done.returncode == USAGE and "a part of a run has no verdict: `merge` of all parts has the option, too" in done.stderr
        fields: dict[str, Any] = {"seats": ["a", "b"], "schedule": "duel", "bots": {"a": "basic", "b": "random"}, "deals": 12}
        for log in ("sample:3",):
            for words, place in ((("run", self.write_config(**fields), "--log", log), "--log"),
                                 (("compare", "basic", "random", "--log", log), "--log"),
                                 (("regress", "basic", "random", "--log", log), "--log"),
                                 (("run", self.write_config(**fields, log=log)), "$.log")):
                done = arena(*words, "--shard", "1/2", "--out", self.temp / "out")
                assert done.returncode == USAGE
                assert f"{place}: must be all or divergent for a part of a run (--shard): `merge` reads all of its games" in done.stderr
        assert not (self.temp / "out").exists()
