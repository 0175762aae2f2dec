# SPDX-License-Identifier: MIT
"""End-to-end tests of power cuts: whatever a file system leaves of a folder, no finished game is lost without a word."""
import random
import shutil

import crash_states
from crash_states import traced
from harness import *

MADE = ("manifest.json", "games.jsonl", "games.jsonl.zst", "summary.json", "faults.jsonl", "redeals.jsonl")


class CrashTest(RunTest):
    def record(self, folder, *arguments, inject=()):
        command = [str(program()), *map(str, arguments)]
        return crash_states.record(command, folder, self.temp / "strace", *inject, cwd=ROOT)

    def config(self, **fields):
        """A run with a log and faults; four units of games at once are open."""
        faulty = bad_bot("faulty", what="abort", when="card", percent=4)
        return self.write_config(**{"bots": {"f": faulty, "b": "basic", "r": RANDOM}, "seats": ["f", "b", "r"],
                                    "schedule": "rotations", "sessions": 3, "deals": 2, "workers": 1} | fields)

    def new_folder(self, name="out"):
        (self.temp / name).mkdir()
        return self.temp / name

    def whole(self, path, *words):
        assert arena("run", path, "--out", self.temp / "whole", "--quiet", *words).returncode == OK
        return self.results(self.temp / "whole")

    def results(self, folder):
        return {path.name: unpacked(path) for path in sorted(folder.iterdir()) if path.name in MADE}

    def few(self, trace, count=2):
        """Some of the states that a cut may leave."""
        states = list(crash_states.states_of(trace))
        return [states[i] for i in sorted(random.Random(4711).sample(range(len(states)), min(count, len(states))))]

    def check_state(self, state, number, repeat_command, final):
        """One state, taken up as somebody would who finds it."""
        folder = crash_states.lay_out(state, self.temp / "state")
        left = {name for name in state if not name.endswith(".new")}
        try:
            if "resume.json" in left:
                done = arena("run", "--resume", folder, "--quiet")
            elif "summary.json" in left and "manifest.json" in left:
                done = arena("verify", folder)
            else:
                done = arena(*repeat_command, "--out", folder)
            assert done.returncode == OK, (number, sorted(left), done.stderr)
            assert self.results(folder) == final, (number, sorted(left), done.stderr)
        finally:
            shutil.rmtree(folder)

    def check(self, trace, repeat_command, final, count=2):
        assert trace.status == OK
        assert not crash_states.lost_after(trace, len(trace.events)), "a finished run can still be lost"
        for number, state in self.few(trace, count):
            self.check_state(state, number, repeat_command, final)


@traced
class TestPowerCuts(CrashTest):
    def test_run_that_is_resumed(self):
        path, out, first = self.config(), self.temp / "out", self.new_folder("first")
        trace = self.record(first, "run", path, "--out", first, "--quiet")
        cut = [state for _, state in crash_states.states_of(trace)
               if len(state.get("games.jsonl", b"")) > 2000 and "summary.json" not in state]
        crash_states.lay_out(cut[len(cut) // 2], out)
        again = self.record(out, "run", "--resume", out, "--quiet")
        self.check(again, ("run", path, "--quiet"), self.results(first), 1)

    def test_run_over_another(self):
        other, path, out = self.write_config(deals=3, sessions=2), self.config(), self.temp / "out"
        assert arena("run", other, "--out", out, "--quiet").returncode == OK
        trace = self.record(out, "run", path, "--out", out, "--quiet", "--force")
        old = trace.before
        final = self.results(out)
        for number, state in self.few(trace):
            if "resume.json" in state:  # else it is what is left of the old run, which was to go
                self.check_state(state, number, (), final)
            else:
                left = {name: data for name, data in state.items() if not name.endswith(".new")}
                assert left.items() <= old.items() or self.results_of(left) == final, number

    def results_of(self, state):
        return {name: data for name, data in state.items() if name in MADE}

    def test_run_with_a_compressed_log(self):
        path, out = self.config(log="zstd"), self.new_folder()
        trace = self.record(out, "run", path, "--out", out, "--quiet")
        assert any(event.name == "games.jsonl.zst" for event in trace.events)
        self.check(trace, ("run", path, "--quiet"), self.results(out), 6)

    def test_run_that_is_interrupted(self, monkeypatch):
        """It says that games are finished only when they are on the disk."""
        # A bot that sleeps, so that there are many units, and interrupts the run in the middle.
        path, out = self.config(sessions=20, seats=["b", "b", "s"], bots={"b": "basic", "s": bad_bot("dawdles", ms=4)},
                                schedule="fixed"), self.new_folder()
        monkeypatch.setenv("DAWDLES_INTERRUPTS", "7")
        trace = self.record(out, "run", path, "--out", out, "--quiet")
        monkeypatch.delenv("DAWDLES_INTERRUPTS")
        assert trace.status == INTERRUPTED
        said = [number for number, event in enumerate(trace.events) if b"are finished and in" in event.data]
        assert len(said) == 1 and not crash_states.lost_after(trace, said[0])
        assert not crash_states.lost_after(trace, len(trace.events))
        self.whole(path)
        for number, state in self.few(trace, 1):
            self.check_state(state, number, ("run", path, "--quiet"), self.results(self.temp / "whole"))

    def test_merge(self):
        path, out, parts = self.config(), self.new_folder(), []
        for part in (1, 2):
            parts.append(self.temp / f"part{part}")
            assert arena("run", path, "--out", parts[-1], "--shard", f"{part}/2", "--quiet").returncode == OK
        trace = self.record(out, "merge", *parts, "--out", out, "--quiet")
        self.check(trace, ("merge", *parts, "--force", "--quiet"), self.results(out))

    def test_whatever_is_written(self):
        """When a command has ended, nothing that it wrote can be lost."""
        run, out = self.temp / "run", self.temp / "out"
        assert arena("run", self.config(sessions=1), "--out", run, "--quiet").returncode == OK
        study = self.write_config(deals=1, variations={"kontra": {"kontra.levels": 1}})
        for command in (("study", study, "--out", out), ("report", run, "--out", out / "page.html")):
            out.mkdir()
            trace = self.record(out, *command)
            assert trace.status == OK, (command, trace.printed)
            assert any(event.kind == "write" for event in trace.events), command
            assert not crash_states.lost_after(trace, len(trace.events)), command
            shutil.rmtree(out)


@traced
class TestFailedWrites(CrashTest):
    """A disk that fails, or is full, at each of the places where a run waits for it."""

    def check_end(self, trace, folder, path, final):
        """It says so, and what it left is gone on with."""
        assert trace.status == INTERNAL and "cannot be" in trace.printed, (trace.status, trace.printed)
        self.check_state(crash_states.content(folder), trace.printed, ("run", path, "--quiet"), final)
        shutil.rmtree(folder)

    def test_syncs(self):
        path, whole = self.config(), self.new_folder("whole")
        trace = self.record(whole, "run", path, "--out", whole, "--quiet")
        syncs = [event.kind for event in trace.events if event.kind in ("sync", "sync_folder")]
        assert len(syncs) > 8
        for call, number in (("fdatasync", syncs.count("sync") // 2), ("fsync", syncs.count("sync_folder") // 2)):
            out = self.new_folder()
            failed = self.record(out, "run", path, "--out", out, "--quiet", inject=("-e", f"inject={call}:error=EIO:when={number}"))
            self.check_end(failed, out, path, self.results(whole))

    def test_full_disk(self):
        path = self.config()
        whole, out = self.whole(path), self.temp / "out"
        grown = [option for name in ("games.jsonl", "faults.jsonl") for option in ("-P", str(out / name))]
        out.mkdir()
        failed = self.record(out, "run", path, "--out", out, "--quiet", inject=(*grown, "-e", "inject=write:error=ENOSPC:when=3+"))
        assert "No space left on device" in failed.printed, failed.printed
        self.check_end(failed, out, path, whole)
