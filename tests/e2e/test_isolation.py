# SPDX-License-Identifier: MIT
"""Bots in processes of their own: which ones ("isolation"), the same results, attacks, clocks, budgets, and fault reports."""
import ctypes
import errno
import os
import pathlib
import re
import shutil

import pytest

from harness import *
from isolated_runs import *
from machine import filtered, isolates, needs_isolation, stops_counter

PIPE = {"module": "pipe", "options": {"command": f"{PYTHON} bots/pipe/example.py"}}

# Some of what hostile.so tries in its fourth trick, and a pattern of what its fault says; None: it may also play on. `make long-attacks`
# plays all. Which call it was is not known where the C library blocks all signals while it forks.
FORKED = r"tried (to start a thread or a process \(clone3?\)|a system call)"
ATTACKS = ({"fork_bomb": FORKED, "close_all": "", "read_counter": "tried rdtsc"},
           {"forge": "left with exit status 3", "allocate": "", "lie_in_pipe": None})


def crashing():
    """A run whose bots crash in the ways and moments that there are."""
    bots = {what: bad_bot("faulty", what=what, when=when, percent=40) for what, when in (
        ("segfault", "card"), ("exit", "deal_end"), ("kill_self", "deal_begin"))}
    return {"bots": bots, "seats": list(bots), "deals": 8, "schedule": "fixed", "seed": 5, "limits": {"time_ms": 60000}, "workers": 1}


def copy_of(module, folder):
    """A bot of the program as somebody else's: another file."""
    return str(shutil.copy(program().parent / "bots" / f"{module}.so", folder / f"{module}.so"))


class TestAuto(IsolationTest):
    """By default bots that come with the program play in workers, all others in processes of their own."""

    def test_whose_processes_there_are(self):
        """Also of a bot that is a copy of one of the program's, by a path into the program's folder, or found in another folder by name."""
        shutil.copytree(program().parent / "bots", self.temp / "bots")
        bots = {"alien": copy_of("random", self.temp), "inside": str(program().parent / "bots" / "random.so"), "own": "random"}
        for isolation, elsewhere, count in ((None, False, 2), (None, True, 3), ("process", False, 3), ("none", False, 0)):
            with pytest.MonkeyPatch.context() as patch:
                if elsewhere:
                    patch.setenv("SKAT_ARENA_PATH", str(self.temp))
                run, out = self.start(*(("--isolation", isolation) if isolation else ()), bots=bots, seats=list(bots), deals=1000000)
            wait_until(lambda out=out: (out / "games.jsonl").exists() and (out / "games.jsonl").stat().st_size > 0, run)
            assert sum(map(is_bot_process, descendants(run.pid))) == count, (isolation, elsewhere)
            run.kill()

    def test_results(self):
        """The same bytes, and the same faults, however it is played; a warning and the default of memory_mb apart."""
        bots = {"alien": copy_of("stammtisch", self.temp), "own": "basic", "parts": {"bid": "stammtisch", "play": bad_bot("keeps_rules")},
                "fails": bad_bot("faulty", what="fail_timeout", percent=30)}
        folders = [self.play(bots=bots, seats=list(bots), deals=6, sessions=2, seed=LARGE, isolation=isolation)
                   for isolation in ("auto", "process", "none")]
        for folder in folders[1:]:
            self.assert_same_bytes(folders[0], folder, ("games.jsonl", "summary.json"))
        assert [read_json(folder, "manifest.json")["isolation"] for folder in folders] == ["auto", "process", "none"]
        assert {bot["name"]: bot["limits"]["memory_mb"] for bot in read_json(folders[0], "manifest.json")["bots"]} == \
            {"alien": 1024, "own": 0, "parts": 1024, "fails": 1024}

    def test_a_crash_is_charged_alike(self):
        bots = {"f": bad_bot("faulty", what="segfault", when="card", percent=40), "b": "basic"}
        charged = [[(line["status"], line.get("fault"), line["moves"]) for line in read_lines(self.play(
            bots=bots, seats=["f", "b", "b"], deals=6, seed=LARGE, isolation=isolation))] for isolation in ("auto", "process", "none")]
        assert charged[0] == charged[1] == charged[2] and "crash" in {status for status, *_ in charged[0]}

    @needs_isolation
    def test_they_are_examined_in_the_sandbox(self):
        """A bot that it stops plays with `--isolation none`, which the message says."""
        bot = bad_bot("faulty") + ":what=fork_child,when=create"
        for command in (("compare", bot, "basic", "-n", 36), ("regress", bot, "basic"), ("plan", bot, "basic"), ("positions", bot),
                        ("tune", bot, "percent=1..3")):
            done = arena(*command, *(() if command[0] in ("plan", "positions") else ("--out", self.temp / "out")))
            assert done.returncode == USAGE and "the sandbox forbids; --isolation none runs it outside" in done.stderr, done.stderr


@pytest.mark.skipif("not __import__('machine').can_filter_calls()", reason="system calls cannot be forbidden on this machine")
class TestGaps(IsolationTest):
    """What a kernel lacks for the sandbox: bots play in processes of their own all the same, and a line says what is missing."""

    GAPS = (({"landlock_create_ruleset": (errno.ENOSYS, None)}, "no Landlock"),
            ({"seccomp": (errno.ENOSYS, None), "prctl": (errno.EINVAL, 22)}, "no seccomp filters"))

    def test_bots_have_processes(self):
        bots = {"alien": copy_of("stammtisch", self.temp), "b": "basic"}
        whole = self.play(bots=bots, seats=["alien", "b", "b"], deals=4, seed=LARGE, isolation="none")
        for refused, lacks in self.GAPS:
            for isolation in ("auto", "process"):
                path, out = self.write_config(bots=bots, seats=["alien", "b", "b"], deals=4, seed=LARGE), self.temp / f"out{self.count}"
                done = filtered(refused, program(), "run", path, "--out", out, "--quiet", "--isolation", isolation)
                assert done.returncode == OK and done.stderr.count("warning: this kernel has " + lacks) == 1, done.stderr
                self.assert_same_bytes(whole, out, ("games.jsonl",))

    def test_without_landlock_a_bot_opens_no_file(self):
        """Filters alone forbid that."""
        bots = {"h": cheat("hostile", how="open_file"), "b": "basic"}
        path = self.write_config(bots=bots, seats=["h", "b", "b"], deals=1, isolation="auto")
        done = filtered(self.GAPS[0][0], program(), "run", path, "--out", self.temp / "out", "--quiet")
        assert done.returncode == OK, done.stderr
        assert [fault["what"] for fault in faults_of(self.temp / "out")] == ["tried openat, which the sandbox forbids"]

    def test_code_of_a_folder_does_not_run(self):
        """Nobody has asked for it; nor is a bot checked in a sandbox that is not there."""
        folder = self.sample(bots={"a": "basic", "b": "random"}, seats=["a", "b"], schedule="duel", deals=3)
        archive = self.temp / "run.tar"
        assert arena("archive", folder, "--out", archive).returncode == OK
        for refused, lacks in self.GAPS:
            done = filtered(refused, program(), "compare", folder, "a", "b", "--decisions")
            assert done.returncode == USAGE and "cannot be isolated here: this kernel has " + lacks in done.stderr, done.stderr
            done = filtered(refused, program(), "verify", archive)
            assert "nothing was played again: it cannot be played here: this kernel has " + lacks in done.stdout, (done.stdout, done.stderr)
            done = filtered(refused, program(), "check", "basic", "-n", 1)
            assert done.returncode == USAGE and lacks in done.stderr and "--isolation none" in done.stderr, done.stderr


class BothTest(IsolationTest):
    def both(self, **fields):
        """In workers, and where it can be isolated."""
        fields = {"schedule": "fixed", "seed": 5, "limits": {"time_ms": 60000}, "workers": 1} | fields
        return [self.sample(**fields), *([self.sample(**fields | ISOLATED)] if isolates() else [])]


@needs_isolation
class TestSame(BothTest):
    """Where the code runs changes nothing, but for the warning about a seed that isolated bots could try."""

    def test_results(self):
        """Of bots of every kind, and of faults that a bot announces or commits: it lives on, and is told nothing twice."""
        rules = {"extends": "stammtisch", "scoring.system": "seeger_fabian"}
        bots = {"keeps": bad_bot("keeps_rules"), "parts": {"bid": "stammtisch", "play": "random"},
                "fails": bad_bot("remembers", fails=3)} | {
                    what: bad_bot("faulty", what=what, percent=30) for what in ("illegal_card", "fail_timeout")}
        plain, isolated = self.both(bots=bots, seats=list(bots), deals=4, sessions=2, rules=rules, seed=LARGE)
        self.assert_same_bytes(plain, isolated, ("games.jsonl", "summary.json"))
        assert read_json(isolated, "manifest.json")["isolation"] == "process"
        self.assert_verified(isolated)

    def test_a_new_process_is_told_of_its_session(self):
        """Whichever part of a bot it is: the other one may run in the worker, which the run says."""
        dies = bad_bot("remembers", dies=2)
        bots = {"whole": dies, "plays": {"bid": PIPE, "play": dies}, "b": "basic"}
        done, folder = self.run_config("--quiet", bots=bots, seats=list(bots), deals=5, **ISOLATED)
        assert {fault["bot"] for fault in faults_of(folder)} == {"whole", "plays"}
        assert "warning: plays is not isolated: the module pipe" in done.stderr and done.stderr.count("not isolated") == 1, done.stderr


@needs_isolation
class TestHostile(IsolationTest):
    def test_attacks(self):
        """Each costs its bot the game, and only that; the next process of the bot finds nothing that the one before has left, and nothing
        stays behind: whoever loses its parent would become a child of this process (PR_SET_CHILD_SUBREAPER)."""
        become_subreaper = ctypes.CDLL(None).prctl
        assert become_subreaper(36, ctypes.c_ulong(1), 0, 0, 0) == 0
        self.cleanup.callback(become_subreaper, 36, ctypes.c_ulong(0), 0, 0, 0)
        left_out = {"read_counter", "allocate"} if has_sanitizer() else set() if stops_counter() else {"read_counter"}
        for attacks in ATTACKS:
            bots = {how: cheat("hostile", how=how) for how in attacks if how not in left_out}
            done, folder = self.run_config("--quiet", bots=bots, seats=(2 * list(bots))[:3], deals=5, rules="ramsch-only", seed=LARGE,
                                           limits={"memory_mb": 4096 if has_sanitizer() else 96, "time_ms": 20000}, **ISOLATED)
            assert done.returncode == OK and "born with" not in done.stderr and "a note" not in done.stderr, done.stderr
            faults = faults_of(folder)
            assert {fault["bot"] for fault in faults} >= {how for how in bots if attacks[how] is not None}
            for fault in faults:
                what = attacks[fault["bot"]]
                assert what is None or fault["status"] == "crash" and re.search(what, fault["what"]), fault
                # What a bot process says of its end is a stranger's text: fit for a terminal, and for JSON.
                self.assert_valid("fault", fault, "faults.jsonl")
                assert all(re.search("^[ -~]*$", text) for text in (fault["what"], *fault.get("backtrace", [])))
            self.assert_verified(folder)
        wait_until(lambda: not any(map(is_bot_process, descendants(os.getpid()))))

    def test_who_looks_around_finds_nothing(self):
        done, folder = self.hostile("look_around")
        assert done.returncode == OK and not faults_of(folder)
        for text in ("h: 0 variables, secret file -1", "h: open: 0 1 2 3 4\n", 'h: {"hello": "world"}', "h: I am on standard error"):
            assert text in done.stderr
        assert "world" not in done.stdout and "could open" not in done.stderr

    @pytest.mark.no_sanitizer("its memory lies elsewhere")
    def test_what_modules_find(self):
        """While they are loaded and examined, though files may still be read then: nothing of the run, and of others nothing that they
        could reach. What they are sent has no address of the worker's, but all of a text that is for them."""
        bots = {"r": cheat("reaches_out"), "l": cheat("leaks"), "s": cheat("steals_seed"), "t": cheat("steals_seed", seed="7" * 1023)}
        done, _ = self.run_config(bots=bots, seats=list(bots), deals=2, seed=20261121, **ISOLATED)
        assert done.returncode == OK and "could reach out" not in done.stderr and "an address" not in done.stderr, done.stderr
        assert set(re.findall("(.): the seed has (.*) digits", done.stderr)) == {("t", "1023")}
        assert set(re.findall("huge pages: (.*)", done.stderr)) == {"Operation not permitted"}, done.stderr


@needs_isolation
class TestChannels(IsolationTest):
    """What isolated players could tell each other by."""

    def said(self, words, **fields):
        """What the cheat `times` says of its clocks, and the status of the game."""
        done, folder = self.run_ok(bots={"t": bad_bot("times", **words), "b": "basic"}, seats=["t", "b", "b"],
                                   deals=1, **{"limits": {"time_ms": 0}} | fields)
        found = dict(re.findall(r"^.*t: (.*): (-?\d+|none)$", done.stderr, re.M))
        return {name: None if number == "none" else int(number) for name, number in found.items()}, read_lines(folder)[0]["status"]

    def test_its_time_is_its_own(self):
        """It begins with the process, in 2000, and a sleep ends at once, whatever it waits with. What it waits for a processor counts
        as well, though: some seconds on a busy machine, but less than half a minute."""
        said, status = self.said({"sleeps": True}, limits={"time_ms": 100_000, "bank_ms": 150_000, "cpu_ms": 60_000}, **ISOLATED)
        least = {"seconds of its life": 0, "seconds of its life by times()": 0, "the date": 946684800, "a minute's sleep": 60,
                 "sleep until then": 60, "a minute's waiting": 60, "waiting until then": 60}
        assert said.keys() == least.keys() and status == "ok"
        assert {name: number for name, number in least.items() if not number <= said[name] < number + 30} == {}, said

    def test_no_clock_is_fine(self):
        """Whichever can be read goes on in steps of its own time, or stands still; in processes that measure, the system's are read."""
        own, status = self.said({}, **ISOLATED)
        assert status == "ok" and len(own) == 20 and own["step of another process -14"] is None and own["step of kernel 1"], own
        assert {name: step for name, step in own.items() if step and step % 4_000_000} == {}
        assert self.said({}, isolation="none")[0]["step of kernel 1"] < 4_000_000

    @staticmethod
    def mappings(process):
        """What a process has mapped of files: path, whether it is shared, and inode."""
        with contextlib.suppress(OSError):
            lines = [line.split() for line in pathlib.Path(f"/proc/{process}/maps").read_text(encoding="utf-8").splitlines()]
            return {(" ".join(path), rights[3] == "s", int(inode)) for _, rights, _, _, inode, *path in lines if inode != "0"}
        return set()

    def have_loaded(self, run):
        return [pid for pid in descendants(run.pid) if is_bot_process(pid)
                and ("/memfd:module", False) in {(path.split(" (")[0], shared) for path, shared, _ in self.mappings(pid)}]

    def test_processes_of_a_run(self):
        """Each has a copy of its own of its module, and of all other files nothing; no huge pages, no capabilities. Those of a seating rest
        until its next deal: whatever they still did when their deal is over would slow down those who play the same deal after them."""
        run, _ = self.start(bots={name: cheat("dawdles") for name in "abc"}, seats=["a", "b", "c"], schedule="rotations",
                            deals=1000000, limits={"memory_mb": 1 << 20}, **ISOLATED)
        wait_until(lambda: len(self.have_loaded(run)) == 9, run)
        found = [self.mappings(pid) for pid in self.have_loaded(run)]
        for mapped in found:
            assert {(path.split(" (")[0], shared) for path, shared, _ in mapped} == {("/memfd:module", False), ("/memfd:bot-process", True)}
        inodes = [inode for mapped in found for _, _, inode in mapped]
        assert len(inodes) == len(set(inodes))
        for status in map(status_of, self.have_loaded(run)):
            assert {int(status[kind], 16) for kind in ("CapInh", "CapPrm", "CapEff", "CapAmb")} == {0} and status["NoNewPrivs"] == "1"
            assert status.get("THP_enabled", "0") == "0"  # a huge page of zeros would be that of all processes
        rested = set()

        def all_have_rested():
            resting = [pid for pid in self.have_loaded(run) if status_of(pid).get("State", "").startswith("T")]
            rested.update(resting if len(resting) >= 6 else [])  # all but those of one seating
            return len(rested) == 9

        wait_until(all_have_rested, run)
        run.kill()
        assert "memory_mb allows 9 bot processes 9437184 MB together, and there are " in run.stderr.read()


class TestBudgets(IsolationTest):
    def test_limits(self):
        """burn_time takes some milliseconds for a card, loop has no end. What is too long for a call is drawn from the account of the
        deal."""
        for how, limits in (("burn_time", {"time_ms": 5, "bank_ms": 30000}), ("loop", {"time_ms": 10, "bank_ms": 10}),
                            ("loop", {"time_ms": 0, "cpu_ms": 10})):
            done, folder = self.hostile(how, deals=1, isolation="none", limits=limits)
            assert done.returncode == OK, done.stderr
            late = how == "loop"
            assert read_lines(folder)[0]["status"] == ("timeout" if late else "ok"), limits
            assert not late or read_json(folder, "summary.json")["depends_on_clock"]
            if "bank_ms" in limits and not late:  # then every decision is timed
                slow, fast = read_json(folder, "timing.json")["bots"]
                assert slow["max_us"] > 5000 and slow["max_us"] >= slow["p99_us"] >= slow["p90_us"] >= slow["p50_us"]
                assert fast["p50_us"] < slow["max_us"]
                self.assert_valid("timing", read_json(folder, "timing.json"), "timing.json")
        assert not read_json(self.sample(deals=3), "summary.json")["depends_on_clock"]

    @needs_isolation
    def test_thinking_while_others_do(self):
        """T4: what a bot computes after its answer counts towards the next one, however busy the machine is. One that was stopped when it
        was found late still says where it was."""
        for limits, late in (({"cpu_ms": 30, "time_ms": 0}, True), ({"cpu_ms": 60000, "time_ms": 3, "bank_ms": 60000}, False)):
            folder = self.play(bots={"t": cheat("thinks_on", ms=100 if late else 4), "b": "basic"}, seats=["t", "b", "b"],
                               deals=1, limits=limits, **ISOLATED)
            statuses = {line["status"] for line in read_lines(folder)}
            assert ("timeout" in statuses) == late and statuses <= {"ok", "timeout"}
            assert bool(faults_of(folder)) == late
            assert all("backtrace" in fault for fault in faults_of(folder)) or has_sanitizer()  # which takes longer than it may

    def test_sleeping_costs_no_processor_time(self):
        bots = {"f": bad_bot("faulty", what="dawdle"), "b": "basic"}  # it sleeps for a second
        folder = self.play(bots=bots, seats=["f", "b", "b"], deals=1, limits={"time_ms": 0, "cpu_ms": 900})
        assert [line["status"] for line in read_lines(folder)] == ["ok"]


class TestStarting(IsolationTest):
    def refuse(self, bot, *says, **more):
        self.run_says(USAGE, says, **{"bots": {"h": bot, "b": "basic"}, "seats": ["h", "b", "b"], "deals": 2} | ISOLATED | more)

    def test_options(self):
        self.refuse("basic", "$.limits.memory_mb", limits={"memory_mb": 100}, isolation="none")
        self.refuse("basic", "$.isolation", isolation="some")
        self.refuse("basic", "$.limits.bank_ms", limits={"time_ms": 0, "bank_ms": 5}, isolation="none")
        for command in ("bot-process", "probe"):  # the program's own
            assert arena(command).returncode == USAGE

    @needs_isolation
    def test_modules_that_do_not_start(self):
        self.refuse("basic", "$.limits.memory_mb", limits={"memory_mb": 1})
        self.refuse(bad_bot("faulty", what="fork_child", when="create"), "tried ", "which the sandbox forbids")

    @needs_isolation
    def test_create_has_time(self):
        """Longer than a call may take; any other call has not. Who ends with each session is charged with no game, and the next session
        has a new process; but the run says so."""
        bots = {"create": with_limit(bad_bot("faulty", what="dawdle", when="create")),
                "session_begin": with_limit(bad_bot("faulty", what="hang", when="session_begin")),
                "f": bad_bot("faulty", what="exit", when="session_end")}
        done, folder = self.run_config(bots=bots, seats=list(bots), deals=1, sessions=2, limits={"time_ms": 30000}, **ISOLATED)
        assert {(fault["bot"], fault["status"]) for fault in faults_of(folder)} == {("session_begin", "timeout")}
        assert "warning: bots failed 2 times where no game could be charged; first: f, in session_end\n" in done.stderr

    @needs_isolation
    def test_texts_that_are_too_long(self):
        self.refuse(cheat("steals_seed", seed="7" * 1024), "$.bots.h.options.seed", "1023")


class TestNote(IsolationTest):
    """Whoever runs modules of others with the user's rights is told so, once, in a line that names them."""

    NOTE = "with your rights, without isolation"

    def notes(self, *arguments):
        done = arena(*arguments)
        assert done.returncode in (OK, 1, 2), done.stderr
        return [line for line in done.stderr.splitlines() if self.NOTE in line]

    def test_commands_that_play(self):
        """Also where one command plays many runs. Who is isolated is not named."""
        wild, basic = bad_bot("wild"), "basic"
        fields = {"bots": {"w": wild, "b": basic}, "seats": ["w", "b", "b"], "deals": 6, "isolation": "auto"}
        study = self.write_config(variations={"grand20": {"value.grand": 20}}, **fields)
        plays = ["--deals", 6, "--quiet", "--force", "--out", self.temp / "out"]
        note = f"skat-arena: {wild} runs {self.NOTE}"
        assert self.notes("study", study, *plays) == [] and self.notes("study", study, *plays, "--isolation", "none") == [note]
        assert self.notes("positions", wild) == [] and self.notes("positions", wild, "--isolation", "none") == [note]

    def test_which_modules_are_named(self):
        """Each once; the program's own ones and isolated ones not, but a path that leads out of the program's folder."""
        folder = program().parent / "bots"
        away = folder / ".." / "tests" / "bots" / "wild.so"
        bots = {"a": {"bid": bad_bot("only_bids"), "play": str(away)}, "b": str(away), "c": str(folder / "basic.so"), "d": "random"}
        done, _ = self.run_config("--quiet", bots=bots, seats=list(bots), deals=2, isolation="none")
        assert f"skat-arena: {bad_bot('only_bids')}, {away} run with your rights" in done.stderr and done.stderr.count(self.NOTE) == 1


class TestEvidence(BothTest):
    WHATS = {"segfault": "signal 11", "exit": "exit status 0", "kill_self": "signal 9|tried tgkill"}

    def test_each_fault_has_its_line(self):
        """And who is charged, with which game, is the same wherever the code runs."""
        folders = self.both(**crashing())
        for one, other in zip(*map(read_lines, folders), strict=True) if len(folders) > 1 else ():
            assert (one.get("fault"), one["status"]) == (other.get("fault"), other["status"])
            assert "fault" in one or one == other
        for folder in folders:
            lines, faults = [line for line in read_lines(folder) if "fault" in line], faults_of(folder)
            assert {fault["bot"] for fault in faults} == self.WHATS.keys()
            for fault, line in zip(faults, lines, strict=True):
                assert (fault["game"], fault["seat"], fault["status"]) == (line["game"], line["fault"], line["status"])
                assert fault["bot"] == line["table"][line["fault"]]
                self.assert_valid("fault", fault, "faults.jsonl")
                if not has_sanitizer():  # which ends a process in its own way
                    assert re.search(self.WHATS[fault["bot"]], fault["what"])
                    assert fault["bot"] in ("exit", "kill_self") or \
                        any(frame.startswith("faulty.so+0x") for frame in fault["backtrace"]), fault

    def test_command(self):
        folder = self.sample(**crashing())
        done = arena_ok("games", folder, "--faults", "--most", 1)
        assert re.search(r"^game \d+: \w+, \w+, crash: ", done.stdout) and " more (--most)" in done.stderr
        assert json.loads(arena("games", folder, "--faults", "--json").stdout) == read_lines_of(folder / "faults.jsonl")
        assert arena("games", folder, "--faults", "--bot", "nobody").stdout == "no faults of nobody\n"
        clean = self.sample(deals=3)
        assert not (clean / "faults.jsonl").exists() and arena("games", clean, "--faults").stdout == "no faults\n"
        copy = pathlib.Path(shutil.copytree(folder, self.temp / "copy"))
        (copy / "faults.jsonl").write_text("{\n")
        arena_says(BAD_FILE, "faults.jsonl:1", "games", copy, "--faults")
