# SPDX-License-Identifier: MIT
"""The command line: options and their letters, help and its pager, suggestions, and what errors say."""
import csv
import io
import json
import os
import re
import shlex
import shutil
import subprocess
from typing import Any

import pytest

from harness import BAD_FILE, OK, ROOT, SCHEMAS, USAGE, RunTest, arena, program, read_json, validator

COMMANDS = [line.split("\t")[0] for line in subprocess.run(
    ["grep", "-oE", r"^\| `[a-z-]+` \|", ROOT / "docs/commands.md"], text=True, capture_output=True, check=True
).stdout.replace("| `", "").replace("` |", "").splitlines()]
# -n is how many: of deals, games, lines, units.
ONE_THING = {"n": {"deals", "count", "most", "units"}}
# Letters of 1.0 that are still read.
OLD_LETTERS = (("analyze", "w"), ("analyze", "s"), ("check", "s"), ("check", "t"), ("deal", "f"), ("games", "s"), ("games", "d"),
               ("bench", "f"), ("test", "s"))


def letters_of(command):
    return re.findall(r"^  -(\w), --([\w-]+)", arena("help", command).stdout, re.MULTILINE)


def refused(code, *words, cwd=ROOT):
    done = subprocess.run([program(), *map(str, words)], cwd=cwd, text=True, capture_output=True, stdin=subprocess.DEVNULL,
                          timeout=100)
    assert done.returncode == code, (words, done.stderr)
    return done.stderr


class TestOptions(RunTest):
    def test_letters_mean_the_same_everywhere(self):
        meanings: Any = {}
        for command in COMMANDS:
            for letter, name in letters_of(command):
                meanings.setdefault(letter, set()).add(name)
        assert len(COMMANDS) > 25 and meanings["j"] == {"workers"} and meanings["s"] == {"seed"}
        for letter, names in meanings.items():
            assert names <= ONE_THING.get(letter, set()) or len(names - {"help"}) <= 1, (letter, names)

    @pytest.mark.parametrize("command, letter", OLD_LETTERS)
    def test_old_letters_are_read(self, command, letter):
        assert letter not in dict(letters_of(command))
        assert f"unknown option -{letter}" not in refused(USAGE, command, f"-{letter}", "?", "--nosuch")

    def test_an_old_letter_does_what_it_did(self):
        assert arena("deal", "-f", 3, "-n", 2).stdout == arena("deal", "--first", 3, "--count", 2).stdout
        assert arena("deal", "-s", 5).stdout == arena("deal", "--seed", 5).stdout != arena("deal").stdout

    @pytest.mark.parametrize("words", (["-qfj1"], ["-qfj", "1"], ["-q", "-f", "-j1"], ["-fqj", "1"]))
    def test_letters_in_one_word(self, words):
        config = self.write_config(workers=2)
        out = self.temp / "out"
        out.mkdir()
        done = arena("run", config, *words, "--out", out)
        assert done.returncode == OK and not done.stdout and not done.stderr, done.stderr
        assert read_json(out, "timing.json")["workers"] == 1

    @pytest.mark.parametrize("words, says", (
        (["run", "duel", "-qz"], "unknown option -z in -qz"), (["run", "duel", "-zq"], "unknown option -zq"),
        (["run", "duel", "-qj"], "--workers needs a value"), (["run", "duel", "-qjx"], "--workers must be an integer"),
        (["run", "duel", "-sede", "5"], "--seed"),
        (["run", "duel", "-isolation"], "did you mean --isolation?"), (["run", "duel", "--quite=1"], "did you mean --quiet?"),
        (["games", "x", "--contract", "grnd"], 'not "grnd"; did you mean "grand"?'),
        (["run", "duel", "--color=alwys"], 'not "alwys"; did you mean "always"?'),
        (["run", "duel", "--isolation", "zzzzzz"], 'one of none|process, not "zzzzzz"\n')))
    def test_wrong_options(self, words, says):
        assert says in refused(USAGE, *words)


class TestHelp(RunTest):
    def on_terminal(self, rows, pager, *words):
        environment = {name: value for name, value in os.environ.items() if name != "PAGER"} | {"TERM": "xterm", "NO_COLOR": "1"}
        if pager is not None:
            environment["PAGER"] = pager
        command = f"stty rows {rows} cols 100; {shlex.quote(str(program()))} {shlex.join(words)}"
        return subprocess.run(["script", "-qec", command, "/dev/null"], cwd=ROOT, env=environment, text=True, capture_output=True,
                              stdin=subprocess.DEVNULL, timeout=60).stdout.replace("\r\n", "\n")

    def test_help_of_help(self):
        assert "help [COMMAND]" in arena("help", "help").stdout
        assert arena("help", "run").stdout == arena("run", "--help").stdout == arena("run", "-h").stdout
        assert arena("help").stdout == arena("--help").stdout == arena("help", "--help").stdout
        assert 'did you mean "compare"?' in refused(USAGE, "help", "comparr")
        assert "one argument too many: x" in refused(USAGE, "help", "run", "x")

    def test_an_unknown_command_is_said_in_two_lines(self):
        assert refused(USAGE, "comparr") == ('skat-arena: no command "comparr"; did you mean "compare"?\n'
                                             "'skat-arena help' lists all commands.\n")

    def test_the_overview_has_groups(self):
        groups = re.split(r"\n\n(?=[A-Z][\w, ]+:\n)", arena("help").stdout)[1:]
        listed = [re.findall(r"^  ([a-z-]+) ", group, re.MULTILINE) for group in groups]
        assert len(groups) == 5 and all(2 < len(names) < 10 for names in listed)
        assert sorted(sum(listed, [])) == sorted(COMMANDS)

    def test_a_pager_for_help_that_is_longer_than_the_terminal(self):
        marks = "sed s/^/PAGED/"
        whole = arena("help", "compare").stdout.splitlines()
        paged = self.on_terminal(20, marks, "help", "compare").splitlines()
        assert paged == ["PAGED" + line for line in whole]
        assert self.on_terminal(20, marks, "compare", "--help").startswith("PAGED")
        assert self.on_terminal(20, marks, "help").startswith("PAGED")

    @pytest.mark.parametrize("rows, pager, words", (
        (500, "sed s/^/PAGED/", ["help", "compare"]), (20, "sed s/^/PAGED/", ["help", "compare", "--no-pager"]),
        (20, "sed s/^/PAGED/", ["--no-pager", "help", "compare"]), (20, "", ["help", "compare"]), (20, "cat", ["help", "compare"])))
    def test_no_pager(self, rows, pager, words):
        shown = self.on_terminal(rows, pager, *words)
        assert shown.splitlines() == arena("help", "compare").stdout.splitlines()

    def test_a_pager_that_is_not_there(self):
        shown = self.on_terminal(20, "no-such-pager 2>/dev/null", "help", "compare")
        assert shown.splitlines() == arena("help", "compare").stdout.splitlines()

    def test_a_pager_that_ends_early(self):
        assert self.on_terminal(20, "head -n 1", "help", "compare").splitlines() == arena("help", "compare").stdout.splitlines()[:1]

    def test_no_pager_off_a_terminal(self):
        done = subprocess.run([program(), "help", "compare"], text=True, capture_output=True, timeout=60,
                              env=os.environ | {"PAGER": "sed s/^/PAGED/"})
        assert "PAGED" not in done.stdout and done.stdout == arena("help", "compare").stdout
