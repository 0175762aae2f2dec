# SPDX-License-Identifier: MIT
"""Bots that attack those who run them - while they are loaded, examined, in a worker - and machines that stop, are short of something,
or end processes: one of each kind. `make long-attacks` plays all of them, in every place."""
import json
import os
import random
import re
import resource
import signal
import subprocess
from typing import Any

import pytest

from attack_runs import *
from harness import *
from isolated_runs import *
from machine import isolates, needs_isolation, needs_terminal

preloads = pytest.mark.no_sanitizer("what is loaded before the program is loaded before the sanitizer, too")


@needs_isolation
class TestInitialisers(AttackTest):
    """F2, F8: what could weaken the sandbox is out of reach before the first instruction of a module."""

    def test_what_they_try(self):
        self.assert_stopped("map_both")

    def test_what_fails_is_no_reason_to_stop_them(self):
        """Nor can they do any of it; without a sandbox they can."""
        quiet = self.copy_of("cheats/begins", "quiet")
        done, folder = self.run_ok(**self.against(quiet, **ISOLATED))
        assert "h: could:\n" in done.stderr and "h: begun\n" in done.stderr
        self.assert_verified(folder)
        assert "could: " in self.run_config(**self.against(quiet, isolation="none"))[0].stderr


class TestDescriptions(AttackTest):
    """F1: what a probe has written is checked, whoever has written it."""

    CASES = json.loads((ROOT / "tests" / "data" / "forged_descriptions.json").read_text(encoding="utf-8"))

    def forged(self, text, name="forged"):
        mark = b"what is written:"
        return self.copy_of("cheats/forges", name, (mark, mark + text.encode() + b"\0"))

    def test_wrong_ones_are_refused(self):
        """A member that is wrong is named. Texts that are too long are not read."""
        huge = "+" + json.dumps(self.CASES["sound"] | {"description": "x" * 70000})
        cases = [*self.CASES["refused"], (huge, "more than 65535 bytes"), ("+" + "[" * 50000, "not JSON"), ("-" + "x" * 60000, "xxx")]
        bots = {self.forged(text, f"forged{i}"): says for i, (text, says) in enumerate(cases)}
        done = arena("bots", *bots)
        assert done.returncode == USAGE and re.search(r"^[ -~\n]*$", done.stderr)
        said = dict(re.findall(r"^skat-arena: (\S+\.so): (.*)$", done.stderr, re.M))
        assert {bot: says for bot, says in bots.items() if says not in said.get(bot, "")} == {}

    def test_every_command_refuses_them(self):
        bot = self.forged("+" + json.dumps(self.CASES["sound"] | {"flags": [1]}))
        self.run_says(USAGE, "flags[0]", **self.against(bot))
        assert arena("check", bot, "--isolation", "none").returncode in (REJECTED, USAGE)

    def test_texts_that_are_no_line_are_named(self):
        """They could show lines of `check` itself; no text shows more than its own."""
        bots = [self.forged(text, f"text{i}") for i, (text, _) in enumerate(self.CASES["unprintable"])]
        told = json.loads(arena("bots", *bots, "--json").stdout)
        assert [bot["unprintable"] for bot in told] == [place for _, place in self.CASES["unprintable"]]
        bot, (_, place) = bots[-1], self.CASES["unprintable"][-1]
        done = arena("check", bot, "-n", 1, "--rules", "isko", "--isolation", "none")
        assert done.returncode == REJECTED and f"{place} must be one line" in done.stdout, done.stdout + done.stderr
        assert not re.search(r"^ok +text|[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u202e]", done.stdout, re.MULTILINE), done.stdout

    def test_sound_ones_are_read(self):
        """Made printable; but a text that is for the bot may have lines."""
        text = {"name": "n", "type": "text", "help": "", "default": "a\nb"}
        sound = self.CASES["sound"] | {"id": "mine", "options": [text]}
        told, = json.loads(arena("bots", self.forged("+" + json.dumps(sound)), "--json").stdout)
        assert told["id"] == "mine" and told["options"][0]["default"] == "a\nb" and "unprintable" not in told
        done = arena("bots", self.forged("+" + json.dumps(sound | {"description": "red \x1b[31m", "author": "a\nb"})))
        assert done.returncode == OK and "red ?[31m" in done.stdout and "\x1b" not in done.stdout


class TestProbes(AttackTest):
    """F3: a module that is examined has no terminal. F9: what it prints is shown as a bot's, and printable."""

    def on_a_terminal(self, *arguments):
        """Runs a command on a terminal on which somebody types."""
        here, there = os.openpty()
        os.write(here, b"secret\n" * 20)
        # login_tty makes it the terminal that /dev/tty is.
        with Started([program(), *map(str, arguments)], cwd=ROOT, pass_fds=[there],
                     preexec_fn=lambda: os.login_tty(os.dup(there))) as process:
            os.close(there)
            shown = b""
            with contextlib.suppress(OSError):
                while chunk := os.read(here, 4096):
                    shown += chunk
            process.wait(timeout=TIMEOUT)
        os.close(here)
        return process.returncode, shown.decode(errors="replace")

    @needs_terminal
    def test_terminal(self):
        for isolation in ("process" if isolates() else "none",):
            path = self.write_config(**self.against(cheat("eavesdrops"), isolation=isolation))
            code, shown = self.on_a_terminal("run", path, "--out", self.temp / isolation)
            assert code == OK and "heard: secret" not in shown and "\x1b[31m" not in shown, shown
            assert isolation == "none" or "heard: nothing" in shown
        _, shown = self.on_a_terminal("bots", cheat("eavesdrops"))
        assert "eavesdrops" in shown and "\x1b[31m" not in shown

    def test_last_words(self):
        """They belong to the error, in one line, cut and printable."""
        done = arena("bots", bad_bot("crash_in_constructor"))
        assert done.returncode == USAGE
        if not has_sanitizer():
            assert re.search(r"crashed .*; its last words: goodbye \?\[31m\n$", done.stderr)

    def test_forged_lines(self):
        """Whatever a bot says, and is called."""
        bots = {name: cheat("eavesdrops") for name in ("h", "skat-arena", "skat-arena: warning")}
        done, _ = self.run_config(bots=bots, seats=list(bots), deals=3)
        lines = done.stderr.splitlines()
        assert done.returncode == OK and "\x1b" not in done.stderr
        assert not [line for line in lines if line.startswith("skat-arena") and "all is well" in line]
        said = [line for line in lines if line.endswith("skat-arena: warning: all is well")]
        assert said and all(re.match("bot (h|skat-arena|skat-arena: warning): |a bot: ", line) for line in said), said


class TestShortage(AttackTest):
    """T5: what the machine has too little of is no fault of a bot."""

    def run_with_few_descriptors(self, most, **fields):
        """It ends as if it had been interrupted, if at all, and goes on where there is enough."""
        path, out = self.write_config(**fields), self.temp / f"few{self.count}"
        done = subprocess.run([program(), "run", path, "--out", out, "--quiet"], cwd=ROOT, text=True, capture_output=True, timeout=TIMEOUT,
                              env=os.environ | {"LD_PRELOAD": preload("short_of")},  # which makes it wait less
                              preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (most, most)))
        if done.returncode != OK:
            assert done.returncode == INTERRUPTED, done.stderr
            assert re.search("^skat-arena: the machine is short of something: .*Too many open files", done.stderr, re.M), done.stderr
            assert not out.exists() or arena("run", "--resume", out, "--quiet").returncode == OK
        if out.exists():
            self.assert_same_bytes(out, self.sample(**fields | {"workers": 1}))
        return done

    @preloads
    @pytest.mark.no_sanitizer("sanitizers open descriptors of their own")
    def test_few_descriptors(self):
        slow = bad_bot("dawdles", ms=30)  # so that no worker is done, and its descriptors free, before the others are to start
        done = self.run_with_few_descriptors(26, bots={"s": slow, "b": "basic", "r": "random"}, seats=["s", "b", "r"], deals=6,
                                             workers=6)
        assert "no process for a worker: Too many open files" in done.stderr
        self.run_with_few_descriptors(11, bots={"b": "basic", "r": "random"}, seats=["r", "b", "r"], deals=2, workers=2)

    @preloads
    def test_at_times(self):
        """Processes, memory and descriptors by turns (tests/preload/short_of.c), where the supervisor starts workers, and isolated workers
        bots: nobody is charged, and the games are the same."""
        fields: Any
        for start, fields in ((20, {"deals": 60}),) + (((1, {"deals": 3} | ISOLATED),) if isolates() else ()):
            fields = self.restarting(schedule="fixed", **fields) | {"seed": LARGE}
            out = self.temp / f"short{self.count}"
            done, counts = self.run_with("short_of", {"SHORT_FROM": start}, "run", self.write_config(**fields), "--out", out, "--quiet",
                                         counts=4)
            assert done.returncode == OK and min(counts[1:]) >= 1, (done.stderr, counts)
            self.assert_same_bytes(out, self.sample(**fields | {"isolation": "none"}), ("games.jsonl", "summary.json"))

    @preloads
    def test_none_to_start(self):
        """Not one process can be had: it is said."""
        done, _ = self.run_with("short_of", {"SHORT_FROM": 1, "SHORT_EVERY": 1}, "run", self.write_config(deals=6), counts=4)
        assert done.returncode == INTERRUPTED, (done.returncode, done.stderr)
        assert re.match("skat-arena: the machine is short of something: .*(temporarily unavailable|Cannot allocate|Too many open)",
                        done.stderr), done.stderr

    @preloads
    def test_check(self):
        """Its processes are tried again; if there are none, it says that it has not checked all, and ends with 75."""
        for start, every, status in ((20, 5, OK), (40, 1, INTERRUPTED)):
            done, counts = self.run_with("short_of", {"SHORT_FROM": start, "SHORT_EVERY": every}, "check", "basic", "--rules",
                                         "ramsch-only", "-n", 1, "--json", "--isolation", "none", counts=4)
            result = json.loads(done.stdout)
            assert done.returncode == status and result["sound"] == (status == OK) and min(counts[1:]) >= 1, (done.stdout, counts)
            assert "FAIL" not in {line["result"] for line in result["checks"]}
        assert "no process for" in result["shortage"]
        assert f"the machine is short of something: {result['shortage']}" in done.stderr

    @preloads
    def test_program_that_the_system_ends(self):
        """It, or what its shell runs, of which the shell's exit status tells: nobody is charged, it is tried again, and the run
        says so."""
        ends = "sh -c 'kill -9 $$'; exit $?"
        done, out = self.run_killed("= 2", ends)
        assert done.returncode == OK and not (out / "faults.jsonl").exists(), done.stderr
        assert "games were played again 1 time since a process was killed from outside, first while it ran p" in done.stderr

    @preloads
    def test_play(self):
        """A person at the table is told why it is over."""
        vmstat = self.temp / "vmstat"
        vmstat.write_text("oom_kill 7\n")
        word = f"pipe:command=test -e {self.temp}/mark && echo oom_kill 8 >{vmstat} && kill -9 $$; touch {self.temp}/mark; exec cat"
        done, _ = self.run_with("memory_kills", {"VMSTAT": vmstat}, "play", word, "basic", input="quit\n")
        assert done.returncode == INTERRUPTED, done.stderr
        assert "the machine is short of something: the program of a bot was ended for lack of memory" in done.stderr

    def test_who_exits_like_a_worker_that_gives_up(self):
        """By these statuses workers say that the machine is short of something, or what else happened. A bot that exits so has only
        lost its game, as with any other."""
        bots = {str(status): bad_bot("faulty", what="exit", when=when, percent=50, status=status)
                for status, when in ((95, "card"), (96, "deal_begin"), (97, "card"), (98, "deal_begin"), (99, "card"))}
        lines = [line for line in read_lines(self.play(bots=bots, seats=list(bots), deals=15)) if "fault" in line]
        assert {line["table"][line["fault"]] for line in lines} == set(bots) and {line["status"] for line in lines} == {"crash"}


class TestKilled(AttackTest):
    """F5: a worker or a bot process that is stopped or killed from outside, or by the system, costs nobody."""

    @pytest.mark.no_sanitizer("about time that stands still, not memory")
    def test_stops(self):
        self.assert_stops_cost_nothing("none", "all", 1)

    def test_continues(self):
        """A worker is stopped before its bot is late; it is charged though somebody always continues it."""
        run, out = self.start(bots={"h": with_limit(bad_bot("faulty", what="hang", percent=100), 200), "b": "basic"}, seats=["h", "b", "b"],
                              deals=1)
        while run.poll() is None:
            for worker in children_of(run.pid):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(worker, signal.SIGCONT)
        assert run.returncode == OK and [line["status"] for line in read_lines(out)] == ["timeout"]

    @needs_isolation
    @pytest.mark.no_sanitizer("the leak checker's own process would be killed, too")
    def test_bot_processes(self):
        fields = {"bots": {"s": "stammtisch", "b": "basic"}, "seats": ["s", "b", "b"], "seed": LARGE, "deals": 30} | ISOLATED
        chance = random.Random(4711)
        run, out = self.start(**fields)
        kills, size = 0, 0
        while kills < 3 and run.poll() is None:
            # A run ends if the same games are killed twenty times, however slow the machine is.
            wait_until(lambda: size_of(out / "games.jsonl") > size or run.poll() is not None)
            size = size_of(out / "games.jsonl")
            with contextlib.suppress(ProcessLookupError, IndexError):
                os.kill(chance.choice(descendants(run.pid)), signal.SIGKILL)  # workers, too
                kills += 1
        assert run.wait(timeout=TIMEOUT) == OK and kills, run.stderr.read()
        self.assert_same_bytes(self.sample(**fields | {"schedule": "fixed", "isolation": "none"}), out, ("games.jsonl", "summary.json"))
        assert not (out / "faults.jsonl").exists()

    @preloads
    def test_a_worker_for_memory(self):
        """The run says so; no bot can be named if none was asked."""
        held = bad_bot("dawdles", ms=2, until=str(self.temp / "go"), after=5)
        out, said = self.killed_for_memory("worker", bots={"s": held, "b": "basic"}, seats=["s", "b", "b"], deals=10, limits={"time_ms": 0})
        assert "games were played again 1 time since a process was killed from outside" in said
        self.assert_verified(out)


@preloads
class TestKilledAtAnyMoment(AttackTest):
    """Nobody is charged with what was done to a worker, at whatever moments."""

    def test_replaced(self):
        _, whole, _ = self.killed([])
        self.assert_replaced(whole, KILLS["while it creates bots, its replacement, and that between calls"])

    def test_with_faults(self):
        """Who is killed when it is to finish the game of a crash is replaced by one that does, or that sees it again."""
        bots = {"k": bad_bot("reads"), "f": bad_bot("faulty", what="abort", when="card", percent=70)}
        fields = {"bots": bots, "seats": ["k", "f", "f"]}
        _, whole, _ = self.killed([], **fields)
        assert "fault" in read_lines(whole)[0]
        self.assert_replaced(whole, [3, 8, 10, 13], **fields)

    def test_in_the_middle_of_redeals(self):
        """The same re-deals, also of a bot that ends its worker in some of them."""
        bots = {"a": {"bid": "stammtisch:caution=45", "play": bad_bot("startles", dies=True)},
                "b": {"bid": "stammtisch", "play": bad_bot("reads")}}
        fields = {"bots": bots, "schedule": "duel", "seats": ["a", "b"], "compare": ["a", "b"], "deals": 8, "redeals": 3}
        games = self.killed([], **fields | {"redeals": 0})[2]
        _, whole, count = self.killed([], **fields)
        assert '"failed":true' in (whole / "redeals.jsonl").read_text()
        for part in (0.3, 0.6, 0.9):
            done, out, _ = self.killed([games + round(part * (count - games))], **fields)
            assert "games were played again 1 time" in done.stderr
            self.assert_same_bytes(whole, out, SAME_BYTES + ("redeals.jsonl",))

    def test_who_plays_again_is_named(self):
        """A bot without isolation may kill itself once for each unit, to play its games again with another process number. One that is
        killed in a call again is charged, as one that kills itself."""
        words = "games were played again 1 time since a process was killed from outside, first while it ran k; a bot without isolation can"
        assert words in self.killed([7])[0].stderr
        assert {fault["bot"] for fault in faults_of(self.killed([7, 14])[1])} == {"k"}

    def test_who_cannot_be_created_is_named(self):
        done, _, count = self.killed(range(2, 200, 2))
        assert done.returncode == INTERNAL and count == 42  # two moments each, 21 times
        assert 'bot "k" cannot start: signal 9, Killed while it was created' in done.stderr
