# SPDX-License-Identifier: MIT
"""End-to-end tests of `history` and `bisect`: the bots of commits in a small repository."""
import csv
import io
import json
import os
import re
import signal
import subprocess
import time

import pytest

from commit_repository import BROKEN, CRASHES, GOOD, MAKE_BOT, MAKEFILE, Repository, WORSE, WORST, strength
from harness import *

DEALS = 360
LONG = "7200"  # so that a run can be interrupted


def history(folder, out, *arguments, build=MAKE_BOT, deals=DEALS):
    return arena("history", folder, "--build", build, "--out", out, "--deals", deals, "--seed", 5, *arguments)


def bisect(repository, good, bad, out, *arguments, deals=36000):
    return arena("bisect", repository.folder, good, bad, "--build", MAKE_BOT, "--out", out, "--deals", deals, "--seed", 5,
                 "--against", "random", *arguments)


def checked(folder, kind):
    """KIND.json of a folder, which fits its schema."""
    value = read_json(folder, f"{kind}.json")
    assert not [f"{error.json_path}: {error.message[:200]}" for error in validator(kind).iter_errors(value)]
    return value


def told(value):
    """A result without the command that made it."""
    return {key: part for key, part in value.items() if key != "command"}


def runs(out):
    """When each finished run of a cache was."""
    return {path.parent.name: path.stat().st_mtime_ns for path in (out / "cache" / "runs").glob("*/summary.json")
            if not (path.parent / "resume.json").exists()}


def left_of(process_name):
    """Processes whose command line has this word."""
    return subprocess.run(["pgrep", "-f", process_name], capture_output=True, text=True, check=False).stdout.split()


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A history with all that can happen to a commit, played once: (repository, hashes by name, result folder, process)."""
    folder = tmp_path_factory.mktemp("history")
    repository = Repository(folder / "repository")
    commits = {
        "first": repository.commit("First bot", strength(GOOD)),
        "notes": repository.commit("Notes only", notes="nothing that is built\n"),
        "broken": repository.commit("Does not compile", BROKEN),
        "worse": repository.commit("Bids on any hand at times", strength(WORSE)),
        "crashes": repository.commit("Crashes", CRASHES),
        "worst": repository.commit("Bids on \x1b[31many | hand", strength(WORST)),
        "back": repository.commit("As it was", strength(GOOD)),
    }
    hook = repository.path / ".git" / "hooks" / "post-checkout"
    hook.write_text(f"#!/bin/sh\ntouch {folder}/hook\n")
    hook.chmod(0o755)
    done = history(repository.path, folder / "out")
    assert done.returncode == OK, done.stderr
    return repository, commits, folder / "out", done


def rows_of(played):
    _, commits, out, _ = played
    names = {commit: name for name, commit in commits.items()}
    return {names[row["commit"]]: row for row in checked(out, "history")["commits"]}


class TestHistory:
    def test_what_became_of_each_commit(self, played):
        rows = rows_of(played)
        assert {name: row["status"] for name, row in rows.items()} == {
            "first": "plays", "notes": "plays", "broken": "not built", "worse": "plays", "crashes": "fails", "worst": "plays",
            "back": "plays"}
        assert list(rows) == list(played[1])  # the oldest first
        assert "error: " in rows["broken"]["note"] and rows["broken"]["sha256"] is None
        assert rows["crashes"]["note"] == "fails in 6 of 6 games that it plays alone"

    def test_each_is_compared_with_the_one_before_it_that_plays(self, played):
        rows, commits = rows_of(played), played[1]
        assert {name: row["parent"] for name, row in rows.items()} == {
            "first": None, "notes": commits["first"], "broken": None, "worse": commits["notes"], "crashes": None,
            "worst": commits["worse"], "back": commits["worst"]}
        assert [name for name, row in rows.items() if row["same_module"]] == ["notes"]
        assert [name for name, row in rows.items() if "change" in row] == ["worse", "worst", "back"]

    def test_changes_of_the_strength_are_shown(self, played):
        rows = rows_of(played)
        for name, sign in (("worse", -1), ("worst", -1), ("back", 1)):
            change = rows[name]["change"]
            assert sign * change["verdict"]["difference"]["mean"] > 0 and change["judged"]["p_adjusted"] < 0.05
        strengths = {name: rows[name]["strength"]["verdict"]["difference"]["mean"] for name in ("first", "worse", "worst", "back")}
        assert strengths["worst"] < strengths["worse"] < strengths["first"] == strengths["back"]
        sentence = checked(played[2], "history")["sentence"]
        assert f"of 3 changes of the module, 2 worse (the first: {played[1]['worse'][:8]}), 1 better ({played[1]['back'][:8]})" in sentence

    def test_p_is_adjusted_for_all_changes(self, played):
        judged = sorted((row["change"]["judged"] for row in rows_of(played).values() if "change" in row), key=lambda one: one["p"])
        least, holm = 0, []
        for i, one in enumerate(judged):
            least = max(least, min(1, one["p"] * (len(judged) - i)))
            holm.append(least)
        assert [one["p_adjusted"] for one in judged] == pytest.approx(holm, abs=1e-8)

    def test_the_verdict_is_that_of_the_run(self, played):
        out = played[2]
        for row in rows_of(played).values():
            for duel in (row.get("strength"), row.get("change")):
                if duel:
                    assert duel["verdict"] == read_json(out / "cache" / duel["folder"], "summary.json")["verdict"]

    def test_compare_says_the_same(self, played, tmp_path):
        rows, modules = rows_of(played), played[2] / "cache" / "modules"
        bots = [f"{name}={modules}/{rows[which]['sha256']}.so" for name, which in (("new", "worse"), ("old", "first"))]
        done = arena("compare", *bots, "--deals", DEALS, "--seed", 5, "--log", "divergent", "--json", "--out", tmp_path / "out")
        assert json.loads(done.stdout)["verdict"] == rows["worse"]["change"]["verdict"]
        assert arena("verify", played[2] / "cache" / rows["worse"]["change"]["folder"]).returncode == OK

    def test_equal_modules_are_built_by_each_and_played_once(self, played):
        out = played[2]
        # four modules; the good one, two worse ones against the anchor, and three changes
        assert len(list((out / "cache" / "modules").iterdir())) == 4
        rows = rows_of(played)
        duels = [row[kind] for row in rows.values() for kind in ("strength", "change") if kind in row]
        assert len(runs(out)) == len({duel["folder"] for duel in duels}) == 6
        assert rows["first"]["strength"] == rows["notes"]["strength"] == rows["back"]["strength"]

    def test_nothing_is_played_twice(self, played, tmp_path):
        repository, _, out, _ = played
        before, value = runs(out), checked(out, "history")
        built = {path: path.stat().st_mtime_ns for path in (out / "cache" / "modules").iterdir()}
        assert history(repository.path, out).returncode == USAGE  # it is there already
        assert history(repository.path, out, "--resume").returncode == OK
        assert runs(out) == before and told(checked(out, "history")) == told(value)
        assert {path: path.stat().st_mtime_ns for path in (out / "cache" / "modules").iterdir()} == built
        other = tmp_path / "other"
        assert history(repository.path, other, "--cache", out / "cache").returncode == OK
        assert runs(out) == before and told(checked(other, "history")) == told(value)

    def test_it_leaves_the_repository_as_it_was(self, played):
        repository, _, out, _ = played
        assert repository.git("status", "--porcelain") == ""
        assert len(repository.git("worktree", "list").splitlines()) == 1
        assert not (out / "cache" / "tree").exists()
        assert not (repository.path.parent / "hook").exists()

    def test_the_table(self, played):
        repository, commits, out, done = played
        lines = done.stdout.splitlines()
        assert lines[0] == checked(out, "history")["sentence"]
        table = lines[2:10]
        assert table[0].split() == ["commit", "date", "strength", "from", "to", "change", "from", "to", "result", "faults", "subject"]
        results = {"first": "first", "notes": "same module", "broken": "not built", "worse": "worse", "crashes": "fails", "worst": "worse",
                   "back": "better"}
        for line, (name, result) in zip(table[1:], results.items()):
            assert line.startswith(f"{commits[name][:8]}  2026-01-02  ") and f" {result} " in line
        assert "\x1b" not in done.stdout and "Bids on ?[31many | hand" in done.stdout
        row = rows_of(played)["worse"]
        told_csv = list(csv.DictReader(io.StringIO(history(repository.path, out, "--resume", "--format", "csv").stdout)))
        assert [line["commit"] for line in told_csv] == list(commits.values())
        assert float(told_csv[3]["change_low"]) == pytest.approx(row["change"]["verdict"]["difference"]["low"])
        assert float(told_csv[3]["p"]) == pytest.approx(row["change"]["judged"]["p_adjusted"])
        markdown = history(repository.path, out, "--resume", "--format", "md").stdout.splitlines()
        assert len(markdown) == 2 + len(commits) and all(len(re.findall(r"(?<!\\)\|", line)) == 12 for line in markdown)
        told_json = json.loads(history(repository.path, out, "--resume", "--format", "json").stdout)
        assert told_json[3]["p"] == row["change"]["judged"]["p_adjusted"] and told_json[2]["note"]
        assert told(json.loads(history(repository.path, out, "--resume", "--json").stdout)) == told(checked(out, "history"))

    def test_results_lists_it(self, played):
        entry, = json.loads(arena("results", played[2], "--json").stdout)
        assert (entry["kind"], entry["verdict"]) == ("history", checked(played[2], "history")["sentence"])
        assert entry["command"].startswith("skat-arena history ")

    def test_a_folder_in_a_repository(self, tmp_path):
        """Only commits that change something in it count, and builds run there."""
        repository = Repository(tmp_path / "repository", "bots/mine")
        first = repository.commit("First", strength(GOOD))
        (repository.path / "elsewhere").write_text("another bot\n")
        repository.commit("Elsewhere")
        second = repository.commit("Second", strength(WORST))
        done = history(repository.folder, tmp_path / "out", deals=36)
        rows = checked(tmp_path / "out", "history")["commits"]
        assert [(row["commit"], row["status"]) for row in rows] == [(first, "plays"), (second, "plays")], done.stderr
        # From inside a hook or a make, which say in which repository they run.
        done = subprocess.run([program(), "history", ".", "--build", MAKE_BOT, "--out", tmp_path / "again", "--deals", "36", "--seed", "5"],
                              cwd=repository.folder, env=os.environ | {"GIT_DIR": "/nowhere", "MAKEFLAGS": "n"}, capture_output=True,
                              text=True, timeout=TIMEOUT, check=False)
        assert done.returncode == OK, done.stderr
        assert told(checked(tmp_path / "again", "history"))["commits"] == rows

    def test_ranges(self, played, tmp_path):
        repository, commits, out, _ = played
        history(repository.path, tmp_path / "two", "--commits", 2, "--cache", out / "cache")
        assert [row["commit"] for row in checked(tmp_path / "two", "history")["commits"]] == [commits["worst"], commits["back"]]
        history(repository.path, tmp_path / "range", "--range", f"{commits['first']}..{commits['worse']}", "--cache", out / "cache")
        assert [row["commit"] for row in checked(tmp_path / "range", "history")["commits"]] == [
            commits["notes"], commits["broken"], commits["worse"]]

    def test_a_new_commit_plays_alone(self, tmp_path):
        repository, out = Repository(tmp_path / "repository"), tmp_path / "out"
        repository.commit("First", strength(GOOD))
        assert history(repository.path, out, deals=36).returncode == OK
        before = runs(out)
        assert "overall" not in checked(out, "history")
        repository.commit("Second", strength(WORST))
        assert history(repository.path, out, "--resume", deals=36).returncode == OK
        assert before.items() <= runs(out).items() and len(runs(out)) == len(before) + 2  # against the anchor, and against the first
        value = checked(out, "history")
        assert value["overall"]["folder"] == value["commits"][1]["change"]["folder"]
        assert f"the newest commit against the oldest: {value['overall']['verdict']['sentence']}" in value["sentence"]

    def test_debug_information_does_not_make_modules_differ(self, tmp_path):
        """It has the folder in which a module was built."""
        repository = Repository(tmp_path / "repository")
        repository.commit("First", strength(GOOD), Makefile=MAKEFILE.replace("-O1", "-O1 -g"))
        repository.commit("Notes", notes="nothing that is built\n")
        history(repository.path, tmp_path / "out", deals=36)
        assert [row["same_module"] for row in checked(tmp_path / "out", "history")["commits"]] == [False, True]

    def test_a_module_that_is_no_bot(self, tmp_path):
        repository = Repository(tmp_path / "repository")
        repository.commit("A library", strength(GOOD), Makefile="bot.so:\n\techo 'int x;' | $(CC) -shared -o $@ -x c -\n")
        repository.commit("Makes nothing", Makefile="bot.so:\n\t@echo done\n")
        assert history(repository.path, tmp_path / "out", deals=36).returncode == OK
        library, nothing = checked(tmp_path / "out", "history")["commits"]
        assert library["status"] == "refused" and "skat_bot" in library["note"] and "/" not in library["note"]
        assert (nothing["status"], nothing["note"]) == ("not built", "the build made no bot.so")


@pytest.mark.no_sanitizer("git and the compiler take most of it; runs are interrupted in test_resume")
class TestInterruptions:
    """Whenever it is cut off, --resume comes to the same end."""

    @pytest.fixture(scope="class")
    def whole(self, tmp_path_factory):
        """A history of two bots that differ, and its repository."""
        folder = tmp_path_factory.mktemp("interrupted")
        repository = Repository(folder / "repository")
        repository.commit("First", strength(GOOD))
        repository.commit("Second", strength(WORST))
        assert history(repository.path, folder / "out", deals=LONG).returncode == OK
        return repository, told(checked(folder / "out", "history"))

    @pytest.mark.parametrize("number, status", ((signal.SIGINT, INTERRUPTED), (signal.SIGTERM, INTERRUPTED), (signal.SIGKILL, -9)))
    def test_while_it_plays(self, whole, tmp_path, number, status):
        repository, expected = whole
        out = tmp_path / "out"
        with subprocess.Popen([program(), "history", repository.path, "--build", MAKE_BOT, "--out", out, "--deals", LONG, "--seed", "5"],
                              cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
            while process.poll() is None and not list((out / "cache" / "runs").glob("*/games.jsonl")):
                time.sleep(0.001)
            process.send_signal(number)
            _, said = process.communicate(timeout=TIMEOUT)
        assert process.returncode == status, said
        if status == INTERRUPTED:
            assert "--resume continues" in said and checked(out, "history")["complete"] is False
        finished = runs(out)
        done = history(repository.path, out, "--resume", deals=LONG)
        assert done.returncode == OK, done.stderr
        assert told(checked(out, "history")) == expected
        assert finished.items() <= runs(out).items()

    def test_without_a_log(self, whole, tmp_path):
        """What was interrupted begins anew, since nothing of it is kept."""
        repository, expected = whole
        out = tmp_path / "out"
        with subprocess.Popen([program(), "history", repository.path, "--build", MAKE_BOT, "--out", out, "--deals", LONG, "--seed", "5",
                               "--log", "none"], cwd=ROOT, stderr=subprocess.PIPE, text=True) as process:
            while process.poll() is None and not list((out / "cache" / "runs").glob("*/resume.json")):
                time.sleep(0.001)
            process.send_signal(signal.SIGINT)
            process.communicate(timeout=TIMEOUT)
        assert process.returncode == INTERRUPTED
        assert history(repository.path, out, "--resume", "--log", "none", deals=LONG).returncode == OK
        assert checked(out, "history")["sentence"] == expected["sentence"]

    def test_while_it_builds(self, whole, tmp_path):
        """The build and what it has started are ended."""
        repository, expected = whole
        out, started = tmp_path / "out", tmp_path / "started"
        word = f"sleep 98765{os.getpid()}"
        with subprocess.Popen([program(), "history", repository.path, "--build", f"touch {started}; {word}; make bot.so", "--out", out],
                              cwd=ROOT, stderr=subprocess.PIPE, text=True) as process:
            while process.poll() is None and not started.exists():
                time.sleep(0.001)
            process.send_signal(signal.SIGINT)
            process.communicate(timeout=TIMEOUT)
        assert process.returncode == INTERRUPTED
        wait_until(lambda: not left_of(word))  # whoever is killed may still need a processor to die
        assert checked(out, "history")["commits"] == []
        assert len(repository.git("worktree", "list").splitlines()) == 1
        assert history(repository.path, out, "--resume", deals=LONG).returncode == OK
        assert told(checked(out, "history")) == expected

    def test_two_at_once(self, whole, tmp_path):
        """One waits neither for the other nor spoils it."""
        out, started = tmp_path / "out", tmp_path / "started"
        with subprocess.Popen([program(), "history", whole[0].path, "--build", f"touch {started}; sleep 1000; make bot.so", "--out", out],
                              cwd=ROOT, stderr=subprocess.PIPE, text=True) as process:
            while process.poll() is None and not started.exists():
                time.sleep(0.001)
            done = history(whole[0].path, tmp_path / "other", "--cache", out / "cache")
            process.send_signal(signal.SIGINT)
            process.communicate(timeout=TIMEOUT)
        assert done.returncode == USAGE and "another skat-arena uses this cache" in done.stderr

    def test_a_worktree_that_was_left(self, whole, tmp_path):
        """As by a kill in the middle of a build."""
        repository, expected = whole
        out = tmp_path / "out"
        newest = repository.git("rev-parse", "HEAD").strip()
        (out / "cache").mkdir(parents=True)
        repository.git("worktree", "add", "--detach", out / "cache" / "tree", newest)
        assert history(repository.path, out, "--resume", deals=LONG).returncode == OK
        assert told(checked(out, "history")) == expected
        assert len(repository.git("worktree", "list").splitlines()) == 1


@pytest.fixture(scope="module")
def line(tmp_path_factory):
    """A line of commits of which the fifth loses points: (repository, hashes)."""
    repository = Repository(tmp_path_factory.mktemp("bisect") / "repository")
    headers = (strength(GOOD), strength(GOOD, "(void)1"), strength(GOOD) + "/* tidied */\n", BROKEN, strength(WORST),
               strength(WORST, "(void)1"), strength(WORST, "(void)2"))
    return repository, [repository.commit(f"Number {number}", header) for number, header in enumerate(headers)]


class TestBisect:
    def test_the_commit_is_found(self, line, tmp_path):
        repository, commits = line
        done = bisect(repository, commits[0], commits[6], tmp_path / "out")
        value = checked(tmp_path / "out", "bisect")
        assert done.returncode == OK, done.stderr
        assert (value["result"], value["found"], value["last_good"], value["untested"]) == ("found", commits[4], commits[2], 1)
        assert (value["commits"], value["most_steps"]) == (6, 4)
        assert "Number 4" in value["sentence"] and commits[4][:8] in value["sentence"]
        results = {step["commit"]: step["result"] for step in value["steps"]}
        assert results[commits[6]] == "bad" and results[commits[3]] == "not tested" and results[commits[4]] == "bad"

    def test_the_error_is_split_over_the_steps(self, line, tmp_path):
        """Each run has the test of `regress` at its part of alpha, in both directions."""
        repository, commits = line
        bisect(repository, commits[0], commits[6], tmp_path / "out", "--alpha", 0.08, "--margin", 1)
        value = checked(tmp_path / "out", "bisect")
        duels = [step["duel"] for step in value["steps"] if "duel" in step]
        assert value["alpha"] == 0.08 and value["step_alpha"] == pytest.approx(0.02) and 1 <= len(duels) <= value["most_steps"]
        for duel in duels:
            summary = read_json(tmp_path / "out" / "cache" / duel["folder"], "summary.json")
            assert summary["verdict"] == duel["verdict"]
            test = summary["test"]
            assert (test["margin"], test["alpha"], test["beta"]) == (1, pytest.approx(0.02), pytest.approx(0.02))
            assert (duel["verdict"]["alpha_low"], duel["verdict"]["alpha_high"]) == (pytest.approx(0.02), pytest.approx(0.02))
            assert duel["verdict"]["valid"] == "anytime"

    def test_an_equal_module_is_not_tested(self, line, tmp_path):
        """Number 1 and 2 give the same code as the good one: their modules have its bytes, or are played."""
        repository, commits = line
        same = [row["sha256"] for row in (history(repository.path, tmp_path / "h", "--range", commits[2], deals=36),
                                          checked(tmp_path / "h", "history"))[1]["commits"]]
        bisect(repository, commits[0], commits[6], tmp_path / "out")
        steps = {step["commit"]: step for step in checked(tmp_path / "out", "bisect")["steps"]}
        assert same[0] == same[2] and steps[commits[2]]["same_as"] == commits[0]
        assert steps[commits[2]]["result"] == "good" and "duel" not in steps[commits[2]]

    def test_nothing_is_tested_twice(self, line, tmp_path):
        repository, commits = line
        bisect(repository, commits[0], commits[6], tmp_path / "out")
        before, value = runs(tmp_path / "out"), checked(tmp_path / "out", "bisect")
        done = bisect(repository, commits[0], commits[6], tmp_path / "out", "--resume", "--format", "csv")
        assert runs(tmp_path / "out") == before and told(checked(tmp_path / "out", "bisect")) == told(value)
        assert [row["result"] for row in csv.DictReader(io.StringIO(done.stdout))] == [step["result"] for step in value["steps"]]

    def test_an_interrupted_search_goes_on(self, line, tmp_path):
        repository, commits = line
        whole, out = tmp_path / "whole", tmp_path / "out"
        arguments = ["--margin", 30]  # takes all deals
        bisect(repository, commits[0], commits[6], whole, *arguments, deals=14400)
        with subprocess.Popen([program(), "bisect", repository.path, commits[0], commits[6], "--build", MAKE_BOT, "--out", out, "--deals",
                               "14400", "--seed", "5", "--against", "random", "--margin", "30"], cwd=ROOT, stderr=subprocess.PIPE,
                              text=True) as process:
            while process.poll() is None and not list((out / "cache" / "runs").glob("*/games.jsonl")):
                time.sleep(0.001)
            process.send_signal(signal.SIGINT)
            process.communicate(timeout=TIMEOUT)
        assert process.returncode == INTERRUPTED
        assert checked(out, "bisect")["result"] == "not finished" and not checked(out, "bisect")["complete"]
        bisect(repository, commits[0], commits[6], out, *arguments, "--resume", deals=14400)
        assert told(checked(out, "bisect")) == told(checked(whole, "bisect"))

    def test_no_loss(self, line, tmp_path):
        repository, commits = line
        done = bisect(repository, commits[0], commits[2], tmp_path / "out")
        assert done.returncode == 1
        assert checked(tmp_path / "out", "bisect")["result"] == "nothing lost"
        assert f"{commits[2][:8]} is not worse than {commits[0][:8]} by more than 0.5 points a deal" in done.stdout

    def test_too_few_deals(self, line, tmp_path):
        """Also where all that was played was alike: that is too little to tell."""
        repository, commits = line
        done = bisect(repository, commits[0], commits[4], tmp_path / "out", deals=10)
        value = checked(tmp_path / "out", "bisect")
        assert (done.returncode, value["result"], value["found"]) == (2, "undecided", None)
        assert [step["result"] for step in value["steps"]] == ["undecided"]

    def test_ends_that_do_not_play(self, line, tmp_path):
        repository, commits = line
        done = bisect(repository, commits[0], commits[3], tmp_path / "out")
        assert done.returncode == BAD_FILE and f"{commits[3][:8]}: has no bot to compare with: not built" in done.stderr

    @pytest.mark.parametrize("good, bad, said", (
        ("HEAD", "HEAD~2", "HEAD: does not come before HEAD~2"), ("HEAD", "HEAD", "no commit after HEAD changes something"),
        ("none", "HEAD", "none: names no commit"), ("--output=x", "HEAD", "unknown option --output=x"),
        ("HEAD~1", "^HEAD", "^HEAD: names no commit")))
    def test_wrong_commits(self, line, tmp_path, good, bad, said):
        done = bisect(line[0], good, bad, tmp_path / "out")
        assert done.returncode == USAGE and said in done.stderr
        assert not (tmp_path / "out").exists() and not (ROOT / "x").exists()

    def test_the_page(self, line, tmp_path):
        repository, commits = line
        bisect(repository, commits[0], commits[6], tmp_path / "out")
        assert arena("report", tmp_path / "out").returncode == OK
        assert commits[4] in (tmp_path / "out" / "report.html").read_text()


class TestErrors:
    @pytest.mark.parametrize("arguments, status, said", (
        ((), USAGE, "--build: is needed"), (("--build", "make"), USAGE, "--module: is needed"),
        (("--build", "make", "--module", "bot.py"), USAGE, 'not "bot.py"'),
        (("--build", "make", "--module", "/bot.so"), USAGE, 'not "/bot.so"'),
        (("--build", MAKE_BOT, "--anchor", "stamtisch"), USAGE, "stamtisch"), (("--build", MAKE_BOT, "--rules", "iskoo"), USAGE, "iskoo"),
        (("--build", MAKE_BOT, "--range", "nothing"), USAGE, "nothing"),
        (("--build", MAKE_BOT, "--range", "HEAD..HEAD"), USAGE, "has no commit"),
        (("--build", MAKE_BOT, "--range=--all"), USAGE, "--all")))
    def test_wrong_arguments(self, tmp_path, arguments, status, said):
        repository = Repository(tmp_path / "repository")
        repository.commit("First", strength(GOOD))
        done = arena("history", repository.path, "--out", tmp_path / "out", *arguments)
        assert done.returncode == status and said in done.stderr
        assert done.stderr.count("\n") == 1  # once

    def test_what_is_no_repository(self, tmp_path):
        (tmp_path / "file").write_text("text")
        for path, said in ((tmp_path / "none", "No such file"), (tmp_path / "file", "is no folder"), (tmp_path, "git rev-parse failed")):
            done = arena("history", path, "--build", MAKE_BOT, "--out", tmp_path / "out")
            assert done.returncode == BAD_FILE and said in done.stderr
        assert not (tmp_path / "out").exists()
