# SPDX-License-Identifier: MIT
"""The examples of the documentation's pages. Every command that a page shows is run in an empty folder, in the order of the page, and
must print what the page says.

In a page, a block whose first line begins with "$ " is an example. A line "..." stands for any lines; times and speeds
are not compared. Comments before a block say what is special about it:

    <!-- before: COMMAND -->   is run first and not shown; $TREE is the source tree, $BOTS the bots' folder
    <!-- long -->              is only run by `make long-docs`: it takes longer than 0.4 s, or needs a compiler or pandas
    <!-- not run: WHY -->      is not run: another machine, a bot that the reader has

`make long-docs UPDATE=1` writes what is printed now into the pages that it finds wrong, line by line where they show it. What their prose
says of it is left to whoever reads the difference.
"""
import difflib
import itertools
import os
import re
import shutil
import subprocess
from pathlib import Path

import harness
from harness import ROOT, RunTest, program
from machine import isolates

STAMMTISCH = "skat-arena run stammtisch"
PAGES = sorted([ROOT / "README.md", ROOT / "bots" / "README.md", ROOT / "configs" / "README.md",
                *(ROOT / "docs").glob("*.md")])
FENCE = re.compile(r"((?:^<!--.*?-->\n)*)^ *```(\w*)\n(.*?)^ *```$", re.M | re.S)
CHANGING = [(re.compile(pattern), text) for pattern, text in (
    (r"\b[\d.]+ (game|record)s/s", r"N \1s/s"), (r"\b(in|about) [\d.]+ (s|ms|minutes?|min|h)\b", r"\1 T"),
    (r"\b\d+ workers?\b", "N workers"), (r"\b[\d.]+ ms\b", "T ms"), (r"\d{4}-\d\d-\d\d \d\d:\d\d", "DATE"),
    (r"\S*/skat-arena\b", "skat-arena"), (r"[\d.]+ (microseconds|us)\b", "T us"), (r" +[\d.]+ (s|min|h)$", " T"))]


def name_of(path):
    return str(path.relative_to(ROOT))


def plain(line):
    for pattern, text in CHANGING:
        line = pattern.sub(text, line)
    return line.rstrip()


class Example:
    def __init__(self, comments, block, line):
        self.before = re.findall(r"<!-- before: (.*?) -->", comments)
        self.long = "<!-- long -->" in comments
        self.is_run = "<!-- not run:" not in comments
        self.line = line
        indent = len(block) - len(block.lstrip(" "))
        self.steps = []  # command, expected lines
        for text in block.splitlines():
            text = text[indent:]
            if text.startswith("$ "):
                self.steps.append((text[2:], []))
            elif self.steps and text.startswith("> ") and "<<" in self.steps[-1][0]:
                self.steps[-1] = (self.steps[-1][0] + "\n" + text[2:], [])
            elif self.steps:
                self.steps[-1][1].append(text)


def examples(path):
    text = path.read_text(encoding="utf-8")
    for match in FENCE.finditer(text):
        comments, _, block = match.groups()
        if block.lstrip(" ").startswith("$ "):
            yield Example(comments, block, text.count("\n", 0, match.start(3)) + 1)


def is_gap(line):
    return line.strip() in ("...", "…")


def first_difference(expected, actual):
    """The first line of the page that does not come, in its order; None if all do. A page may leave out the beginning
    and the end of what is printed; elsewhere lines must follow one another unless it shows a gap."""
    place, free = 0, True
    for line in expected:
        if is_gap(line):
            free = True
            continue
        if not line.strip() and free:
            continue
        while free and place < len(actual) and plain(actual[place]) != plain(line):
            place += 1
        if place == len(actual) or plain(actual[place]) != plain(line):
            return line, actual[place] if place < len(actual) else "(the end)"
        place, free = place + 1, False
    return None


def updated(expected, actual):
    """The lines of a page as they would be for what is printed now: each stretch between two gaps becomes the lines that resemble it
    most, where they are as many."""
    lines, place = [], 0
    for gap, group in itertools.groupby(expected, is_gap):
        stretch = list(group)
        if gap or len(stretch) > len(actual) - place:
            lines += stretch
            continue
        shape = [re.sub(r"\d+", "0", line) for line in stretch]
        begin = max(range(place, len(actual) - len(stretch) + 1), key=lambda at: sum(
            difflib.SequenceMatcher(None, ours, re.sub(r"\d+", "0", theirs)).ratio() for ours, theirs in zip(shape, actual[at:])))
        place = begin + len(stretch)
        lines += [old if plain(old) == plain(new) else new for old, new in zip(stretch, actual[begin:place])]
    return lines


def update(path, command, expected, actual):
    """Writes into the page what the command printed."""
    old, new = ("\n".join((f"$ {command}", *lines, "")) for lines in (expected, updated(expected, actual)))
    path.write_text(path.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")


class ExamplesTest(RunTest):
    folder: Path  # where the next example runs

    def prepare(self, command):
        """Runs what an example needs."""
        done = self.run_stammtisch() if command == f"{STAMMTISCH} -q" else self.shell(command)
        assert done.returncode == 0, f"{command}\n{done.stdout}"

    def run_stammtisch(self):
        """Several pages begin with the same run, which is played once."""
        folder = shared_run()
        shutil.copytree(folder / "results" / "stammtisch", self.folder / "results" / "stammtisch", dirs_exist_ok=True)
        return subprocess.CompletedProcess(STAMMTISCH, 0, (folder / "printed").read_text(encoding="utf-8"))

    def shell(self, command):
        # Of the clone's two commands, one is an example; the build was made before the tests.
        command = re.sub(r"\bbuild/plain/skat-arena\b", "skat-arena", command)
        command = re.sub(r"^make run$", "skat-arena run configs/stammtisch.json --force", command)
        environment = os.environ | {"PATH": f"{self.temp}/.bin:{os.environ['PATH']}", "LC_ALL": "C.UTF-8",
                                    "TREE": str(ROOT), "BOTS": str(program().parent / "bots")}
        for name in ("MAKEFLAGS", "SKAT_ARENA_SEED"):  # a page names the seed of what it shows
            environment.pop(name, None)
        # The folder stays, as in a shell.
        done = subprocess.run(["bash", "-c", f"{command}\nstatus=$?; pwd > '{self.temp}/.folder'; exit $status"],
                              cwd=self.folder, env=environment, text=True, timeout=harness.TIMEOUT,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.folder = Path((self.temp / ".folder").read_text().strip())
        return done

    def assert_shown(self, path, long):
        """All examples of the page print what it says; without `long` those that are not marked as long."""
        (self.temp / ".bin").mkdir()
        self.folder = self.temp
        (self.temp / ".bin" / "skat-arena").symlink_to(program())
        wrong = []
        for example in examples(path):
            if not example.is_run or (example.long and not long):
                continue
            for command in example.before:
                self.prepare(command)
            for command, expected in example.steps:
                actual = (self.run_stammtisch() if command == STAMMTISCH else self.shell(command)).stdout.splitlines()
                if not isolates():  # pages show what is printed where bots can be isolated
                    if any("cannot be isolated here" in line for line in actual):
                        continue
                    actual = [line for line in actual if "no Landlock to forbid it" not in line]
                differs = first_difference(expected, actual)
                if differs:
                    if os.environ.get("UPDATE"):
                        update(path, command, expected, actual)
                    wrong.append(f"{name_of(path)}:{example.line}: $ {command}\n  page:  {differs[0]}\n"
                                 f"  is:    {differs[1]}\n    " + "\n    ".join(actual[:12]))
        assert not wrong, "\n".join(wrong)


def shared_run():
    def make(folder):
        with open(folder / "printed", "w", encoding="utf-8") as out:
            subprocess.run([program(), *STAMMTISCH.split()[1:]], cwd=folder, check=True, timeout=harness.TIMEOUT, env=os.environ | {
                "LC_ALL": "C.UTF-8"}, stdout=out, stderr=subprocess.STDOUT)
    return harness.shared("stammtisch", make)


def pages_with_examples(long):
    """Those with an example that is, or is not, long."""
    return [path for path in PAGES if any(example.is_run and example.long == long for example in examples(path))]
