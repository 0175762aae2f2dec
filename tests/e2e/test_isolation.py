# SPDX-License-Identifier: MIT
"""End-to-end tests of bots in processes of their own: "isolation": "process"."""
import collections
import contextlib
import ctypes
import json
import os
import pathlib
import platform
import re
import struct
import subprocess
import sys
import time
from typing import Any

import pytest

from harness import *

ISOLATED = {"isolation": "process"}

# What hostile.so tries, how the game ends, and what its fault says.
ATTACKS = {
    "read_memory": ("crash", "tried process_vm_readv"),
    "trace": ("crash", "tried ptrace"),
    "open_file": ("crash", "tried openat"),
    "write_file": ("crash", "tried openat"),
    "connect": ("crash", "tried socket"),
    "fork_bomb": ("crash", "tried clone"),
    "execute": ("crash", "tried execve"),
    "requeue": ("crash", "tried futex"),
    "kill_parent": ("crash", "tried kill"),
    "kill_group": ("crash", "tried kill"),
    "map_code": ("crash", "tried mmap"),
    "share_memory": ("crash", "tried mmap"),
    "catch_sigsys": ("crash", "tried rt_sigaction"),
    "disguise_sigsys": ("crash", "tried rt_sigaction"),
    "wake_others": ("crash", "tried futex"),
    "close_all": ("crash", ""),
    "forge_start": ("crash", "left with exit status 3"),
    "leave_note": ("crash", "left with exit status 3"),
    "forge_crash": ("crash", "left with exit status 3"),
    "loop": ("timeout", "no answer in time"),
}
HARMLESS = ("nothing", "print", "environment", "descriptors", "constructor")


def descendants(process):
    """All descendants."""
    found, left = [], [process]
    while left:
        try:
            text = pathlib.Path(f"/proc/{left[0]}/task/{left[0]}/children").read_text(encoding="ascii")
        except OSError:
            text = ""
        left = left[1:] + [int(child) for child in text.split()]
        found += [int(child) for child in text.split()]
    return found


def set_subreaper(on):
    """Whether orphans below this process become its children: PR_SET_CHILD_SUBREAPER."""
    assert ctypes.CDLL(None).prctl(36, ctypes.c_ulong(on), 0, 0, 0) == 0


class IsolationTest(RunTest):
    def hostile(self, how, **more):
        fields = {"bots": {"h": cheat("hostile", how=how), "b": "basic"}, "deals": 3,
                  "seats": ["h", "b", "b"], "schedule": "rotations", "time_limit_ms": 400}
        return self.run_config(**fields | ISOLATED | more)

    def faults(self, folder):
        path = folder / "faults.jsonl"
        return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


class TestSame(IsolationTest):
    """Where the code runs changes nothing."""

    def check(self, **fields):
        one = self.play(**fields)
        other = self.play(**fields | ISOLATED)
        for name in ("games.jsonl", "summary.json"):
            assert (one / name).read_bytes() == (other / name).read_bytes(), name
        self.assert_verified(other)
        assert read_json(other, "manifest.json")["isolation"] == "process"
        return other

    def test_rules_stay_until_the_session_ends(self):
        """A bot may keep what session_begin points at; it finds options by name as well as in fields."""
        folder = self.check(bots={"k": bad_bot("keeps_rules")}, seats=["k", "k", "k"], deals=12,
                            rules={"extends": "stammtisch", "scoring": "seeger_fabian"}, sessions=2)
        assert self.faults(folder) == []

    @pytest.mark.parametrize("rules", ("isko", "stammtisch"))
    def test_bots_of_the_tree(self, rules):
        self.check(rules=rules, deals=24, bots={"r": {"module": "random"}, "s": "stammtisch",
                                                "m": mixed()}, seats=["r", "s", "m"],
                   schedule="rotations")

    def test_composed_and_remembering(self):
        self.check(bots={"c": {"bid": "stammtisch", "play": "random"}, "b": "basic",
                         "r": cheat("remembers")}, seats=["c", "b", "r"],
                   schedule="permutations", deals=6, sessions=3)

    @pytest.mark.parametrize("what", ("illegal_card", "unknown_kind", "fail_crash", "fail_timeout"))
    def test_illegal_answers_and_said_faults(self, what):
        self.check(bots={"f": bad_bot("faulty", what=what, percent=30), "r": RANDOM},
                   seats=["f", "r", "r"], deals=12, schedule="rotations")

    def test_memory_outlives_a_said_fault(self):
        """As in a worker: the instance lives on, and is told nothing twice."""
        self.check(bots={"m": cheat("remembers", fails=3), "b": "basic"}, seats=["m", "b", "b"],
                   schedule="rotations", deals=12, sessions=2)

    def test_a_new_process_is_told_of_its_session(self):
        """Whichever part of a bot it is: the other one may run in the worker."""
        dies = cheat("remembers", dies=2)
        pipe = {"module": "pipe", "options": {"command": f"exec {sys.executable} -S bots/pipe/example.py"}}
        for part, bot in (("both", dies), ("bid", {"bid": dies, "play": pipe}),
                          ("play", {"bid": pipe, "play": dies})):
            lines = read_lines(self.play(bots={"m": bot, "b": "basic"}, seats=["m", "b", "b"],
                                         schedule="rotations", deals=12, **ISOLATED))
            statuses = {line["status"] for line in lines}
            assert statuses == ({"ok"} if part == "bid" else {"ok", "crash"})

    def test_more_deals_at_a_time_than_workers_of_a_seating(self):
        """A round robin of four has 24 seatings, each with two workers at most, which three deals share."""
        fields = {"bots": {"a": "random", "b": "basic", "c": "stammtisch", "d": "beginner"}, "schedule": "round_robin",
                  "seatings": "all", "seats": list("abcd"), "deals": 8} | ISOLATED
        one, other = self.play("--workers", 1, **fields), self.play("--workers", 3, **fields)
        assert (one / "games.jsonl").read_bytes() == (other / "games.jsonl").read_bytes()

    def test_workers(self):
        fields = {"bots": {"f": bad_bot("faulty", what="abort", percent=30), "s": "stammtisch"},
                  "seats": ["f", "s", "s"], "deals": 20, "schedule": "rotations"} | ISOLATED
        one, other = self.play("--workers", 1, **fields), self.play("--workers", 4, **fields)
        for name in ("games.jsonl", "summary.json", "faults.jsonl"):
            assert (one / name).read_bytes() == (other / name).read_bytes(), name

    @pytest.mark.parametrize("what, when",
        (("segfault", "card"), ("abort", "observe"), ("exit", "deal_end"),
         ("kill_self", "deal_begin"), ("stack_overflow", "game_begin")))
    def test_crashes_are_charged_alike(self, what, when):
        """Games without a fault are the same with and without isolation; so is who is charged."""
        fields = {"bots": {"f": bad_bot("faulty", what=what, when=when, percent=30),
                           "b": "basic"},
                  "seats": ["f", "b", "b"], "deals": 12, "schedule": "rotations",
                  "time_limit_ms": 30000}
        plain, isolated = self.play(**fields), self.play(**fields | ISOLATED)
        for one, other in zip(read_lines(plain), read_lines(isolated), strict=True):
            assert one.get("fault") == other.get("fault")
            assert one["status"] == other["status"]
            if "fault" not in one:
                assert one == other


class TestHostile(IsolationTest):
    @pytest.mark.long
    def test_attacks(self):
        harmless = read_lines(self.hostile("nothing")[1])
        for how, (status, what) in ATTACKS.items():
            deals = 1 if status == "timeout" else repeat(3, 1)  # it computes until its time is up
            done, folder = self.hostile(how, deals=deals)
            assert done.returncode == OK, done.stderr
            lines = read_lines(folder)
            hit = [line for line in lines if "fault" in line]
            assert len(hit) > deals
            assert "born with" not in done.stderr
            for line, usual in zip(lines, harmless[:3 * deals], strict=True):
                if "fault" in line:
                    assert (line["table"][line["fault"]], line["status"]) == ("h", status)
                else:
                    assert line == usual
            self.assert_verified(folder)
            faults = self.faults(folder)
            assert [fault["game"] for fault in faults] == [line["game"] for line in hit]
            for fault in faults:
                assert what in fault["what"]
                assert (fault["bot"], fault["status"]) == ("h", status)
        assert not os.path.exists("/tmp/hostile")

    @pytest.mark.no_sanitizer("its memory lies elsewhere")
    def test_no_addresses_and_no_huge_pages(self):
        """What it is sent has no address of the worker's; and a number that the whole machine shares is not told."""
        done, _ = self.run_config("--workers", 1, bots={"l": cheat("leaks"), "b": "basic"}, seats=["l", "b", "b"], schedule="rotations",
                                  sessions=2, deals=2, **ISOLATED)
        assert done.returncode == OK and "an address" not in done.stderr, done.stderr
        assert done.stderr.count("huge pages: Operation not permitted") >= 3, done.stderr

    @pytest.mark.skipif(platform.machine() != "x86_64", reason="an instruction of that processor")
    def test_time_stamp_counter(self):
        if has_sanitizer():
            pytest.skip("AddressSanitizer has the signal")
        _, folder = self.hostile("read_counter")
        assert [fault["what"] for fault in self.faults(folder)] == ["tried rdtsc, which the sandbox forbids"] * 9
        done = arena("check", f"{cheat('hostile')}:how=read_counter", "--rules", "isko", "--deals", 4)
        assert "tried rdtsc, which the sandbox forbids" in done.stdout

    def test_harmless(self):
        usual = (self.hostile("nothing")[1] / "games.jsonl").read_bytes()
        for how in HARMLESS:
            done, folder = self.hostile(how)
            assert done.returncode == OK, done.stderr
            assert (folder / "games.jsonl").read_bytes() == usual
            assert "world" not in done.stdout

    def test_what_is_printed(self):
        done, _ = self.hostile("print")
        assert 'h: {"hello": "world"}' in done.stderr
        assert "h: I am on standard error" in done.stderr

    def test_nothing_is_in_reach(self):
        assert "h: 0 variables, secret file -1" in self.hostile("environment")[0].stderr
        assert "h: open: 0 1 2 3 4\n" in self.hostile("descriptors")[0].stderr
        assert "could open" not in self.hostile("constructor")[0].stderr

    @pytest.mark.long
    def test_memory_has_an_end(self):
        if has_sanitizer():
            pytest.skip("AddressSanitizer needs all the address space")
        done, folder = self.hostile("allocate", memory_mb=128, time_limit_ms=20000, deals=1)
        assert done.returncode == OK, done.stderr
        assert {line["status"] for line in read_lines(folder) if "fault" in line} == {"crash"}

    def test_endless_printing(self):
        """What it prints has an end; its time has one, too."""
        done, folder = self.hostile("print_forever", deals=1)
        assert done.returncode == OK, done.stderr
        assert {fault["status"] for fault in self.faults(folder)} == {"timeout"}
        assert len(done.stderr) < 100000

    def test_processor_time(self):
        done, folder = self.hostile("loop", cpu_limit_ms=100, time_limit_ms=0, deals=1)
        assert done.returncode == OK, done.stderr
        assert {fault["status"] for fault in self.faults(folder)} == {"timeout"}

    @pytest.mark.parametrize("how", ("lie_in_pipe", "scribble"))
    def test_lies(self, how):
        """Nothing that the other side writes is trusted: at worst it harms itself."""
        done, folder = self.hostile(how)
        assert done.returncode == OK, done.stderr
        self.assert_verified(folder)
        for line in read_lines(folder):
            if "fault" in line:
                assert line["table"][line["fault"]] == "h"

    def test_who_asks_and_does_not_listen(self):
        """It is ended by its worker, which has not come to a stop with it."""
        done, folder = self.hostile("choke", deals=1, time_limit_ms=20000)
        assert done.returncode == OK, done.stderr
        assert {fault["status"] for fault in self.faults(folder)} == {"crash"}

    def test_forged_evidence(self):
        """What a bot process says of its end is text of a stranger: for no terminal, and no more than text."""
        _, folder = self.hostile("forge_crash", deals=2)
        for fault in self.faults(folder):
            self.assert_valid("fault", fault, "faults.jsonl")
            for text in (fault["what"], *fault["backtrace"]):
                assert re.search(r"^[ -~]*$", text)

    def test_initialisers_do_not_reach_out(self):
        """They run while files may still be read: signals and limits of others are out of reach."""
        done, folder = self.run_config(bots={"h": cheat("reaches_out"), "b": "basic"},
                                       seats=["h", "b", "b"], deals=3, **ISOLATED)
        assert done.returncode == OK, done.stderr
        assert "could reach out" not in done.stderr
        self.assert_verified(folder)

    def test_a_word_with_options_is_examined_in_the_sandbox(self):
        done = arena("compare", f"{cheat('reaches_out')}:x=1", "basic", "-n", 3, "--isolation",
                     "process", "--out", self.temp / "out")
        assert done.returncode == USAGE, done.stderr
        assert '"x"' in done.stderr

    def test_the_seed_is_not_in_reach(self):
        """Not in bot processes, and not while a module is examined before the run."""
        done, _ = self.run_config(bots={"h": cheat("steals_seed"), "b": "basic"},
                                  seats=["h", "b", "b"], deals=3, seed=20261121, **ISOLATED)
        assert done.returncode == OK, done.stderr
        assert "the seed has" not in done.stderr

    def test_a_process_finds_nothing_of_the_one_before(self):
        done, folder = self.hostile("leave_note")
        assert len(self.faults(folder)) == 9 and "a note" not in done.stderr

    @pytest.mark.long
    def test_nothing_stays_behind(self):
        """Whoever has lost its parent becomes a child of this process, which no other test's does."""
        set_subreaper(True)
        self.cleanup.callback(set_subreaper, False)
        for how in ("fork_bomb", "loop", "close_all"):
            self.hostile(how, deals=1)
        wait_until(self.has_no_bot_process)

    @staticmethod
    def has_no_bot_process():
        """A bot process that is left ends with its worker, but it takes a moment."""
        for process in descendants(os.getpid()):
            with contextlib.suppress(OSError):
                if pathlib.Path(f"/proc/{process}/cmdline").read_bytes() == b"skat-arena\0bot-process\0":
                    return False
        return True


class TestChannels(IsolationTest):
    """What isolated players could tell each other by."""

    @staticmethod
    def old_page():
        return "[vsyscall]" in pathlib.Path("/proc/self/maps").read_text(encoding="utf-8")

    def steps(self, **fields):
        """The smallest steps of the clocks that a bot can reach, in nanoseconds; None if it cannot read one."""
        done, _ = self.run_config("--workers", 1, bots={"t": cheat("times", old_page=self.old_page()), "b": "basic"}, seats=["t", "b", "b"],
                                  deals=1, time_limit_ms=0, **fields)
        assert done.returncode == OK, done.stderr
        steps = re.findall(r"^.*t: step of (.*): (\d+|none)$", done.stderr, re.M)
        return {name: None if step == "none" else int(step) for name, step in steps}

    def test_no_fine_clock(self):
        """By no way that we know of; the clocks go on, though. 900,000: a millisecond, if the system's clock is slowed down."""
        isolated = self.steps(**ISOLATED)
        assert len(isolated) == 20 + self.old_page()
        assert {name: step for name, step in isolated.items() if step and step < 900000} == {}
        for name in ("clock_gettime 0", "clock_gettime 1", "kernel 0", "kernel 1", "gettimeofday 0", "gettimeofday, kernel 0"):
            assert isolated[name], name
        assert isolated["file 2"] == 0
        assert [name for name, step in isolated.items() if step is None] == [
            "clock_gettime 11", "kernel 11", "another process -14"]

    def sleeping(self, **fields):
        done, folder = self.run_config("--workers", 1, bots={"t": cheat("times", sleeps=True), "b": "basic"}, seats=["t", "b", "b"],
                                       deals=1, **ISOLATED | fields)
        assert done.returncode == OK, done.stderr
        return dict(re.findall(r"^.*t: (.*): (-?\d+)$", done.stderr, re.M)), read_lines(folder)[0]["status"]

    def test_its_time_is_its_own(self):
        """It begins with the process, in 2000, and a sleep ends at once, whatever it waits with. What it waits for a processor counts
        as well, though: some seconds on a busy machine, but less than half a minute."""
        said, status = self.sleeping(time_limit_ms=0)
        sleeps = ("a minute's sleep", "sleep until then", "a minute's waiting", "waiting until then")
        begin = {"seconds of its life": 0, "seconds of its life by times()": 0, "the date": 946684800}
        least = begin | dict.fromkeys(sleeps, 60)
        assert said.keys() == least.keys()
        assert {name: number for name, number in least.items() if not number <= int(said[name]) < number + 30} == {}, said
        assert status == "ok"

    @pytest.mark.parametrize("limits, status", (({"time_limit_ms": 250_000}, "ok"), ({"time_limit_ms": 200_000}, "timeout"),
                                                ({"time_limit_ms": 100_000, "bank_ms": 150_000}, "ok"),
                                                ({"time_limit_ms": 0, "cpu_limit_ms": 60_000}, "ok")))
    def test_sleeps_count(self, limits, status):
        assert self.sleeping(**limits)[1] == status

    def test_fine_clocks_in_workers(self):
        """So the bot would see them."""
        steps = self.steps()
        assert all(0 < (steps[name] or 0) < 100000 for name in ("clock_gettime 1", "kernel 1", "gettimeofday, kernel 0"))

    def mappings(self, process):
        """What a bot process has mapped of files: path, whether it is shared, and inode."""
        found = set()
        for line in pathlib.Path(f"/proc/{process}/maps").read_text().splitlines():
            _, rights, _, _, inode, *path = line.split()
            if inode != "0":
                found.add((path[0] if path else "", rights[3] == "s", int(inode)))
        return found

    def test_no_page_is_shared(self):
        """Each process has a copy of its own of its module; of all other files it has nothing."""
        config = self.write_config(bots={"s": "stammtisch"}, seats=["s", "s", "s"], deals=1000000, **ISOLATED)
        with subprocess.Popen([str(program()), "run", str(config), "--quiet", "--out", str(self.temp / "long"), "--workers", "1"],
                              stderr=subprocess.DEVNULL) as run:
            try:
                log = self.temp / "long" / "games.jsonl"
                wait_until(lambda: log.exists() and log.stat().st_size, run)  # all of them have loaded all of it
                ready = [process for process in descendants(run.pid) if self.has_loaded(process)]
                assert len(ready) == 3
                found = [self.mappings(process) for process in ready]
            finally:
                run.kill()
        for mapped in found:
            assert {(path, shared) for path, shared, _ in mapped} == {("/memfd:module", False), ("/memfd:bot-process", True)}
        inodes = [inode for mapped in found for _, _, inode in mapped]
        assert len(inodes) == len(set(inodes))

    @staticmethod
    def is_stopped(process):
        return pathlib.Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] == "T"

    def test_who_does_not_play_is_stopped(self):
        """Whatever it still does when its deal is over slows down those who play the same deal after it, on the same processor:
        so the processes of a seating rest until its next deal. Each of three plays a third of the time."""
        config = self.write_config(bots={name: cheat("dawdles") for name in "abc"}, seats=["a", "b", "c"], schedule="rotations",
                                   deals=1000000, audit=0, **ISOLATED)
        with subprocess.Popen([str(program()), "run", str(config), "--quiet", "--out", str(self.temp / "long"), "--workers", "1"],
                              stderr=subprocess.DEVNULL) as run:
            try:
                ready = []

                def all_are_ready():
                    ready[:] = [process for process in descendants(run.pid) if self.has_loaded(process)]
                    return len(ready) == 9

                wait_until(all_are_ready, run)
                rests: collections.Counter = collections.Counter()

                def all_have_rested():
                    resting = [process for process in ready if self.is_stopped(process)]
                    rests.update(resting if len(resting) >= 6 else [])  # all but those of one seating
                    return len(rests) == 9 and min(rests.values()) >= 20

                wait_until(all_have_rested, run)
            finally:
                run.kill()

    @pytest.mark.no_sanitizer("what is loaded before the program is loaded before the sanitizer, too")
    def test_nobody_plays_on_before_it_is_stopped(self):
        """A process that is told to stop may be in the kernel, where it goes on for a while."""
        counts = self.temp / "counts"
        counts.write_bytes(bytes(4 * 130))
        config = self.write_config(bots={"a": "random", "b": "basic"}, seats=["a", "b", "b"], schedule="rotations", deals=3, workers=1,
                                   audit=0, **ISOLATED)
        done = subprocess.run([program(), "run", config, "--quiet", "--out", self.temp / "late"], cwd=ROOT, capture_output=True,
                              timeout=TIMEOUT, check=False,
                              env=os.environ | {"LD_PRELOAD": preload("late_stops", self.temp), "LATE_COUNT": str(counts)})
        assert done.returncode == OK, done.stderr
        looks, running = struct.unpack("2I", counts.read_bytes()[:8])
        assert looks > 100 and not running

    @pytest.mark.long
    @pytest.mark.parametrize("dies", (False, True))
    def test_lingers_is_stammtisch(self, dies):
        """What it does when its deal is over cannot be seen from outside. Beside that it is stammtisch, so that what it wins is won by
        what it knows."""
        fields: Any = {"seats": ["a", "b", "b"], "schedule": "fixed", "deals": 1, "sessions": 12, "workers": 1, "seed": 20261127,
                       "time_limit_ms": 0, "audit": 0} | ISOLATED
        cheats = cheat("lingers", looks=False, dies=dies, caution=20)
        done, folder = self.run_config("--quiet", bots={"a": cheats, "b": "stammtisch"}, **fields)
        assert done.returncode == OK, done.stderr
        honest = self.play(bots={"a": {"module": "stammtisch", "options": {"caution": 20}}, "b": "stammtisch"}, **fields)
        assert [line["moves"] for line in read_lines(folder)] == [line["moves"] for line in read_lines(honest)]
        told = re.findall(r": told \w+ (\d)$", done.stderr, re.M)
        assert "1" in told
        assert ("first: a, in session_end" in done.stderr) == dies

    @staticmethod
    def has_loaded(process):
        """It is a bot process, and its module is there."""
        try:
            command = pathlib.Path(f"/proc/{process}/cmdline").read_bytes()
            maps = pathlib.Path(f"/proc/{process}/maps").read_text(encoding="utf-8")
        except OSError:
            return False
        return command == b"skat-arena\0bot-process\0" and re.search(r" r-xp .*/memfd:module", maps)


class TestBudgets(IsolationTest):
    """In a worker and in a process of its own alike."""

    def burn(self, **limits):
        """burn_time takes some tenths of a second for a card, three times in a game."""
        fields = {"bots": {"h": cheat("hostile", how="burn_time"), "b": "basic"}, "deals": 1,
                  "seats": ["h", "b", "b"], "schedule": "fixed", "workers": 1}
        return [(self.play(**fields | limits | {"isolation": isolation}))
                for isolation in ("none", "process")]

    def statuses(self, folders):
        return [read_lines(folder)[0]["status"] for folder in folders]

    def test_wall(self):
        assert self.statuses(self.burn(time_limit_ms=0)) == ["ok", "ok"]
        assert self.statuses(self.burn(time_limit_ms=20)) == ["timeout", "timeout"]

    def test_account(self):
        """What is too long for a call is drawn from the account of the deal."""
        assert self.statuses(self.burn(time_limit_ms=20, bank_ms=30000)) == ["ok", "ok"]
        assert self.statuses(self.burn(time_limit_ms=20, bank_ms=30)) == ["timeout", "timeout"]

    def test_processor(self):
        assert self.statuses(self.burn(time_limit_ms=0, cpu_limit_ms=60000)) == ["ok", "ok"]
        assert self.statuses(self.burn(time_limit_ms=0, cpu_limit_ms=20)) == ["timeout", "timeout"]

    @pytest.mark.parametrize("limits, late", (({"cpu_limit_ms": 10, "time_limit_ms": 0}, True),
                                              ({"cpu_limit_ms": 0, "time_limit_ms": 10}, True),
                                              ({"cpu_limit_ms": 60000, "time_limit_ms": 60000}, False),
                                              ({"cpu_limit_ms": 0, "time_limit_ms": 10, "bank_ms": 60000}, False)))
    def test_thinking_while_others_do(self, limits, late):
        """T4: what a bot computes after its answer counts to the next one, however busy the machine is."""
        fields = {"bots": {"t": cheat("thinks_on", ms=100 if late else 30), "b": "basic"}, "seats": ["t", "b", "b"],
                  "schedule": "rotations", "deals": 3} | ISOLATED | limits
        folder = self.play(**fields)
        statuses = [line["status"] for line in read_lines(folder)]
        assert ("timeout" in statuses) == late and set(statuses) <= {"ok", "timeout"}
        # One that was stopped when it was found late still says where it was.
        faults = folder / "faults.jsonl"
        assert all("backtrace" in json.loads(line) for line in faults.read_text().splitlines()) if late else not faults.exists()

    def test_who_waits_is_not_stopped(self):
        """Bots that think within their answers only are never charged for what lies between."""
        folder = self.play(bots={"p": cheat("ponders"), "b": "basic"}, seats=["p", "b", "b"], schedule="rotations", deals=12,
                           time_limit_ms=0, cpu_limit_ms=1000, **ISOLATED)
        assert {line["status"] for line in read_lines(folder)} == {"ok"}

    def test_sleeping_costs_no_processor_time(self):
        fields = {"bots": {"f": bad_bot("faulty", what="hang", percent=100), "b": "basic"},
                  "seats": ["f", "b", "b"], "deals": 1, "time_limit_ms": 600, "cpu_limit_ms": 100}
        for isolation in ("none", "process"):
            begin = time.monotonic()
            self.play(**fields | {"isolation": isolation})
            assert time.monotonic() - begin > 0.6

    def test_the_clock_is_told_of(self):
        late, fast = self.burn(time_limit_ms=20)[0], self.play(deals=3)
        assert read_json(late, "summary.json")["depends_on_clock"]
        assert not read_json(fast, "summary.json")["depends_on_clock"]
        self.assert_verified(late)

    def test_times(self):
        for folder in self.burn(time_limit_ms=10000, bank_ms=1):  # then every decision is timed
            slow, fast = read_json(folder, "timing.json")["bots"]
            assert slow["max_us"] > 20000
            assert slow["max_us"] >= slow["p99_us"]
            assert slow["p90_us"] >= slow["p50_us"]
            assert fast["p50_us"] < slow["max_us"]
            self.assert_valid("timing", read_json(folder, "timing.json"), "timing.json")


class TestStarting(IsolationTest):
    def test_who_ends_with_each_session(self):
        """No game is charged with it, and the next session has a new process; but it is told."""
        bots = {"f": bad_bot("faulty", what="exit", when="session_end"), "b": "basic"}
        done, folder = self.run_config("--workers", 1, bots=bots, seats=["f", "b", "b"], deals=4, sessions=3, schedule="fixed", **ISOLATED)
        assert done.returncode == OK and {line["status"] for line in read_lines(folder)} == {"ok"}
        assert "warning: bots failed 3 times where no game could be charged; first: f, in session_end\n" in done.stderr

    def refuse(self, bot, *says, **more):
        fields = {"bots": {"h": bot, "b": "basic"}, "seats": ["h", "b", "b"], "deals": 2}
        done, _ = self.run_config(**fields | ISOLATED | more)
        assert done.returncode == USAGE, done.stderr
        for text in says:
            assert text in done.stderr

    def test_modules_that_do_not_start(self):
        self.refuse(bad_bot("null_create"), "create() returned NULL")
        self.refuse(bad_bot("wrong_abi"), "ABI")
        self.refuse(bad_bot("no_symbol"), "no symbol")
        self.refuse(bad_bot("faulty", what="abort", when="create"), "signal 6")
        self.refuse(bad_bot("faulty", what="fork_child", when="create"), "tried clone")
        self.refuse(bad_bot("crash_in_constructor"), *["crashed"] * (not has_sanitizer()))

    @pytest.mark.parametrize("when, status", (("create", "ok"), ("session_begin", "timeout")))
    def test_create_has_time(self, when, status):
        """Longer than a call may take; any other call has not."""
        bot = bad_bot("faulty", what="dawdle", when=when)
        folder = self.play("--workers", 1, bots={"f": bot, "b": "basic"}, deals=2,
                           seats=["f", "b", "b"], time_limit_ms=200, **ISOLATED)
        assert {line["status"] for line in read_lines(folder)} == {status}

    def test_who_is_not_isolated_is_named(self):
        command = f"{sys.executable} bots/pipe/example.py"
        pipe = {"module": "pipe", "options": {"command": command}}
        fields = {"bots": {"p": pipe, "b": "basic"}, "seats": ["p", "b", "b"], "deals": 1}
        cases: Any = (({}, 0), (ISOLATED, 1))
        for more, warnings in cases:
            done, _ = self.run_config("--quiet", **fields | more)
            assert done.returncode == OK, done.stderr
            assert done.stderr.count("warning: p is not isolated: the module pipe") == warnings
            assert done.stderr.count("not isolated") == warnings

    def test_options(self):
        self.refuse("basic", "$.memory_mb", memory_mb=1)
        self.refuse("basic", "$.memory_mb", memory_mb=100, isolation="none")

    def test_more_memory_than_there_is(self):
        """All processes of a run together: three seats, a process for each part of a bot; two seatings, two of each."""
        bots: Any = {"a": "basic", "b": {"bid": "basic", "play": "random"}, "c": "random"}
        fields: dict[str, Any] = {"bots": bots, "seats": ["a", "b", "c"], "deals": 2, **ISOLATED}
        cases: Any = (({}, 4), ({"schedule": "rotations"}, 12), ({"workers": 2}, 8))
        for more, processes in cases:
            done, _ = self.run_config("--quiet", **fields, memory_mb=1 << 20, **more)
            assert done.returncode == OK
            assert f"memory_mb allows each of {processes} bot processes 1048576 MB, and there are " in done.stderr
        pipe = {"module": "pipe", "options": {"command": f"{sys.executable} bots/pipe/example.py"}}
        done, _ = self.run_config("--quiet", **fields | {"bots": {"p": pipe, "b": "basic"}, "seats": ["p", "b", "b"]}, memory_mb=1 << 20)
        assert "memory_mb allows each of 3 bot processes 1048576 MB" in done.stderr  # a program is one
        small: Any = ({"memory_mb": 64}, {})
        for more in small:
            assert "memory_mb" not in self.run_config("--quiet", **fields, **more)[0].stderr
        self.refuse("basic", "$.isolation", isolation="some")
        self.refuse("basic", "$.bank_ms", time_limit_ms=0, bank_ms=5)

    def test_long_texts(self):
        """All of a text gets into the bot process, or the run does not begin."""
        for length, fits in ((1023, True), (1024, False)):
            bot = cheat("steals_seed", seed="7" * length)
            if not fits:
                self.refuse(bot, "$.bots.h.options.seed", "1023")
                continue
            done, _ = self.run_config(bots={"h": bot, "b": "basic"}, seats=["h", "b", "b"],
                                      deals=2, **ISOLATED)
            assert done.returncode == OK, done.stderr
            assert f"h: the seed has {length} digits" in done.stderr

    def test_command_line(self):
        out = self.temp / "out"
        done = arena("compare", "basic", "random", "-n", 36, "--isolation", "process", "--out", out)
        assert done.returncode == OK, done.stderr
        assert read_json(out, "manifest.json")["isolation"] == "process"

    def test_hidden_command(self):
        for command in ("bot-process", "probe"):
            assert arena(command).returncode == USAGE


class TestNote(IsolationTest):
    """Whoever runs modules of others with the user's rights is told so, once, in a line that names them."""

    NOTE = "with your rights, without isolation"

    def notes(self, *arguments):
        done = arena(*arguments)
        assert done.returncode in (OK, 1, 2), done.stderr
        return [line for line in done.stderr.splitlines() if self.NOTE in line]

    def test_every_command_that_plays(self):
        """Also where one command plays many runs."""
        wild, basic = bad_bot("wild"), "basic"
        config = self.write_config(bots={"w": wild, "b": basic}, seats=["w", "b", "b"], compare=["w", "b"], deals=12)
        study = self.write_config(bots={"w": wild, "b": basic}, seats=["w", "b", "b"], deals=12,
                                  variations={"grand20": {"grand_base": 20}})
        plays = ["--deals", 12, "--quiet", "--force", "--out", self.temp / "out"]
        line = f"skat-arena: {wild} runs with your rights, without isolation (--isolation process: in a sandbox)"
        commands: Any = (["run", config, *plays], ["compare", wild, basic, *plays], ["compare", config, *plays[2:]],
                         ["regress", wild, basic, *plays], ["realism", config, *plays],
                         ["study", study, *plays])
        for command in commands:
            assert self.notes(*command) == [line], command
        folder = self.play(bots={"w": wild, "b": basic}, seats=["w", "b", "b"], deals=12)
        cannot = f"skat-arena: {wild} runs with your rights, without isolation"
        assert self.notes("plan", wild, basic, "--deals", 36) == [cannot]
        assert self.notes("positions", wild) == [cannot]
        assert self.notes("compare", folder, wild, basic, "--decisions") == [line]
        assert self.notes("compare", folder, wild, basic, "--decisions", "--isolation", "process") == []

    def test_each_module_is_named_once(self):
        bots = {"a": {"bid": bad_bot("only_bids"), "play": bad_bot("wild")}, "b": bad_bot("wild"), "c": "random"}
        done, _ = self.run_config("--quiet", bots=bots, seats=["a", "b", "c"], deals=2)
        assert f"skat-arena: {bad_bot('only_bids')}, {bad_bot('wild')} run with your rights" in done.stderr
        assert done.stderr.count(self.NOTE) == 1

    def test_not_for_the_programs_own_and_not_isolated(self):
        own = str(program().parent / "bots" / "basic.so")
        cases: Any = (({"a": "random", "b": own}, {}), ({"a": "random", "b": bad_bot("wild")}, ISOLATED))
        for bots, more in cases:
            done, _ = self.run_config("--quiet", bots=bots, seats=["a", "b", "b"], deals=2, **more)
            assert done.returncode == OK and self.NOTE not in done.stderr, done.stderr

    def test_a_path_that_leads_out_of_the_own_folder_is_none_of_it(self):
        away = program().parent / "bots" / ".." / "tests" / "bots" / "wild.so"
        done, _ = self.run_config("--quiet", bots={"a": "random", "b": str(away)}, seats=["a", "b", "b"], deals=2)
        assert done.stderr.count(f"skat-arena: {away} runs with your rights") == 1


class TestEvidence(IsolationTest):
    def play_faulty(self, what, **more):
        fields = {"bots": {"f": bad_bot("faulty", what=what, percent=50), "b": "basic"},
                  "seats": ["f", "b", "b"], "deals": 6, "schedule": "rotations",
                  "time_limit_ms": 400}
        return self.play(**fields | more)

    @pytest.mark.long
    def test_each_fault_has_its_line(self):
        for isolation in ("process",) if has_sanitizer() else ("none", "process"):
            for what, says in (("segfault", "signal 11"), ("abort", "signal 6"),
                               ("exit", "exit status 0"), ("illegal_card", "refused: "),
                               ("hang", "no answer in time"), ("fail_crash", "confused")):
                folder = self.play_faulty(what, isolation=isolation)
                lines = [line for line in read_lines(folder) if "fault" in line]
                faults = self.faults(folder)
                assert len(faults) == len(lines)
                for fault, line in zip(faults, lines):
                    assert ((fault["game"], fault["seat"], fault["status"])
                            == (line["game"], line["fault"], line["status"]))
                    assert fault["bot"] == line["table"][line["fault"]]
                    if not has_sanitizer():  # that ends a process in its own way
                        assert says in fault["what"]
                    self.assert_valid("fault", fault, "faults.jsonl")

    @pytest.mark.long
    def test_backtraces(self):
        if has_sanitizer():
            pytest.skip("AddressSanitizer has the signals")
        for isolation in ("none", "process"):
            for what in ("segfault", "abort", "hang", "stack_overflow"):
                for fault in self.faults(self.play_faulty(what, isolation=isolation)):
                    assert any(frame.startswith("faulty.so+0x")
                               for frame in fault["backtrace"]), fault

    def test_no_backtrace_of_another_crash(self):
        """A crash between games is charged to nobody, and is no evidence of the next fault."""
        bots = {"s": bad_bot("faulty", what="segfault", when="session_end", percent=50),
                "e": bad_bot("faulty", what="exit", percent=10), "b": "basic"}
        folder = self.play("--workers", 1, bots=bots, seats=["s", "e", "b"], deals=6, sessions=20)
        assert self.faults(folder)
        for fault in self.faults(folder):
            assert (fault["bot"], fault["what"]) == ("e", "exit status 0")
            assert "backtrace" not in fault

    def test_command(self):
        folder = self.play_faulty("abort")
        done = arena("faults", folder, "--most", 1)
        assert done.returncode == OK, done.stderr
        assert re.search(r"^game \d+: f, \w+, crash: signal 6", done.stdout)
        assert " more (--most)" in done.stdout
        lines = arena("faults", folder, "--json").stdout
        assert lines == (folder / "faults.jsonl").read_text()
        assert arena("faults", folder, "--bot", "b").stdout == "no faults of b\n"

    def test_no_faults(self):
        folder = self.play(deals=3)
        assert not (folder / "faults.jsonl").exists()
        assert arena("faults", folder).stdout == "no faults\n"

    def test_errors(self):
        assert arena("faults", self.temp).returncode == BAD_FILE
        folder = self.play_faulty("abort")
        (folder / "faults.jsonl").write_text("{\n")
        done = arena("faults", folder)
        assert done.returncode == BAD_FILE
        assert "faults.jsonl:1" in done.stderr
