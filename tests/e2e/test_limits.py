# SPDX-License-Identifier: MIT
"""Limits that belong to a bot: read, recorded, told to it, and kept by whoever calls it."""
import json

from harness import *
from machine import isolates

KEYS = ("time_ms", "bank_ms", "cpu_ms", "start_ms", "memory_mb", "nodes")


def dawdles(when="card", **limits):
    return bad_bot("faulty", what="dawdle", when=when, percent=100) | ({"limits": limits} if limits else {})


class TestLimits(RunTest):
    def limits_of(self, folder):
        return {bot["name"]: tuple(bot["limits"][key] for key in KEYS) for bot in read_json(folder, "manifest.json")["bots"]}

    def check_two(self, limits, **more):
        """Who has a limit and hangs is late, and who takes a second and has none of its own is not."""
        bots = {"s": with_limit(bad_bot("faulty", what="hang", percent=100)), "d": dawdles(), "b": "basic"}
        folder = self.play("--workers", 1, bots=bots, seats=["s", "d", "b"], deals=4, limits={"time_ms": 30000} | limits, **more)
        late = {line["table"][line["fault"]] for line in read_lines(folder) if line["status"] == "timeout"}
        assert late == {"s"} and {line["status"] for line in read_lines(folder)} <= {"ok", "timeout", "conceded"}
        return folder

    def test_who_has_one(self):
        """The others have those of the config. A run begun from its manifest has the same."""
        folder = self.check_two({"start_ms": 70000, "nodes": 7})
        assert self.limits_of(folder) == {"s": (500, 0, 0, 70000, 0, 7), "d": (30000, 0, 0, 70000, 0, 7), "b": (30000, 0, 0, 70000, 0, 7)}

    @pytest.mark.skipif(not isolates(), reason="bots cannot be isolated on this machine")
    def test_isolated(self):
        folder = self.check_two({"memory_mb": 512}, isolation="process")
        assert {limits[4] for limits in self.limits_of(folder).values()} == {512}

    def test_memory(self):
        if not isolates():
            pytest.skip("bots cannot be isolated on this machine")
        takes = {"module": "stammtisch", "limits": {"memory_mb": 700}}
        folder = self.play(bots={"t": takes, "b": "basic"}, seats=["t", "b", "b"], deals=1, isolation="process")
        assert {name: limits[4] for name, limits in self.limits_of(folder).items()} == {"t": 700, "b": 1024}

    def test_the_time_to_start(self):
        """Longer than a call may take; unless the bot has less."""
        hangs = bad_bot("faulty", what="hang", when="create", percent=100) | {"limits": {"start_ms": 1000}}
        self.run_says(USAGE, "did not start in 1000 ms", bots={"s": hangs, "b": "basic"}, seats=["s", "b", "b"], deals=1)
        self.play(bots={"s": dawdles("create", time_ms=200), "b": "basic"}, seats=["s", "b", "b"], deals=1)

    def test_on_the_command_line(self):
        """Among the options of a module, and of a program; alone, too."""
        out = self.temp / "words"
        done = arena("compare", "a=stammtisch:limit.time_ms=5000,caution=48,limit.nodes=9", "b=stammtisch:limit.start_ms=1234", "-n", 36,
                     "--out", out, "--quiet", "--limit", "time_ms=7000", "--limit", "nodes=3")
        assert done.returncode in (OK, 1, 2), done.stderr
        assert self.limits_of(out) == {"a": (5000, 0, 0, 60000, 0, 9), "b": (7000, 0, 0, 1234, 0, 3)}
        example = ROOT / "bots" / "pipe" / "example.py"
        folder = self.play(bots={"p": f"{example}:limit.bank_ms=77", "b": "basic"}, seats=["p", "b", "b"], deals=1)
        assert self.limits_of(folder)["p"] == (10000, 77, 0, 60000, 1024, 0)  # programs are limited
        done = arena("check", "pipe:command=sleep 60,limit.start_ms=1000", "--rules", "isko")
        assert "did not greet in 1000 ms" in done.stdout, done.stdout

    def test_the_schema_of_configs_has_each(self):
        assert set(json.loads((SCHEMAS / "config.schema.json").read_text())["$defs"]["limits"]["properties"]) == set(KEYS)

    def test_what_is_refused(self):
        for limits, place, text in (
                ({"time": 5}, "$.bots.s.limits", "time_ms"), ({"time_ms": -1}, "$.bots.s.limits.time_ms", "0..86400000"),
                ({"memory_mb": 512}, "$.bots", 'without "isolation": "process"'), ({"memory_mb": 3}, "$.bots.s.limits.memory_mb", "64"),
                ({"time_ms": 0, "bank_ms": 5}, "$.bots.s.limits.bank_ms", "no effect"), (5, "$.bots.s.limits", "object")):
            done, _ = self.run_config(bots={"s": {"module": "basic", "limits": limits}, "b": "basic"}, seats=["s", "b", "b"], deals=1)
            assert done.returncode == USAGE and place in done.stderr and text in done.stderr, (limits, done.stderr)
        for word, place, text in (("time=5", "$.limits", "time_ms"), ("time_ms", "--limit", "KEY=N"),
                                  ("nodes=many", "$.limits.nodes", '"many"'),
                                  ("memory_mb=512", "$.limits.memory_mb", 'without "isolation": "process"')):
            arena_says(USAGE, (place, text), "compare", "basic", "random", "--limit", word)
        arena_says(USAGE, 'time_ms', "check", "basic:limit.time=5")

    def test_a_bot_is_told(self):
        notes = self.temp / "hello"
        command = f"exec {sys.executable} -c 'import sys; open(sys.argv[1], \"w\").write(sys.stdin.readline())' {notes}"
        self.run_config(bots={"p": {"module": "pipe", "options": {"command": command}, "limits": dict(zip(KEYS, (9, 8, 7, 9000, 0, 5)))},
                              "b": "basic"}, seats=["p", "b", "b"], deals=1)
        told = json.loads(notes.read_text())["limits"]
        assert told["start_ms"] == 9000 and list(told) == list(KEYS)
