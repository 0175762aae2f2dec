# SPDX-License-Identifier: MIT
"""End-to-end tests of bots that attack those who run them - while they are loaded, while they are
examined, from inside a worker - and of machines that stop, and of what is killed from outside."""
import contextlib
import ctypes
import json
import os
import pty
import random
import re
import resource
import shlex
import signal
import struct
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

from harness import *
from test_pipe import bad

ISOLATED = {"isolation": "process"}
REJECTED = 1
IPC_CREAT, IPC_NOWAIT, IPC_RMID = 0o1000, 0o4000, 0  # of msgget() and its like
LARGE = "0x" + "5ca1ab1e" * 8


class AttackTest(RunTest):
    def copy_of(self, bot, name, change=None):
        """A copy of a test bot whose file has this name, and a part of its bytes exchanged."""
        path = self.temp / f"{name}.so"
        content = (BUILD_DIR() / "tests" / "bots" / f"{bot}.so").read_bytes()
        if change:
            old, new = change
            at = content.index(old)
            content = content[:at] + new + content[at + len(new):]
        path.write_bytes(content)
        return str(path)

    def against(self, bot, **fields):
        return {"bots": {"h": bot, "b": "basic"}, "seats": ["h", "b", "b"], "deals": 3,
                "seed": LARGE} | fields


def BUILD_DIR():
    import harness
    return harness.BUILD


# What begins.so tries when it is loaded, and what the error says; None: it fails, and the bot plays.
INITIALISERS = {
    "seccomp": "tried seccomp",
    "map_both": "tried mmap",
    "map_code": "tried mmap",
    "protect": "tried mprotect",
    "interrupt": "tried int 0x80",
    "kill": "tried tgkill",
    "stop": "tried tgkill",
    "advise": "tried madvise",
    "prctl": None,
    "files": None,
    "itself": None,
}


class TestInitialisers(AttackTest):
    """F2, F8: what could weaken the sandbox is out of reach before the first instruction of a module."""

    @pytest.mark.parametrize("what, says", INITIALISERS.items())
    def test_what_they_try(self, what, says):
        done, folder = self.run_config(**self.against(self.copy_of("cheats/begins", what), **ISOLATED))
        assert "could: " not in done.stderr
        if says:
            assert done.returncode == USAGE
            assert f"{says}" in done.stderr
        else:
            assert done.returncode == OK, done.stderr
            assert "h: could:\n" in done.stderr and "h: begun\n" in done.stderr
            self.assert_verified(folder)

    def test_the_bot_can_do_it_without_a_sandbox(self):
        """Otherwise the tests above would show nothing."""
        for what in ("map_both", "protect", "files", "itself"):
            done, _ = self.run_config(**self.against(self.copy_of("cheats/begins", what)))
            assert done.returncode == OK
            assert "could: " in done.stderr

    def test_no_capabilities(self):
        """Of a run as root, which has them."""
        if os.geteuid() != 0:
            pytest.skip("only root has capabilities")
        path = self.write_config(**self.against(cheat("hostile", how="loop"), time_limit_ms=20000, **ISOLATED))
        with subprocess.Popen([program(), "run", path, "--out", self.temp / "out", "--quiet"],
                              cwd=ROOT, stderr=subprocess.DEVNULL) as process:
            found = {}
            while not found and process.poll() is None:
                found = {pid: status_of(pid) for pid in descendants(process.pid)
                         if command_of(pid) == b"skat-arena\0bot-process\0"}
                found = {pid: status for pid, status in found.items() if status.get("Seccomp_filters") == "2"}
                time.sleep(0.01)
            process.kill()
        assert found
        for status in found.values():
            for kind in ("CapInh", "CapPrm", "CapEff", "CapAmb"):
                assert int(status[kind], 16) == 0
            assert status["NoNewPrivs"] == "1"


def status_of(pid):
    try:
        with open(f"/proc/{pid}/status", encoding="ascii", errors="replace") as file:
            return dict(line.rstrip("\n").split(":\t", 1) for line in file if ":\t" in line)
    except OSError:
        return {}


def command_of(pid):
    try:
        with open(f"/proc/{pid}/cmdline", "rb") as file:
            return file.read()
    except OSError:
        return b""


def descendants(pid):
    """All processes that a process has started, however indirectly."""
    found = []
    try:
        for task in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{task}/children", encoding="ascii") as file:
                for child in map(int, file.read().split()):
                    found += [child, *descendants(child)]
    except OSError:
        pass
    return found


SOUND = {"id": "x", "version": "1", "author": "", "description": "", "abi": "1.5", "flags": [],
         "decisions": 127, "variants": [], "options": []}
INT = {"name": "n", "type": "int", "help": "", "min": 0, "max": 9, "default": 3}
CHOICE = {"name": "n", "type": "choice", "help": "", "choices": ["a"], "default": "a"}


def with_option(**fields):
    return {"options": [INT | fields]}


# Descriptions as no probe of ours would write them, and the member that the error names.
FORGED = [
    ({"flags": [1]}, "flags[0]"), ({"flags": [None]}, "flags[0]"), ({"flags": {"a": "b"}}, "flags"),
    ({"flags": [[]]}, "flags[0]"), ({"variants": [True]}, "variants[0]"), ({"variants": 3}, "variants"),
    ({"flags": ["x"] * 1000}, "flags"), ({"decisions": -1}, "decisions"), ({"decisions": 1e300}, "decisions"),
    ({"decisions": 0.5}, "decisions"), ({"decisions": "all"}, "decisions"), ({"id": ""}, "id"), ({"id": None}, "id"),
    ({"id": "x" * 5000}, "id"), ({"abi": 1.4}, "abi"), ({"options": {}}, "options"),
    ({"options": [7]}, "options[0]"), ({"options": [INT] * 65}, "options"), (with_option(name=7), "name"),
    (with_option(name=""), "name"), (with_option(name="n" * 64), "name"), (with_option(type="number"), "type"),
    (with_option(type=0), "type"), (with_option(min="0"), "min"), (with_option(max=-1), "max"),
    (with_option(max=1e30), "max"), (with_option(default=10), "default"), (with_option(default=2.5), "default"),
    (with_option(type="bool"), "default"), (with_option(type="text"), "default"),
    (with_option(type="text", default="x" * 1024), "default"),
    ({"options": [CHOICE | {"choices": []}]}, "choices"), ({"options": [CHOICE | {"choices": [1]}]}, "choices[0]"),
    ({"options": [CHOICE | {"choices": ["a"] * 65}]}, "choices"),
    ({"options": [CHOICE | {"default": "b"}]}, "default"), ({"options": [CHOICE | {"default": 0}]}, "default"),
]
# Texts that are no printable line, and what `check` calls them.
LIES = "x\nok    forged              the same"
UNPRINTABLE: list[Any] = [
    ({"version": LIES}, "version"), ({"author": "a\u202eb"}, "author"), ({"description": LIES}, "description"),
    ({"flags": ["\u2028"]}, "flags[0]"), ({"variants": [LIES]}, "variants[0]"), (with_option(help=LIES), "options[0].help"),
    (with_option(name="n\x9b"), "options[0].name"), ({"options": [CHOICE | {"choices": ["a", "b\t"]}]}, "options[0].choices[1]"),
]
# Texts that are no such object, and what the error says.
NO_DESCRIPTIONS = [
    ("+", "not JSON"), ("+{", "not JSON"), ("+null", "found null"), ("+[]", "an object"),
    ("+" + "[" * 50000, "not JSON"), ('+{"id": "\\u0000"}', "zero character"),
    ("+" + json.dumps(SOUND | {"description": "x" * 70000}), "more than 65535 bytes"),
    ("-\x1b[31mlies", "?[31mlies"), ("-" + "x" * 60000, "xxx"), ("?", "exited"), ("", "exited"),
]


class TestDescriptions(AttackTest):
    """F1: what a probe has written is checked, whoever has written it."""

    def forged(self, text):
        mark = b"what is written:"
        return self.copy_of("cheats/forges", "forged", (mark, mark + text.encode() + b"\0"))

    def refuse(self, text, says):
        bot = self.forged(text)
        cases: Any = ({}, ISOLATED)
        for fields in cases:
            done, _ = self.run_config(**self.against(bot, **fields))
            assert done.returncode == USAGE, (done.returncode, done.stderr)
            assert says in done.stderr
            assert re.search(r"^[ -~\n]*$", done.stderr)
        for command in ("bots", "check"):
            done = arena(command, bot)
            assert done.returncode in (REJECTED, BAD_FILE), (done.returncode, done.stderr)

    @pytest.mark.parametrize("change, place", FORGED)
    def test_wrong_members(self, change, place):
        self.refuse("+" + json.dumps(SOUND | change), place)

    @pytest.mark.parametrize("missing", SOUND)
    def test_missing_members(self, missing):
        self.refuse("+" + json.dumps({key: SOUND[key] for key in SOUND if key != missing}), f"$.{missing}")

    @pytest.mark.parametrize("text, says", NO_DESCRIPTIONS)
    def test_no_descriptions(self, text, says):
        self.refuse(text, says)

    def test_texts_are_made_printable(self):
        bot = self.forged("+" + json.dumps(SOUND | {"description": "red \x1b[31m", "author": "a\nb"}))
        done = arena("bots", bot)
        assert done.returncode == OK
        assert "red ?[31m" in done.stdout and "\x1b" not in done.stdout

    @pytest.mark.parametrize("changes, place", UNPRINTABLE)
    def test_texts_that_are_no_line_are_named(self, changes, place):
        """They could show lines of `check` itself; no text shows more than its own."""
        bot = self.forged("+" + json.dumps(SOUND | changes))
        done = arena("check", bot, "-n", 3, "--rules", "isko")
        assert done.returncode == REJECTED and f"{place} must be one line" in done.stdout, done.stdout + done.stderr
        assert not re.search(r"^ok +forged|[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u202e]", done.stdout, re.MULTILINE), done.stdout
        assert json.loads(arena("bots", bot, "--json").stdout)[0]["unprintable"] == place

    def test_a_text_for_the_bot_may_have_lines(self):
        bot = self.forged("+" + json.dumps(SOUND | with_option(type="text", default="a\nb")))
        told = json.loads(arena("bots", bot, "--json").stdout)[0]
        assert told["options"][0]["default"] == "a\nb" and "unprintable" not in told

    def test_a_sound_one_is_read(self):
        """Otherwise the tests above could fail for another reason."""
        done = arena("bots", self.forged("+" + json.dumps(SOUND | {"id": "mine"} | with_option())), "--json")
        assert done.returncode == OK
        assert json.loads(done.stdout)[0]["id"] == "mine"


class TestProbes(AttackTest):
    """F3: a module that is examined has no terminal, and what it prints is not printed."""

    def on_a_terminal(self, *arguments):
        """Runs a command on a terminal on which somebody types."""
        here, there = pty.openpty()
        os.write(here, b"secret\n" * 20)
        # login_tty makes it the terminal that /dev/tty is.
        with subprocess.Popen([program(), *map(str, arguments)], cwd=ROOT, pass_fds=[there],
                              preexec_fn=lambda: os.login_tty(os.dup(there))) as process:
            os.close(there)
            shown = b""
            try:
                while chunk := os.read(here, 4096):
                    shown += chunk
            except OSError:
                pass
            process.wait(timeout=TIMEOUT)
        os.close(here)
        return process.returncode, shown.decode(errors="replace")

    @pytest.mark.parametrize("isolation", ("none", "process"))
    def test_terminal(self, isolation):
        path = self.write_config(**self.against(cheat("eavesdrops"), isolation=isolation))
        code, shown = self.on_a_terminal("run", path, "--out", self.temp / "out")
        assert code == OK, shown
        assert "heard: secret" not in shown
        if isolation == "process":
            assert "heard: nothing" in shown
        assert "\x1b[31m" not in shown

    def test_bots_and_check(self):
        for command in ("bots", "check"):
            _, shown = self.on_a_terminal(command, BUILD_DIR() / "tests" / "bots" / "cheats" / "eavesdrops.so")
            assert "\x1b[31m" not in re.sub(r"\x1b\[31mNOT sound\x1b\[0m", "", shown)  # the program's own

    def test_last_words(self):
        """They belong to the error, in one line, cut and printable."""
        done = arena("bots", BUILD_DIR() / "tests" / "bots" / "crash_in_constructor.so")
        assert done.returncode == BAD_FILE
        if not has_sanitizer():
            assert re.search(r"crashed .*; its last words: goodbye \?\[31m\n$", done.stderr)


class TestPrinted(AttackTest):
    """F9: what a bot prints is shown as a bot's, and printable."""

    @pytest.mark.parametrize("isolation", ("none", "process"))
    @pytest.mark.parametrize("name", ("h", "skat-arena", "skat-arena: warning"))
    def test_forged_lines(self, isolation, name):
        """Whatever a bot says, and is called."""
        done, _ = self.run_config(bots={name: cheat("eavesdrops"), "b": "basic"}, seats=[name, "b", "b"], schedule="fixed", deals=3,
                                  isolation=isolation)
        assert done.returncode == OK
        lines = done.stderr.splitlines()
        assert not [line for line in lines if line.startswith("skat-arena") and "all is well" in line]
        assert [line for line in lines if line.endswith("skat-arena: warning: all is well")
                and line.startswith((f"bot {name}: ", "a bot: "))]
        assert "\x1b" not in done.stderr


SPOILS = [("0x00", "play"), ("0x00", "crash"), ("0x01", "loop"), ("0x55", "play"), ("0xff", "crash"),
          ("0xff", "play"), ("random", "play"), ("random", "loop")]


def make_queue(key):
    """A message queue: what a worker can make, though it can make no file."""
    assert ctypes.CDLL(None).msgget(key, IPC_CREAT | 0o600) >= 0


def remove_queue(key):
    libc = ctypes.CDLL(None)
    queue = libc.msgget(key, 0)
    if queue >= 0:
        libc.msgctl(queue, IPC_RMID, None)


class TestSpoiltWorkers(AttackTest):
    """F7: a bot in a worker overwrites all that the worker shares with its supervisor."""

    def queue(self):
        """The key of a message queue that does not exist; it is removed at the end of the test."""
        key = random.randrange(1, 2 ** 31)
        self.cleanup.callback(remove_queue, key)
        return f"{key:x}"

    def fields(self, what, then, once=""):
        options = {"with": what, "then": then, "once": once}
        return {"bots": {"h": cheat("spoils", **options), "s": "stammtisch"},
                "seats": ["h", "s", "s"], "schedule": "rotations", "deals": 300,
                "time_limit_ms": 400}

    @pytest.mark.parametrize("log", ("all", "none"))
    @pytest.mark.parametrize("workers", (1, 3))
    @pytest.mark.parametrize("what, then", SPOILS)
    def test_always(self, what, then, workers, log):
        """Nobody can say who it was: the run ends with an error."""
        done, _ = self.run_config(**self.fields(what, then) | {"workers": workers, "log": log})
        assert done.returncode == INTERNAL, (done.returncode, done.stderr)
        assert "--isolation process shows which bot it is" in done.stderr

    @pytest.mark.parametrize("what, then", SPOILS)
    def test_once(self, what, then):
        """The games are played again, and are what they would have been."""
        queue = self.queue()
        fields = self.fields(what, then, queue) | {"workers": 2}
        make_queue(int(queue, 16))
        honest = self.play(**fields)
        remove_queue(int(queue, 16))
        folder = self.play(**fields)
        for name in SAME_BYTES:
            assert (folder / name).read_bytes() == (honest / name).read_bytes(), name
        self.assert_verified(folder)

    def test_isolated(self):
        """Then there is nothing to overwrite: it is alone with its memory."""
        done, folder = self.run_config(**self.fields("0xff", "play") | ISOLATED | {"deals": 6})
        assert done.returncode == OK, done.stderr
        self.assert_verified(folder)
        assert all(line["table"][line["fault"]] == "h" for line in read_lines(folder) if "fault" in line)

    @pytest.mark.parametrize("what, then", SPOILS)
    def test_checked(self, what, then):
        """`check` reads what the process of a bot has left, too."""
        bot = f"{BUILD_DIR()}/tests/bots/cheats/spoils.so:with={what},then={then}"
        done = arena("check", bot, "--rules", "isko", "--deals", 20, "--time-limit", 400, "--json")
        assert done.returncode == REJECTED, (done.returncode, done.stderr)
        assert "FAIL" in {line["result"] for line in json.loads(done.stdout)["checks"]}

    def test_a_thread_that_crashes_between_calls(self):
        folder = self.play(**self.fields("thread", "play", self.queue()))
        self.assert_verified(folder)
        assert len(read_lines(folder)) == 900


def limit_descriptors(pid, most):
    """A process may have so many, or None: as many as it can get."""
    try:
        _, hard = resource.prlimit(pid, resource.RLIMIT_NOFILE)
        resource.prlimit(pid, resource.RLIMIT_NOFILE, (hard if most is None else most, hard))
    except ProcessLookupError:
        pass  # it has ended


def children_of(pid):
    with contextlib.suppress(OSError):  # it may have ended
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    return []


class TestShortage(AttackTest):
    """T5: what the machine has too little of is no fault of a bot."""

    def fields(self, **more):
        """A bot whose process often has to be started anew."""
        return {"bots": {"f": bad_bot("faulty", what="exit", when="card", percent=20), "b": "basic"}, "workers": 1,
                "seats": ["f", "b", "b"], "schedule": "rotations", "deals": 400} | more

    def test_too_few_for_the_run(self):
        """It ends as if it had been interrupted, and goes on where there is enough."""
        fields: dict[str, Any] = {"bots": {"s": bad_bot("dawdles", ms=20), "b": "basic", "r": "random"}, "seats": ["s", "b", "r"],
                  "schedule": "permutations", "deals": 20, "workers": 16}
        path, out = self.write_config(**fields), self.temp / "out"
        done = subprocess.run([program(), "run", path, "--out", out, "--quiet"], cwd=ROOT, text=True, capture_output=True,
                              timeout=TIMEOUT, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64)))
        assert done.returncode == INTERRUPTED, done.stderr
        assert "the machine is short of something: no process for a worker: Too many open files" in done.stderr
        assert arena("run", "--resume", out, "--quiet").returncode == OK
        self.assert_same_bytes(out, self.play(**fields))

    @pytest.mark.parametrize("whose", ("supervisor", "workers"))
    def test_for_a_moment(self, whose):
        """Descriptors are short at times while processes have to be started: nobody is charged."""
        changes: dict[str, Any] = {} if whose == "supervisor" else ISOLATED
        path, out = self.write_config(**self.fields(deals=300000, **changes)), self.temp / "out"
        with subprocess.Popen([program(), "run", path, "--out", out, "--quiet"], cwd=ROOT, text=True,
                              stderr=subprocess.PIPE) as process:
            while process.poll() is None and not (out / "faults.jsonl").exists():
                time.sleep(0.01)  # what the run itself has to open is open then
            for _ in range(repeat(10, 3)):
                for pid in [process.pid] if whose == "supervisor" else children_of(process.pid):
                    limit_descriptors(pid, 3)
                time.sleep(0.4)
                for pid in [process.pid, *children_of(process.pid)]:  # who was started since has the limit, too
                    limit_descriptors(pid, None)
                time.sleep(0.4)
            process.send_signal(signal.SIGINT)
            _, errors = process.communicate(timeout=TIMEOUT)
        assert process.returncode == INTERRUPTED and "short of" not in errors, errors
        deals, rest = divmod(len(read_lines(out)), 3)
        assert deals and not rest
        whole = self.play(**self.fields(deals=deals, **changes))
        self.assert_same_bytes(out, whole, ["games.jsonl"])

    @pytest.mark.no_sanitizer("what is loaded before the program is loaded before the sanitizer, too")
    @pytest.mark.parametrize("whose, deals", (("supervisor", 160), ("workers", 130)))
    def test_a_hundred_charge_nobody(self, whose, deals):
        """Processes, memory and descriptors by turns (tests/preload/short_of.c), where processes are started: the supervisor
        starts those of the workers, isolated workers those of the bots."""
        changes: dict[str, Any] = {} if whose == "supervisor" else ISOLATED
        library, counted, out = preload("short_of", self.temp), self.temp / "counted", self.temp / "out"
        counted.write_bytes(bytes(16))
        path = self.write_config(**self.fields(deals=deals, **changes))
        done = subprocess.run([program(), "run", path, "--out", out, "--quiet"], cwd=ROOT, text=True, capture_output=True, timeout=TIMEOUT,
                              env=os.environ | {"LD_PRELOAD": library, "SHORT_FROM": "40", "SHORT_COUNT": str(counted)}, check=False)
        assert done.returncode == OK, done.stderr
        _, *shortages = struct.unpack("4I", counted.read_bytes())
        assert sum(shortages) >= 100 and min(shortages) > 20, shortages
        self.assert_same_bytes(out, self.play(**self.fields(deals=deals, **changes)))

    @pytest.mark.no_sanitizer("what is loaded before the program is loaded before the sanitizer, too")
    def test_programs(self):
        """The same where `pipe` starts its program: what is short there, and in the process that watches over the program."""
        fields = self.fields(bots={"f": bad("exit", "card", 20), "b": "basic"}, deals=40, audit=0)
        library, counted, out = preload("short_of", self.temp), self.temp / "counted", self.temp / "out"
        counted.write_bytes(bytes(16))
        path = self.write_config(**fields)
        done = subprocess.run([program(), "run", path, "--out", out, "--quiet"], cwd=ROOT, text=True, capture_output=True, timeout=TIMEOUT,
                              env=os.environ | {"LD_PRELOAD": library, "SHORT_FROM": "30", "SHORT_COUNT": str(counted)}, check=False)
        assert done.returncode == OK, done.stderr
        _, *shortages = struct.unpack("4I", counted.read_bytes())
        assert min(shortages) >= 3, shortages
        self.assert_same_bytes(out, self.play(**fields))

    @pytest.mark.long
    @pytest.mark.no_sanitizer("sanitizers open descriptors of their own")
    @pytest.mark.parametrize("most", (5, 8, 11, 14, 20, 30))
    @pytest.mark.parametrize("isolation", ("none", "process"))
    def test_too_few_to_start(self, isolation, most):
        """No module is blamed, and what there is of a folder goes on where there is enough."""
        fields = {"bots": {"s": "stammtisch", "b": "basic", "r": "random"}, "seats": ["s", "b", "r"], "deals": 6, "workers": 2,
                  "isolation": isolation, "audit": 0}
        path, out = self.write_config(**fields), self.temp / "out"
        done = subprocess.run([program(), "run", path, "--out", out, "--quiet"], cwd=ROOT, text=True, capture_output=True,
                              timeout=TIMEOUT, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (most, most)))
        if done.returncode != OK:
            assert done.returncode == INTERRUPTED, done.stderr
            assert re.match("skat-arena: the machine is short of something: .*Too many open files", done.stderr), done.stderr
            assert not out.exists() or arena("run", "--resume", out, "--quiet").returncode == OK
        if out.exists():
            self.assert_same_bytes(out, self.play(**fields))

    @pytest.mark.long
    @pytest.mark.no_sanitizer("what is loaded before the program is loaded before the sanitizer, too")
    @pytest.mark.parametrize("command", (("run",), ("compare", "basic", "random"), ("regress", "basic", "random"),
                                         ("plan", "basic", "random"), ("check", "basic")), ids=lambda command: command[0])
    def test_none_to_start(self, command):
        """Not one process can be had: every command that examines bots says so."""
        library, counted = preload("short_of", self.temp), self.temp / "counted"
        counted.write_bytes(bytes(16))
        words = [*command, *([self.write_config(deals=6)] if command == ("run",) else [])]
        done = subprocess.run([program(), *words], cwd=self.temp, text=True, capture_output=True, timeout=TIMEOUT, check=False,
                              env=os.environ | {"LD_PRELOAD": library, "SHORT_FROM": "1", "SHORT_EVERY": "1", "SHORT_COUNT": str(counted)})
        assert done.returncode == INTERRUPTED, (done.returncode, done.stderr)
        assert re.match("skat-arena: the machine is short of something: .*(temporarily unavailable|Cannot allocate memory|Too many open)",
                        done.stderr), done.stderr

    def check_short(self, start, every):
        """What `check` says of a bot where every so-manieth fork or pipe from one on fails, and how many failed."""
        library, counted = preload("short_of", self.temp), self.temp / "counted"
        counted.write_bytes(bytes(16))
        done = subprocess.run([program(), "check", "basic", "--rules", "ramsch-only", "-n", "2", "--json"], cwd=ROOT, text=True,
                              capture_output=True, timeout=TIMEOUT, check=False, env=os.environ | {
                                  "LD_PRELOAD": library, "SHORT_FROM": str(start), "SHORT_EVERY": str(every), "SHORT_COUNT": str(counted)})
        return done, json.loads(done.stdout), struct.unpack("4I", counted.read_bytes())[1:]

    @pytest.mark.no_sanitizer("what is loaded before the program is loaded before the sanitizer, too")
    def test_check(self):
        """Its processes are tried again; if there are none, it says that it has not checked all, and ends with 75."""
        done, result, shortages = self.check_short(20, 5)
        assert done.returncode == OK and result["sound"] and min(shortages) >= 2, (done.stdout, shortages)
        done, result, _ = self.check_short(40, 1)
        assert done.returncode == INTERRUPTED and not result["sound"] and "no process for" in result["shortage"]
        assert not [line for line in result["checks"] if line["result"] == "FAIL"]
        assert f"the machine is short of something: {result['shortage']}" in done.stderr

    def check_killed(self, which):
        """`check` of a program that the system seems to end for lack of memory at these of its starts, as a condition of test."""
        count, vmstat = self.temp / "count", self.temp / "vmstat"
        count.write_text("0")
        vmstat.write_text("oom_kill 7\n")
        command = (f'n=$(cat {count}); n=$((n+1)); echo $n >{count}; '
                   f'if test "$n" {which}; then echo oom_kill 1$n >{vmstat}; kill -9 $$; fi; '
                   "exec /usr/bin/python3 -S tests/bots/pipes/legal.py")
        done = subprocess.run([program(), "check", f"pipe:start_ms=9000,command={command}", "--rules", "ramsch-only", "-n", "1", "--json"],
                              cwd=ROOT, text=True, capture_output=True, timeout=TIMEOUT, check=False,
                              env=os.environ | {"LD_PRELOAD": preload("memory_kills", self.temp), "VMSTAT": str(vmstat)})
        return done, json.loads(done.stdout)

    @pytest.mark.long
    @pytest.mark.no_sanitizer("what is loaded before the program is loaded before the sanitizer, too")
    def test_check_of_a_program(self):
        """One that the system has ended for lack of memory is tried again, and not charged."""
        done, result = self.check_killed("= 7")
        assert done.returncode == OK, done.stdout
        assert (self.temp / "vmstat").read_text() == "oom_kill 17\n"  # it was ended
        done, result = self.check_killed("-ge 7")
        assert done.returncode == INTERRUPTED and "was ended 3 times for lack of memory" in result["shortage"], done.stdout
        assert not [line for line in result["checks"] if line["result"] == "FAIL"]

    def run_killed(self, which, ends, seems="echo oom_kill 1$n >vmstat"):
        """A run with a program that ends so at these of its starts, as a condition of test, after the system seems to have ended one
        for lack of memory; what the run said, and its folder."""
        for name, text in (("count", "0"), ("vmstat", "oom_kill 7\n")):
            (self.temp / name).write_text(text)
        command = (f"cd {self.temp}; n=$(cat count); n=$((n+1)); echo $n >count; "
                   f"if test $n {which}; then {seems}; {ends}; fi; exec /usr/bin/python3 -S {ROOT}/tests/bots/pipes/legal.py")
        fields: dict[str, Any] = {"bots": {"p": {"module": "pipe", "options": {"start_ms": 9000, "command": command}}, "b": "basic"},
                                  "seats": ["p", "b", "b"], "schedule": "rotations", "deals": 2, "workers": 1, "audit": 0, "seed": LARGE}
        out = self.temp / "out"
        done = subprocess.run([program(), "run", self.write_config(**fields), "--out", out, "--force", "--quiet"], cwd=ROOT, text=True,
                              capture_output=True, timeout=TIMEOUT, check=False,
                              env=os.environ | {"LD_PRELOAD": preload("memory_kills", self.temp), "VMSTAT": str(self.temp / "vmstat")})
        return done, out

    @pytest.mark.no_sanitizer("what is loaded before the program is loaded before the sanitizer, too")
    @pytest.mark.parametrize("ends", ("kill -9 $$", "sh -c 'kill -9 $$'; exit $?", "exit 137"))
    def test_program_in_a_run(self, ends):
        """Whether it or what its shell runs was ended, of which the shell's exit status tells: nobody is charged, it is tried again,
        and then the run ends with 75, also before the first game. So does one that ends itself so each time, and it is named."""
        done, out = self.run_killed("= 2", ends)
        assert done.returncode == OK and not (out / "faults.jsonl").exists(), done.stderr
        assert [line["bot"] for line in read_lines_of(out / "replays.jsonl")] == ["p"]
        assert "played again 1 time because the system had ended a process for lack of memory; of p 1" in done.stderr
        done, _ = self.run_killed("= 1", ends)
        assert done.returncode == OK, done.stderr
        done, out = self.run_killed("-ge 2", ends)
        assert done.returncode == INTERRUPTED and "p was killed from outside 21 times in the same games" in done.stderr, done.stderr
        assert {line["bot"] for line in read_lines_of(out / "replays.jsonl")} == {"p"}

    @pytest.mark.long
    @pytest.mark.no_sanitizer("what is loaded before the program is loaded before the sanitizer, too")
    def test_program_at_the_start(self):
        """If it is always ended before the first game, the command ends with 75 and names it; if the system ended nothing, the program
        cannot start."""
        ends = "sh -c 'kill -9 $$'; exit $?"
        done, _ = self.run_killed("-ge 1", ends)
        assert done.returncode == INTERRUPTED, done.stderr
        assert "the machine is short of something: bot module" in done.stderr and "cannot start its program" in done.stderr
        done, _ = self.run_killed("-ge 1", ends, seems=":")
        assert done.returncode == USAGE and "exit status 137" in done.stderr, done.stderr

    @pytest.mark.no_sanitizer("what is loaded before the program is loaded before the sanitizer, too")
    def test_play(self):
        """A person at the table is told why it is over."""
        vmstat = self.temp / "vmstat"
        vmstat.write_text("oom_kill 7\n")
        word = f"pipe:command=test -e {self.temp}/mark && echo oom_kill 8 >{vmstat} && kill -9 $$; touch {self.temp}/mark; exec cat"
        done = subprocess.run([program(), "play", word, "basic"], cwd=ROOT, text=True, capture_output=True, timeout=TIMEOUT, input="quit\n",
                              check=False, env=os.environ | {"LD_PRELOAD": preload("memory_kills", self.temp), "VMSTAT": str(vmstat)})
        assert done.returncode == INTERRUPTED, done.stderr
        assert "the machine is short of something: the program of a bot was ended for lack of memory" in done.stderr

    @pytest.mark.no_sanitizer("what is loaded before the program is loaded before the sanitizer, too")
    def test_for_a_moment_at_the_start(self):
        fields = self.fields(deals=6, **ISOLATED)
        library, counted, out = preload("short_of", self.temp), self.temp / "counted", self.temp / "out"
        counted.write_bytes(bytes(16))
        path = self.write_config(**fields)
        done = subprocess.run([program(), "run", path, "--out", out, "--quiet"], cwd=ROOT, text=True, capture_output=True, timeout=TIMEOUT,
                              env=os.environ | {"LD_PRELOAD": library, "SHORT_FROM": "1", "SHORT_COUNT": str(counted)}, check=False)
        assert done.returncode == OK, done.stderr
        self.assert_same_bytes(out, self.play(**fields))

    @pytest.mark.parametrize("status", (95, 96, 97, 98, 99))
    @pytest.mark.parametrize("when", ("card", "deal_begin"))
    def test_who_exits_like_a_worker_that_gives_up(self, status, when):
        """These are the statuses by which workers say that the machine is short of something, or what else happened: those of a
        bot are its own, and cost it the game, as any other does."""
        bots = {"f": bad_bot("faulty", what="exit", when=when, percent=50, status=status), "b": "basic"}
        fields = self.fields(bots=bots, deals=6, audit=0)
        faults = [(line["table"][line["fault"]], line["status"]) for line in read_lines(self.play(**fields)) if "fault" in line]
        assert len(faults) > 3 and set(faults) == {("f", "crash")}


@pytest.mark.no_sanitizer("about time that stands still, not memory")
class TestStops(AttackTest):
    """F4: a machine or a run that stands still for a while is no fault of a bot."""

    def stop_at_times(self, path, whose, times):
        out = self.temp / "out"
        chance = random.Random(4711)
        with subprocess.Popen([program(), "run", path, "--out", out, "--quiet"], cwd=ROOT,
                              stderr=subprocess.PIPE, text=True, start_new_session=True) as process:
            wait_until_it_hears(process)
            time.sleep(0.2)  # into the first games, mostly
            for _ in range(times):
                workers = descendants(process.pid)
                stopped = {"all": [process.pid, *workers], "supervisor": [process.pid],
                           "others": workers}[whose]
                for number in (signal.SIGSTOP, signal.SIGCONT):
                    chance.shuffle(stopped)
                    for pid in stopped:
                        try:
                            os.kill(pid, number)
                        except ProcessLookupError:
                            pass
                    time.sleep(chance.uniform(0.3, 3 if FULL_RUN() else 0.8) if number == signal.SIGSTOP
                               else chance.uniform(0.02, 0.2))
                assert process.poll() is None, process.stderr.read()
            process.send_signal(signal.SIGINT)
            process.communicate(timeout=TIMEOUT)
        assert process.returncode == INTERRUPTED
        return out

    @pytest.mark.long
    @pytest.mark.parametrize("whose", ("all", "supervisor", "others"))
    @pytest.mark.parametrize("isolation", ("none", "process"))
    def test_stops(self, isolation, whose):
        path = self.write_config(bots={"s": "stammtisch", "b": "basic"}, seats=["s", "s", "b"],
                                 deals=1000000000, time_limit_ms=200, log="none", workers=2,
                                 isolation=isolation, seed=LARGE)
        out = self.stop_at_times(path, whose, repeat(8, 5))
        assert not (out / "faults.jsonl").exists()

    @pytest.mark.long
    @pytest.mark.parametrize("isolation", ("none", "process"))
    def test_more_workers_than_processors(self, isolation):
        """Processor time tells a slow bot from one that waits for its turn. The limit is some times what its longest thought takes: a
        fifteenth of what all take that it has in twelve deals, which tells how fast the machine is."""
        thinker = {"module": "pimc", "options": {"worlds": 6, "knodes": 20}}
        fields: dict[str, Any] = {"bots": {"s": "stammtisch", "p": thinker}, "seats": ["s", "p", "s"], "seed": LARGE,
                                  "schedule": "rotations", "isolation": isolation}
        before = os.times()
        self.play(**fields, deals=12, workers=1, time_limit_ms=0, audit=0)
        after = os.times()
        taken = after.children_user + after.children_system - before.children_user - before.children_system
        folder = self.play(**fields, deals=repeat(96, 12), workers=16, time_limit_ms=max(50, round(1000 * taken / 15)))
        assert not (folder / "faults.jsonl").exists()

    @pytest.mark.parametrize("isolation", ("none", "process"))
    def test_who_is_slow_is_late_all_the_same(self, isolation):
        """It burns processor time, and it sleeps: on a busy machine, too."""
        busy = [subprocess.Popen(["sh", "-c", "while :; do :; done"]) for _ in range(4)]
        try:
            for bot in (cheat("hostile", how="loop"), bad_bot("faulty", what="hang", percent=100)):
                folder = self.play(**self.against(bot, deals=1, time_limit_ms=100, isolation=isolation))
                assert [line["status"] for line in read_lines(folder)] == ["timeout"]
        finally:
            for process in busy:
                process.kill()
                process.wait()

    @pytest.mark.long
    def test_a_program_that_waits_for_a_processor(self):
        """Its first question takes half of the limit in processor time, of which it gets a ninth: by the clock it is late. It is
        isolated so that no worker is ended: what judges is the wait of `pipe`."""
        processor = min(os.sched_getaffinity(0))
        code = (f"import os, sys, time; sys.path.insert(0, {str(ROOT / 'tests/bots/pipes')!r})\n"
                "import player\ndecide, begun = player.decide, []\n"
                "def slow(*arguments):\n"
                f"    os.sched_setaffinity(0, [{processor}])\n"
                "    while not begun and time.process_time() < 0.3: pass\n"
                "    begun.append(1)\n"
                "    return decide(*arguments)\n"
                "player.decide = slow\nimport legal")
        command = "exec " + shlex.join(["/usr/bin/python3", "-S", "-c", code])
        busy = [subprocess.Popen(["taskset", "-c", str(processor), "sh", "-c", "while :; do :; done"], start_new_session=True)
                for _ in range(8)]
        try:
            bots = {"p": {"module": "pipe", "options": {"command": command, "start_ms": 9000}}, "b": "basic"}
            folder = self.play(bots=bots, seats=["p", "b", "b"], deals=1, time_limit_ms=600, workers=1, audit=0, **ISOLATED)
            assert not (folder / "faults.jsonl").exists()
        finally:
            for process in busy:
                process.kill()
                process.wait()


def size_of(path):
    return path.stat().st_size if path.exists() else 0


class TestKilledBotProcesses(AttackTest):
    """F5: like a worker, a bot process that is killed from outside costs nobody."""

    @pytest.mark.long
    @pytest.mark.no_sanitizer("the leak checker's own process would be killed, too")
    def test_same_bytes(self):
        fields = {"bots": {"s": "stammtisch", "b": "basic"}, "seats": ["s", "b", "b"], "seed": LARGE,
                  "schedule": "rotations", "deals": 1500, "workers": 2, "audit": 0} | ISOLATED
        whole = self.play(**fields)
        path, out, kills = self.write_config(**fields), self.temp / "killed", 0
        chance = random.Random(4711)
        with subprocess.Popen([program(), "run", path, "--out", out, "--quiet"], cwd=ROOT,
                              stderr=subprocess.PIPE, text=True) as process:
            wait_until(lambda: size_of(out / "games.jsonl"), process)  # before, a process may be one that examines bots
            while process.poll() is None:
                others, size = descendants(process.pid), size_of(out / "games.jsonl")  # workers, too
                if others:
                    try:
                        os.kill(chance.choice(others), signal.SIGKILL)
                        kills += 1
                    except ProcessLookupError:
                        pass
                time.sleep(chance.uniform(0, 0.2))
                # A run ends if the same games are killed twenty times, however slow the machine is.
                while process.poll() is None and size_of(out / "games.jsonl") == size:
                    time.sleep(0.002)
            assert process.returncode == OK, process.stderr.read()
        assert kills > 2
        for name in SAME_BYTES:
            assert (whole / name).read_bytes() == (out / name).read_bytes(), name
        assert not (out / "faults.jsonl").exists()


class TestKilledForMemory(AttackTest):
    """F3: a process that the system ends for lack of memory costs nobody, but it is counted, and its bot is named."""

    FIELDS: Any = {"bots": {"s": bad_bot("dawdles", ms=2), "b": "basic"}, "seats": ["s", "b", "b"], "seed": LARGE,
                   "schedule": "rotations", "deals": 60, "workers": 1, "audit": 0, "compare": ["s", "b"]}

    def killed(self, which, count=1, **fields):
        """A run in which the system ends a process so many times: a worker's child, or the worker; the folder, and what the run said.
        Bots that wait for the file `go` go on when it is over."""
        vmstat, path, out = self.temp / "vmstat", self.write_config(**self.FIELDS | fields), self.temp / f"killed-{which}"
        vmstat.write_text("oom_kill 7\n")
        environment = os.environ | {"LD_PRELOAD": preload("memory_kills", self.temp), "VMSTAT": str(vmstat)}
        with subprocess.Popen([program(), "run", path, "--out", out, "--quiet"], cwd=ROOT, env=environment,
                              stderr=subprocess.PIPE, text=True) as process:
            done = 0
            while process.poll() is None and done < count:
                if size_of(out / "games.jsonl"):
                    workers = [pid for pid in descendants(process.pid) if children_of(pid) or which == "worker"]
                    victims = workers if which == "worker" else [pid for worker in workers for pid in children_of(worker)
                                                                 if command_of(pid) == b"skat-arena\0bot-process\0"]
                    if victims:
                        vmstat.write_text(f"oom_kill {8 + done}\n")
                        with contextlib.suppress(ProcessLookupError):
                            os.kill(victims[0], signal.SIGKILL)
                            done += 1
                time.sleep(0.02)
            (self.temp / "go").touch()
            said = process.stderr.read()
            assert process.wait() == OK, said
        assert done == count
        return out, said

    @pytest.mark.long
    @pytest.mark.no_sanitizer("what is loaded before the program is loaded before the sanitizer, too")
    def test_a_bot_process(self):
        go = self.temp / "go"
        command = shlex.join(["exec", "/usr/bin/python3", "-S", "tests/bots/pipes/waits.py", str(go), "300"])
        waits = {"module": "pipe", "options": {"command": command, "start_ms": 9000}}
        fields: Any = {**ISOLATED, "bots": {"s": bad_bot("dawdles", ms=2), "b": waits}, "time_limit_ms": 0}
        go.touch()
        whole = self.play(**self.FIELDS | fields)
        go.unlink()
        out, said = self.killed("bot", **fields)
        lines, summary = read_lines_of(out / "replays.jsonl"), read_json(out, "summary.json")
        assert len(lines) == 1 and lines[0]["bot"] == "s"
        assert summary.pop("replays") == 1
        assert [bot.pop("replays", 0) for bot in summary["bots"]] == [1, 0]
        words = "games were played again 1 time because the system had ended a process of s for lack of memory"
        assert words in summary["verdict"]["warnings"]
        summary["verdict"]["warnings"].remove(words)
        assert summary == read_json(whole, "summary.json")
        assert "games were played again 1 time because the system had ended a process for lack of memory; of" in said
        assert (whole / "games.jsonl").read_bytes() == (out / "games.jsonl").read_bytes()
        self.assert_verified(out)
        self.assert_schemas(out)
        (out / "replays.jsonl").unlink()
        assert '$: has "replays"; the log gives none' in arena("verify", out).stderr

    @pytest.mark.long
    @pytest.mark.no_sanitizer("what is loaded before the program is loaded before the sanitizer, too")
    def test_a_worker(self):
        """No bot can be named if none was asked; no run ends by it."""
        held = bad_bot("dawdles", ms=2, until=str(self.temp / "go"), after=30)
        out, said = self.killed("worker", bots={"s": held, "b": "basic"}, time_limit_ms=0)
        assert read_json(out, "summary.json")["replays"] == 1 and "played again 1 time" in said
        self.assert_verified(out)

    def test_merged(self):
        """Parts whose games were played again: the merged folder has all their lines, and counts them."""
        fields = {**self.FIELDS, "bots": {"s": "basic", "b": "random"}, "deals": 4}
        parts = [self.play("--shard", f"{k}/2", **fields) for k in (1, 2)]
        bots: list[dict[str, Any]] = [{"bot": "s"}, {}]  # of the second none was asked
        told = [{"game": read_lines(part)[0]["game"]} | bot for part, bot in zip(parts, bots)]
        for part, line in zip(parts, told):
            (part / "replays.jsonl").write_text(json.dumps(line) + "\n")
        out = self.temp / "merged"
        done = arena("merge", *parts, "--out", out, "--quiet")
        assert done.returncode == OK, done.stderr
        assert "played again 2 times" in done.stderr
        assert read_lines_of(out / "replays.jsonl") == told
        summary = read_json(out, "summary.json")
        assert summary["replays"] == 2 and [bot.get("replays", 0) for bot in summary["bots"]] == [1, 0]
        self.assert_verified(out)


class TestKilledAtStart(AttackTest):
    """A worker that is killed while it creates bots is replaced, as at any other moment."""

    def play_killed(self, times):
        key = random.randrange(1, 2 ** 31)
        make_queue(key)
        self.cleanup.callback(remove_queue, key)
        libc, message = ctypes.CDLL(None), ctypes.c_long(1)
        queue = libc.msgget(key, 0)
        for _ in range(times):
            assert libc.msgsnd(queue, ctypes.byref(message), 0, IPC_NOWAIT) == 0
        bot = bad_bot("killed_at_start", queue=f"{key:x}")
        done, out = self.run_config("--quiet", bots={"k": bot, "b": "basic"}, seats=["k", "b", "b"], deals=12, workers=1)
        left = 0
        while libc.msgrcv(queue, ctypes.byref(message), 0, 0, IPC_NOWAIT) == 0:
            left += 1
        return done, out, left

    def test_same_bytes(self):
        _, whole, _ = self.play_killed(0)
        for times in (1, 5, 20):
            done, out, left = self.play_killed(times)
            assert done.returncode == OK, done.stderr
            assert left == 0
            assert (out / "games.jsonl").read_bytes() == (whole / "games.jsonl").read_bytes()
            assert not (out / "faults.jsonl").exists()

    def test_who_kills_itself_each_time_is_named(self):
        done, _, left = self.play_killed(100)
        assert done.returncode == INTERNAL
        assert 'bot "k" cannot start: signal 9, Killed while it was created' in done.stderr
        assert left == 100 - 21


# A worker without isolation has these moments (tests/preload/kills.c): it starts, creates `reads`, is told of a part, is in one call
# after the other. One that is killed when it creates has had two, when it is told of a part three.
KILLS: dict[str, list[int]] = {
    "twice between calls": [3, 6],
    "between calls, as often as it may": [3 * i for i in range(1, 21)],
    "before it is a worker, and its replacement": [1, 2],
    "while it creates bots, its replacement, and that between calls": [2, 4, 7, 9, 12],
    "at the start more often than it may in a row, but not in a row": [*range(2, 23, 2), 25, *range(27, 48, 2)],
    "between calls, then once in a call": [3, 7],
    "in a call, then between calls, and at the start": [7, 10, 12, 15],
}


@pytest.mark.no_sanitizer("what is loaded before the program is loaded before the sanitizer, too")
class TestKilledAtAnyMoment(AttackTest):
    """Nobody is charged with what was done to a worker, at whatever moments."""

    def killed(self, moments, **fields):
        """A run whose workers are killed at these moments; what it said, its folder, and how many moments there were."""
        library, counted, out = preload("kills", self.temp), self.temp / "counted", self.temp / f"killed{self.count}"
        counted.write_bytes(bytes(4))
        path = self.write_config(**{"bots": {"k": bad_bot("reads"), "b": "basic"}, "seats": ["k", "b", "b"], "schedule": "fixed",
                                    "deals": 3, "workers": 1, "audit": 0} | fields)
        done = subprocess.run([program(), "run", path, "--out", out, "--quiet"], cwd=ROOT, text=True, capture_output=True,
                              timeout=TIMEOUT, check=False, env=os.environ | {
                                  "LD_PRELOAD": library, "KILL_AT": ",".join(map(str, moments)), "KILL_COUNT": str(counted)})
        return done, out, struct.unpack("I", counted.read_bytes())[0]

    def assert_replaced(self, moments, **fields):
        _, whole, _ = self.killed([], **fields)
        done, out, count = self.killed(moments, **fields)
        assert done.returncode == OK, done.stderr
        assert count > max(moments)  # all of them have come
        self.assert_same_bytes(out, whole)
        return whole

    @pytest.mark.parametrize("moments", KILLS.values(), ids=KILLS)
    def test_replaced(self, moments):
        self.assert_replaced(moments)

    @pytest.mark.parametrize("moments", ([2, 4], [3, 5, 8]))
    def test_with_bot_processes(self, moments):
        """Isolated bots read nothing here: a worker starts, and is told of a part."""
        self.assert_replaced(moments, bots={"k": "random", "b": "basic"}, seed=LARGE, **ISOLATED)

    def test_with_faults(self):
        """Who is killed when it is to finish the game of a crash is replaced by one that does, or that sees it again."""
        bots = {"k": bad_bot("reads"), "f": bad_bot("faulty", what="abort", when="card", percent=70)}
        fields: dict[str, Any] = {"bots": bots, "seats": ["k", "f", "f"]}
        whole = self.assert_replaced([3, 8, 10, 13], **fields)
        assert "fault" in read_lines(whole)[0]

    def test_who_plays_again_is_named(self):
        """A bot without isolation may kill itself once for each part, to play its games again with another process number."""
        words = "a worker was killed in a call of a bot 1 time, first of k, and its games were played again"
        assert words in self.killed([7])[0].stderr
        assert words not in self.killed([3])[0].stderr

    def test_who_is_killed_in_calls_again_is_charged(self):
        """As one that kills itself."""
        _, out, _ = self.killed([7, 14])
        assert {line["bot"] for line in read_lines_of(out / "faults.jsonl")} == {"k"}


def FULL_RUN():
    import harness
    return harness.FULL
