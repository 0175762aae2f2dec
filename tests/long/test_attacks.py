# SPDX-License-Identifier: MIT
"""Every hostile act in every place and moment (`make long-attacks`): what tests/e2e/test_attacks.py and test_isolation.py play one of each
kind of."""
import os
import random
import shlex
import subprocess
import time

import pytest

from attack_runs import *
from harness import *
from isolated_runs import *
from machine import needs_isolation

# What hostile.so tries in the sandbox, and a pattern of what its fault says.
ATTACKS = {
    "read_memory": "tried process_vm_readv",
    "trace": "tried ptrace",
    "open_file": "tried openat",
    "write_file": "tried openat",
    "connect": "tried socket",
    "fork_bomb": "tried (clone|a system call)",
    "requeue": "tried futex",
    "kill_parent": "tried kill",
    "kill_group": "tried kill",
    "map_code": "tried mmap",
    "share_memory": "tried mmap",
    "catch_sigsys": "tried rt_sigaction",
}
preloads = pytest.mark.no_sanitizer("what is loaded before the program is loaded before the sanitizer, too")
isolations = pytest.mark.parametrize("isolation", ("none", pytest.param("process", marks=needs_isolation)))


@needs_isolation
class TestIsolated(AttackTest):
    @pytest.mark.parametrize("how, what", ATTACKS.items())
    def test_attacks(self, how, what):
        self.assert_charged(how, what, deals=3)
        assert not os.path.exists("/tmp/hostile")

    @pytest.mark.parametrize("how, what", [attack for attack in ATTACKS.items() if attack[0] != "requeue"])  # `check` allows that
    def test_check_names_them(self, how, what):
        done = arena("check", f"{cheat('hostile')}:how={how}", "--rules", "ramsch-only", "-n", 9)
        assert done.returncode == REJECTED and re.search(f"{what}, which the sandbox forbids, in act", done.stdout), done.stdout

    @pytest.mark.parametrize("what", INITIALISERS)
    def test_initialisers(self, what):
        self.assert_stopped(what)

    @pytest.mark.no_sanitizer("the leak checker's own process would be killed, too")
    def test_bot_processes_that_are_killed(self):
        fields = {"bots": {"s": "stammtisch", "b": "basic"}, "seats": ["s", "b", "b"], "seed": LARGE, "schedule": "rotations",
                  "deals": 1500, "workers": 2} | ISOLATED
        whole, chance, kills = self.play(**fields), random.Random(4711), 0
        run, out = self.start(**fields)
        while run.poll() is None:
            size = size_of(out / "games.jsonl")
            wait_until(lambda: size_of(out / "games.jsonl") > size or run.poll() is not None)
            with contextlib.suppress(ProcessLookupError, IndexError):
                os.kill(chance.choice(descendants(run.pid)), signal.SIGKILL)  # workers, too
                kills += 1
            time.sleep(chance.uniform(0, 0.2))
        assert run.returncode == OK and kills > 2, run.stderr.read()
        self.assert_same_bytes(whole, out)
        assert not (out / "faults.jsonl").exists()

    @preloads
    def test_a_bot_process_that_the_system_ends(self):
        """It costs nobody, and the run says whose it was."""
        fields = {"bots": {"s": "basic", "b": self.waiting_program(100)}, "seats": ["s", "b", "b"], "schedule": "rotations",
                  "deals": 20, "compare": ["s", "b"], "seed": LARGE, "limits": {"time_ms": 0}} | ISOLATED
        (self.temp / "go").touch()
        whole = self.play(**fields)
        (self.temp / "go").unlink()
        out, said = self.killed_for_memory("bot", **fields)
        assert "games were played again 1 time since a process was killed from outside, first while it ran s" in said
        self.assert_same_bytes(whole, out, ["games.jsonl", "summary.json"])
        self.assert_verified(out)


class TestShortage(AttackTest):
    @preloads
    @isolations
    def test_a_hundred_charge_nobody(self, isolation):
        """Of processes, memory and descriptors, where the supervisor starts workers, and isolated workers bots."""
        fields = self.restarting(deals=160, isolation=isolation)
        out = self.temp / "out"
        done, (_, *shortages) = self.run_with("short_of", {"SHORT_FROM": 40}, "run", self.write_config(**fields), "--out", out, "--quiet",
                                              counts=4)
        assert done.returncode == OK, done.stderr
        assert sum(shortages) >= 100 and min(shortages) > 20, shortages
        self.assert_same_bytes(out, self.play(**fields))

    @preloads
    @pytest.mark.parametrize("command", (("compare", "basic", "random"), ("regress", "basic", "random"), ("plan", "basic", "random")))
    def test_none_to_start(self, command):
        done, _ = self.run_with("short_of", {"SHORT_FROM": 1, "SHORT_EVERY": 1}, *command, counts=4)
        assert done.returncode == INTERRUPTED and done.stderr.startswith("skat-arena: the machine is short of something: "), done.stderr

    @preloads
    @pytest.mark.parametrize("ends", ("kill -9 $$", "exit 137"))
    def test_program_in_a_run(self, ends):
        done, out = self.run_killed("= 2", ends)
        assert done.returncode == OK and not (out / "faults.jsonl").exists(), done.stderr
        assert "first while it ran p" in done.stderr
        assert self.run_killed("= 1", ends)[0].returncode == OK
        done, _ = self.run_killed("-ge 2", ends)
        assert done.returncode == INTERRUPTED and "p was killed from outside 21 times in the same games" in done.stderr, done.stderr

    @preloads
    def test_program_at_the_start(self):
        """If it is always ended before the first game, the command ends with 75 and names it; if the system ended nothing, the program
        cannot start."""
        ends = "sh -c 'kill -9 $$'; exit $?"
        done, _ = self.run_killed("-ge 1", ends)
        assert done.returncode == INTERRUPTED and "cannot start its program" in done.stderr, done.stderr
        done, _ = self.run_killed("-ge 1", ends, seems=":")
        assert done.returncode == USAGE and "exit status 137" in done.stderr, done.stderr

    @preloads
    @pytest.mark.parametrize("which, status", (("= 7", OK), ("-ge 7", INTERRUPTED)))
    def test_check_of_a_program(self, which, status):
        """One that the system has ended for lack of memory is tried again, and not charged."""
        count, vmstat = self.temp / "count", self.temp / "vmstat"
        count.write_text("0")
        vmstat.write_text("oom_kill 7\n")
        command = (f"n=$(cat {count}); n=$((n+1)); echo $n >{count}; if test $n {which}; then echo oom_kill 1$n >{vmstat}; kill -9 $$; fi; "
                   "exec /usr/bin/python3 -S tests/bots/pipes/legal.py")
        done, _ = self.run_with("memory_kills", {"VMSTAT": vmstat}, "check", f"pipe:command={command}", "--rules",
                                "ramsch-only", "-n", 1, "--json")
        result = json.loads(done.stdout)
        assert done.returncode == status and vmstat.read_text() != "oom_kill 7\n", done.stdout  # it was ended
        assert "FAIL" not in {line["result"] for line in result["checks"]}
        assert status == OK or "was ended 3 times for lack of memory" in result["shortage"]


@pytest.mark.no_sanitizer("about time that stands still, not memory")
class TestTime(AttackTest):
    @isolations
    @pytest.mark.parametrize("whose", ("all", "supervisor", "others"))
    def test_stops(self, isolation, whose):
        self.assert_stops_cost_nothing(isolation, whose, 5)

    @isolations
    def test_more_workers_than_processors(self, isolation):
        """Processor time tells a slow bot from one that waits for its turn. The limit is some times what its longest thought takes: a
        fifteenth of what all take that it has in twelve deals, which tells how fast the machine is."""
        thinker = {"module": "pimc", "options": {"worlds": 6, "knodes": 20}}
        fields = {"bots": {"s": "stammtisch", "p": thinker}, "seats": ["s", "p", "s"], "seed": LARGE, "schedule": "rotations",
                  "isolation": isolation}
        before = os.times()
        self.play(**fields, deals=12, workers=1, limits={"time_ms": 0})
        after = os.times()
        taken = after.children_user + after.children_system - before.children_user - before.children_system
        folder = self.play(**fields, deals=12, workers=16, limits={"time_ms": max(50, round(1000 * taken / 15))})
        assert not (folder / "faults.jsonl").exists()

    @pytest.fixture
    def busy(self):
        """The first processor is busy with eight other processes; its number."""
        number = min(os.sched_getaffinity(0))
        processes = [subprocess.Popen(["sh", "-c", "while :; do :; done"], preexec_fn=lambda: os.sched_setaffinity(0, [number]))
                     for _ in range(8)]
        yield number
        for process in processes:
            process.kill()
            process.wait()

    @isolations
    @pytest.mark.usefixtures("busy")
    def test_who_is_slow_is_late_all_the_same(self, isolation):
        """It burns processor time, or it sleeps: on a busy machine, too."""
        for bot in (cheat("hostile", how="loop"), bad_bot("faulty", what="hang")):
            folder = self.play(bots={"h": bot, "b": "basic"}, seats=["h", "b", "b"], deals=1, limits={"time_ms": 100}, isolation=isolation)
            assert [line["status"] for line in read_lines(folder)] == ["timeout"]

    @needs_isolation
    def test_a_program_that_waits_for_a_processor(self, busy):
        """Its first question takes half of the limit in processor time, of which it gets a ninth: by the clock it is late. It is
        isolated so that no worker is ended: what judges is the wait of `pipe`."""
        code = (f"import os, sys, time; sys.path.insert(0, {str(ROOT / 'tests/bots/pipes')!r})\n"
                "import player\ndecide, begun = player.decide, []\n"
                "def slow(*arguments):\n"
                f"    os.sched_setaffinity(0, [{busy}])\n"
                "    while not begun and time.process_time() < 0.3: pass\n"
                "    begun.append(1)\n"
                "    return decide(*arguments)\n"
                "player.decide = slow\nimport legal")
        command = "exec " + shlex.join(["/usr/bin/python3", "-S", "-c", code])
        bots = {"p": {"module": "pipe", "options": {"command": command}}, "b": "basic"}
        folder = self.play(bots=bots, seats=["p", "b", "b"], deals=1, limits={"time_ms": 600}, **ISOLATED)
        assert not (folder / "faults.jsonl").exists()


@preloads
@pytest.mark.parametrize("moments", KILLS.values(), ids=KILLS)
class TestKilledAtAnyMoment(AttackTest):
    def test_replaced(self, moments):
        self.assert_replaced(self.killed([])[1], moments)
