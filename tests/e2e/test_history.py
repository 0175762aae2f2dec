# SPDX-License-Identifier: MIT
"""End-to-end tests of `history`, of all commits and with --good and --bad: the bots of commits in a small repository."""
import csv
import io
import json
import os
import re
import shutil
import signal
import subprocess

import pytest

import crash_states
from commit_repository import BROKEN, CRASHES, GOOD, MAKE_BOT, Repository, WORST, strength
from harness import *

pytestmark = pytest.mark.skipif(not shutil.which("git"), reason="git is missing")

DEALS = 72
LONG = 120  # so that a run can be interrupted


def history_command(folder, out, *arguments, build=MAKE_BOT, deals=DEALS):
    return ["history", folder, "--build", build, "--out", out, "--deals", str(deals), "--seed", "5", "--anchor", "basic", *arguments]


def history(folder, out, *arguments, **more):
    return arena(*history_command(folder, out, *arguments, **more))


def bisect_command(repository, good, bad, out, *arguments, deals=36000):
    return ["history", repository, "--good", good, "--bad", bad, "--build", MAKE_BOT, "--out", out, "--deals", str(deals), "--seed", "5",
            "--against", "random", *arguments]


def stopped(command, number, until):
    """Runs a command until something holds, and sends it a signal, which it handles by then. Its exit status; it may have ended before."""
    with Started([program(), *command], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        wait_until(lambda: process.poll() is not None or
                   until() and (number == signal.SIGKILL or has_signal(process, "SigCgt", number)))
        process.send_signal(number)
        _, said = process.communicate(timeout=TIMEOUT)
    assert process.returncode in (OK, INTERRUPTED, -signal.SIGKILL), said
    assert process.returncode != INTERRUPTED or "--resume continues" in said
    return process.returncode


def runs(out):
    """When each finished run of a cache was."""
    return {path.parent.name: path.stat().st_mtime_ns for path in (out / "cache" / "runs").glob("*/summary.json")
            if not (path.parent / "resume.json").exists()}


def compared(out):
    """The runs of two bots: the others are of one alone."""
    return {name for name in runs(out) if "comparison" in read_json(out / "cache" / "runs" / name, "summary.json")}


def play_history(folder):
    """All that can happen to a commit: a repository, the hashes by name, the result folder, and what was printed."""
    repository = Repository(folder / "repository")
    commits = {
        "first": repository.commit("First bot", strength(GOOD)),
        "notes": repository.commit("Notes only", notes="nothing that is built\n"),
        "broken": repository.commit("Does not compile", BROKEN),
        "worse": repository.commit("Bids on \x1b[31many | hand", strength(WORST)),
        "crashes": repository.commit("Crashes", CRASHES),
        "library": repository.commit("A library", Makefile=f"bot.so:\n\tcp '{program().parent / 'libskat-ffi.so'}' $@\n"),
        "nothing": repository.commit("Makes nothing", Makefile="bot.so:\n\t@echo done\n"),
        "back": repository.commit("As it was", strength(GOOD), Makefile=repository.makefile),
    }
    hook = repository.path / ".git" / "hooks" / "post-checkout"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text(f"#!/bin/sh\ntouch {folder}/hook\n")
    hook.chmod(0o755)
    done = history(repository.path, folder / "out")
    assert done.returncode == OK, done.stderr
    (folder / "commits.json").write_text(json.dumps(commits))
    (folder / "told").write_text(done.stdout)


class TestHistory:
    @pytest.fixture(autouse=True)
    def played(self):
        self.folder = shared("history", play_history)
        self.out, self.commits = self.folder / "out", read_json(self.folder, "commits.json")
        self.value = checked(self.out, "history")
        names = {commit: name for name, commit in self.commits.items()}
        self.rows = {names[row["commit"]]: row for row in self.value["commits"]}

    def test_what_became_of_each_commit(self):
        """Each that plays is compared with the one before it that does, and what is equal is played once."""
        rows, commits = self.rows, self.commits
        assert list(rows) == list(commits)  # the oldest first
        assert {name: row["status"] for name, row in rows.items()} == dict.fromkeys(commits, "plays") | {
            "broken": "not built", "crashes": "fails", "library": "refused", "nothing": "not built"}
        assert "error: " in rows["broken"]["note"] and rows["broken"]["sha256"] is None
        assert "skat_bot" in rows["library"]["note"] and "/" not in rows["library"]["note"]
        assert rows["nothing"]["note"] == "the build made no bot.so"
        assert rows["crashes"]["note"] == "fails in 6 of 6 games that it plays alone"
        assert {name: row["parent"] for name, row in rows.items() if row["parent"]} == {
            "notes": commits["first"], "worse": commits["notes"], "back": commits["worse"]}
        assert [name for name, row in rows.items() if row["same_module"]] == ["notes"]
        assert [name for name, row in rows.items() if "change" in row] == ["worse", "back"]
        # Three modules and a library; the good one and the worse one against the anchor, and two changes.
        duels = [row[kind] for row in rows.values() for kind in ("strength", "change") if kind in row]
        assert len(list((self.out / "cache" / "modules").iterdir())) == 4
        assert {pathlib.Path(duel["folder"]).name for duel in duels} == compared(self.out) and len(compared(self.out)) == 4
        assert rows["first"]["strength"] == rows["notes"]["strength"] == rows["back"]["strength"]
        assert all(duel["verdict"] == read_json(self.out / "cache" / duel["folder"], "summary.json")["verdict"] for duel in duels)

    def test_changes_of_the_strength_are_shown(self):
        """With p adjusted for all changes."""
        changes = {name: row["change"] for name, row in self.rows.items() if "change" in row}
        for name, sign in (("worse", -1), ("back", 1)):
            assert sign * changes[name]["verdict"]["difference"]["mean"] > 0 and changes[name]["judged"]["p_adjusted"] < 0.05
        strengths = {name: self.rows[name]["strength"]["verdict"]["difference"]["mean"] for name in ("first", "worse", "back")}
        assert strengths["worse"] < strengths["first"] == strengths["back"]
        assert (f"of 2 changes of the module, 1 worse ({self.commits['worse'][:8]}), 1 better ({self.commits['back'][:8]})"
                in self.value["sentence"])
        judged = sorted((change["judged"] for change in changes.values()), key=lambda one: one["p"])
        least, holm = 0, []
        for i, one in enumerate(judged):
            least = max(least, min(1, one["p"] * (len(judged) - i)))
            holm.append(least)
        assert [one["p_adjusted"] for one in judged] == pytest.approx(holm, abs=1e-8)

    def test_it_leaves_the_repository_as_it_was(self):
        repository = self.folder / "repository"
        git = [subprocess.run(["git", "--no-optional-locks", "-C", repository, *command], capture_output=True, text=True, check=True).stdout
               for command in (("status", "--porcelain"), ("worktree", "list"))]
        assert git[0] == "" and len(git[1].splitlines()) == 1
        assert not (self.out / "cache" / "tree").exists() and not (self.folder / "hook").exists()

    def test_the_table(self):
        text = (self.folder / "told").read_text()
        lines = text.splitlines()
        assert lines[0] == self.value["sentence"]
        assert re.split("  +", lines[2]) == ["commit", "date", "strength (95 % interval)", "change (95 % interval)", "result", "subject"]
        results = {"first": "first", "notes": "same module", "broken": "not built", "worse": "worse", "crashes": "fails",
                   "library": "refused", "nothing": "not built", "back": "better"}
        for line, (name, result) in zip(lines[3:11], results.items()):
            assert line.startswith(f"{self.commits[name][:8]}  2026-01-02  ") and f" {result} " in line
        assert "\x1b" not in text and "Bids on ?[31many | hand" in text
        entry, = json.loads(arena("results", self.out, "--json").stdout)
        assert (entry["kind"], entry["verdict"]) == ("history", self.value["sentence"])
        assert entry["command"].startswith("skat-arena history ")

    def test_nothing_is_played_twice(self, tmp_path):
        """Neither with --resume nor with the cache of another folder, for another range; `compare` says the same."""
        copy = pathlib.Path(shutil.copytree(self.folder, tmp_path / "copy", symlinks=True))
        repository, out, commits = copy / "repository", copy / "out", self.commits
        before, row = runs(out), self.rows["worse"]
        assert history(repository, out).returncode == USAGE  # it is there already
        printed = history(repository, out, "--resume", "--format", "csv").stdout
        assert checked(out, "history") == self.value
        rows = list(csv.DictReader(io.StringIO(printed)))
        assert [line["commit"] for line in rows] == list(commits.values())
        assert float(rows[3]["change_low"]) == pytest.approx(row["change"]["verdict"]["difference"]["low"])
        assert float(rows[3]["p"]) == pytest.approx(row["change"]["judged"]["p_adjusted"])
        other = tmp_path / "other"
        part = ("--range", f"{commits['first']}..{commits['worse']}")
        shown = json.loads(history(repository, other, "--cache", out / "cache", "--json", *part).stdout)
        assert shown == checked(other, "history")
        assert [row["commit"] for row in shown["commits"]] == [commits[name] for name in ("notes", "broken", "worse")]
        assert before.items() <= runs(out).items()
        bots = [f"{name}={out}/cache/modules/{self.rows[which]['sha256']}.so" for name, which in (("new", "worse"), ("old", "first"))]
        done = arena("compare", *bots, "--deals", DEALS, "--seed", 5, "--log", "zstd", "--json", "--out", tmp_path / "compare")
        assert json.loads(done.stdout)["verdict"] == row["change"]["verdict"]

    def test_a_folder_in_a_repository_and_a_new_commit(self, tmp_path):
        """Only commits that change something in it count, and builds run there; a new one plays alone. Also from inside a hook or a make,
        which say in which repository they run."""
        repository, out = Repository(tmp_path / "repository", "bots/mine"), tmp_path / "out"
        commits = [repository.commit("First", strength(GOOD))]
        (repository.path / "elsewhere").write_text("another bot\n")
        repository.commit("Elsewhere")
        assert history(repository.folder, out, deals=6).returncode == OK
        before = runs(out)
        assert "overall" not in checked(out, "history")
        commits.append(repository.commit("Second", strength(WORST)))
        arena_ok(*history_command(".", out, "--resume", deals=6), cwd=repository.folder,
                 env=os.environ | {"GIT_DIR": "/nowhere", "MAKEFLAGS": "n"})
        value = checked(out, "history")
        assert [(row["commit"], row["status"]) for row in value["commits"]] == [(commit, "plays") for commit in commits]
        # Alone, against the anchor, and against the first.
        assert before.items() <= runs(out).items() and len(runs(out)) == len(before) + 3
        assert value["overall"]["folder"] == value["commits"][1]["change"]["folder"]
        assert f"the newest commit against the oldest: {value['overall']['verdict']['sentence']}" in value["sentence"]

    def test_wrong_arguments(self, tmp_path):
        repository = pathlib.Path(shutil.copytree(self.folder / "repository", tmp_path / "repository"))
        for arguments, said in (((), "--build: is needed"), (("--build", "make"), "--module: is needed"),
                                (("--build", "make", "--module", "bot.py"), 'not "bot.py"'),
                                (("--build", "make", "--module", "/bot.so"), 'bot.so"'),
                                (("--build", MAKE_BOT, "--anchor", "stamtisch"), "stamtisch"),
                                (("--build", MAKE_BOT, "--good", "HEAD"), "--good: needs the other"),
                                (("--build", MAKE_BOT, "--margin", 1), "--margin: has no effect without"),
                                (("--build", MAKE_BOT, "--good", "HEAD", "--bad", "HEAD", "--commits", 3), "--commits: has no effect with"),
                                (("--build", MAKE_BOT, "--range", "nothing"), "nothing"),
                                (("--build", MAKE_BOT, "--range", "HEAD..HEAD"), "has no commit")):
            done = arena("history", repository, "--out", tmp_path / said, *arguments)
            assert done.returncode == USAGE and said in done.stderr and done.stderr.count("\n") == 1, done.stderr
            assert not (tmp_path / said).exists(), "the command that is put right could not use it"
        for path, said in ((tmp_path / "none", "No such file"), (tmp_path, "git rev-parse failed")):
            done = history(path, tmp_path / "out")
            assert done.returncode == BAD_FILE and said in done.stderr
        assert not (tmp_path / "out").exists()


@pytest.mark.no_sanitizer("git and the compiler take most of it; runs are interrupted in test_resume")
class TestInterruptions:
    """Whenever it is cut off, --resume comes to the same end."""

    def test_while_it_builds_and_plays(self, tmp_path):
        """The build and what it has started are ended; and another program that uses the cache meanwhile is refused. Then it is killed
        as it plays."""
        repository = Repository(tmp_path / "repository")
        for number, bids in enumerate((GOOD, WORST)):
            repository.commit(f"Number {number}", strength(bids))
        path, out, whole = repository.path, tmp_path / "out", tmp_path / "whole"
        assert history(path, whole, deals=LONG).returncode == OK
        started, word, refused = tmp_path / "started", f"sleep 98765{os.getpid()}", []

        def is_building():
            if started.exists():
                refused.append(history(path, tmp_path / "other", "--cache", out / "cache"))
            return started.exists()

        def played():
            return sum(path.stat().st_size for path in (out / "cache" / "runs").glob("*/games.jsonl.zst"))

        status = stopped(history_command(path, out, build=f"touch {started}; {word}; make bot.so", deals=LONG), signal.SIGINT, is_building)
        assert status == INTERRUPTED and checked(out, "history")["commits"] == []
        assert refused[0].returncode == USAGE and "another skat-arena uses this cache" in refused[0].stderr
        wait_until(lambda: not processes_with(word))  # whoever is killed may still need a processor to die
        command = history_command(path, out, "--resume", deals=LONG)
        stopped(command, signal.SIGKILL, played)
        finished = runs(out)
        done = arena(*command)
        assert done.returncode == OK and checked(out, "history") == checked(whole, "history"), done.stderr
        assert finished.items() <= runs(out).items()
        assert repository.git("worktree", "list").count("\n") == 1

    @crash_states.traced
    def test_without_logs(self, tmp_path):
        """A run that was interrupted is begun again, though it has a summary of what was played."""
        repository = Repository(tmp_path / "repository")
        repository.commit("One", strength(GOOD))
        out, path = tmp_path / "out", repository.path
        command = [str(word) for word in (program(), *history_command(path, out, "--log", "none", "--resume", deals=2000))]
        done = crash_states.signal_at_write(command, out / "cache" / "runs", 2, signal.SIGINT, call="mkdir", cwd=ROOT)
        assert done.returncode == INTERRUPTED and "0 of 1 commits are finished" in done.stderr, done.stderr
        cut, = (run for run in runs(out) if not read_json(out / "cache" / "runs" / run, "summary.json")["complete"])
        assert arena(*command[1:]).returncode == OK
        assert read_json(out / "cache" / "runs" / cut, "summary.json")["complete"]
        assert history(path, tmp_path / "whole", deals=2000).returncode == OK
        row, whole = (checked(folder, "history")["commits"][0]["strength"] for folder in (out, tmp_path / "whole"))
        assert row["verdict"] == whole["verdict"]

    def test_while_it_reads_commits(self, tmp_path):
        """Nothing was played, and that is said."""
        repository, git = Repository(tmp_path / "repository"), tmp_path / "bin" / "git"
        repository.commit("One", strength(GOOD))
        git.parent.mkdir()
        git.write_text('#!/bin/sh\ncase "$*" in *rev-list*) kill -INT $PPID; exec sleep 60;; esac\n'
                       f'exec {shutil.which("git")} "$@"\n')
        git.chmod(0o755)
        arena_says(INTERRUPTED, "interrupted before the first game: nothing was written", *history_command(repository.path,
                   tmp_path / "out", "--resume"), env=os.environ | {"PATH": f"{git.parent}:{os.environ['PATH']}"})


class TestBisect:
    """A line of commits of which the fourth loses points."""

    LEVELS = (strength(GOOD), strength(GOOD) + "\ntidied", BROKEN, strength(WORST), strength(WORST, 1))

    @pytest.fixture(autouse=True)
    def searched(self, tmp_path):
        def make(folder):
            repository = Repository(folder / "repository")
            commits = [repository.commit(f"Number {number}", level) for number, level in enumerate(self.LEVELS)]
            (folder / "commits.json").write_text(json.dumps(commits))
            arena_ok(*bisect_command(repository.path, commits[0], commits[4], folder / "out", "--alpha", 0.09, "--margin", 5))
        self.folder = shared("bisect", make)
        self.commits = read_json(self.folder, "commits.json")
        self.value = checked(self.folder / "out", "bisect")
        self.copy = tmp_path / "copy"

    def bisect(self, good, bad, *arguments, **more):
        """In a copy, whose cache has the modules and runs of the search that there was."""
        if not self.copy.exists():
            shutil.copytree(self.folder, self.copy, symlinks=True)
        out = self.copy / f"out{len(list(self.copy.iterdir()))}"
        done = arena(*bisect_command(self.copy / "repository", good, bad, out, "--cache", self.copy / "out" / "cache", *arguments, **more))
        return done, checked(out, "bisect") if (out / "bisect.json").exists() else None

    def test_the_commit_is_found(self):
        """Equal modules are not tested."""
        value, commits = self.value, self.commits
        assert [value[key] for key in ("result", "found", "last_good", "untested", "commits", "most_steps")] == [
            "found", commits[3], commits[1], 1, 4, 3]
        assert "Number 3" in value["sentence"] and commits[3][:8] in value["sentence"]
        steps = {step["commit"]: step for step in value["steps"]}
        assert {number: steps[commits[number]]["result"] for number in (1, 2, 3, 4)} == {1: "good", 2: "not tested", 3: "bad", 4: "bad"}
        assert steps[commits[1]]["same_as"] == commits[0] and "duel" not in steps[commits[1]]

    def test_the_error_is_split_over_the_steps(self):
        """Each run has the test of `regress` at its part of alpha, in both directions."""
        duels = [step["duel"] for step in self.value["steps"] if "duel" in step]
        assert self.value["alpha"] == 0.09 and self.value["step_alpha"] == pytest.approx(0.03) and 1 <= len(duels) <= 3
        for duel in duels:
            summary = read_json(self.folder / "out" / "cache" / duel["folder"], "summary.json")
            assert summary["verdict"] == duel["verdict"] and duel["verdict"]["valid"] == "anytime"
            assert [summary["test"][key] for key in ("margin", "alpha", "beta")] == pytest.approx([5, 0.03, 0.03])
            assert [duel["verdict"][key] for key in ("alpha_low", "alpha_high")] == pytest.approx([0.03, 0.03])

    def test_nothing_is_tested_twice(self):
        """The page has the commit, too."""
        done, value = self.bisect(self.commits[0], self.commits[4], "--alpha", 0.09, "--margin", 5, "--format", "csv")
        assert value == self.value and runs(self.copy / "out") == runs(self.folder / "out")
        assert [row["result"] for row in csv.DictReader(io.StringIO(done.stdout))] == [step["result"] for step in value["steps"]]
        assert arena("report", self.copy / "out").returncode == OK
        assert self.commits[3] in (self.copy / "out" / "report.html").read_text()

    def test_what_is_not_found(self):
        """No loss; too few deals, also where all that was played was alike."""
        good, same, bad = (self.commits[number] for number in (0, 1, 3))
        done, value = self.bisect(good, same)
        assert (done.returncode, value["result"]) == (1, "nothing lost")
        assert f"{same[:8]} is not worse than {good[:8]} by more than 0.5 points a deal" in done.stdout
        done, value = self.bisect(good, bad, deals=10)
        assert (done.returncode, value["result"], value["found"]) == (2, "undecided", None)
        assert [step["result"] for step in value["steps"]] == ["undecided"]
        for good, bad, said in (("HEAD", "HEAD~2", "HEAD: does not come before HEAD~2"),
                                ("HEAD", "HEAD", "no commit after HEAD changes something"),
                                ("--output=x", "HEAD", "--output=x: names no commit"), ("HEAD~1", "^HEAD", "^HEAD: names no commit")):
            done, value = self.bisect(good, bad)
            assert done.returncode == USAGE and said in done.stderr and value is None and not (ROOT / "x").exists()
