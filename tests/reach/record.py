#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Records which tests reach which sources, into tests/reach/reach.json: `make reach`.

    record.py [--again] PLAIN BUILD

BUILD is a build with -fsanitize-coverage=trace-pc and reach.c (`make reach` makes it). The tests that are
not long are run in it, of each group some; each group (a unit test program, a class or a function of an
end-to-end test) with a folder of its own, in which each process marks the basic blocks that it reaches.
Of the groups that reach a source, those are kept that reach each of its lines some times in the least time
in all; changed.py runs them. The times of unit tests are those in PLAIN, a build as users have it; those
of end-to-end tests are in tests/quick/long_tests.txt. What processes reach that are cut off from the file
system, or that were loaded into pytest itself, is not seen. --again runs no test, and makes the table from
the last record.
"""
import collections
import json
import os
import pathlib
import shutil
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tests" / "quick"))

import long_tests  # noqa: E402 (after the line above, which says where it is)
from changed import group_of  # noqa: E402

TABLE = pathlib.Path(__file__).with_name("reach.json")
BYTES_A_MARK = 4  # as in reach.c
# Its bots write over the memory of their worker, the marks in it too.
SPOILS_MARKS = "e2e/test_attacks.py::TestSpoiltWorkers"
TIMES = 6  # so many groups reach each line, where there are as many


def run_unit_tests(build, marks):
    seconds = {}
    for program in sorted((build / "tests" / "unit").glob("test_*")):
        if program.suffix:
            continue
        group = f"unit/{program.name}"
        start = time.monotonic()
        subprocess.run([program], cwd=ROOT, check=True, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL, env=os.environ | {"SKAT_REACH": folder_of(marks, group)})
        seconds[group] = time.monotonic() - start
    return seconds


def folder_of(marks, group):
    """The folder of a group, which is made."""
    folder = marks / group.replace("/", "%")
    folder.mkdir(parents=True, exist_ok=True)
    return str(folder)


def pytest_of(build, *arguments, **how):
    return subprocess.run([sys.executable, "-B", "-m", "pytest", "-q", f"--build={build.relative_to(ROOT)}", "-m", "not long",
                           *arguments, "tests"], cwd=ROOT, check=False, **how)


def run_end_to_end(build, marks):
    """conftest.py sets SKAT_REACH for each test. Much of the time tests wait, so there are more processes than processors."""
    pytest_of(build, "-n", str(3 * os.cpu_count()), "--part=quick", f"--reach={marks}")


def seconds_of_end_to_end(build):
    """By group, from what is known of long tests; the others take half as long as the shortest of these, or less."""
    seconds = collections.Counter()
    for line in pytest_of(build, "--collect-only", "--verbosity=-1", capture_output=True, encoding="utf-8").stdout.splitlines():
        if "::" in line:
            seconds[group_of(line)] += long_tests.known().get(line, long_tests.BUDGET / 2)
    return dict(seconds)


def marked(marks):
    """{module: {group: set of places}}: where a group was in a module's code."""
    found = collections.defaultdict(dict)
    for folder in marks.iterdir():
        group = folder.name.replace("%", "/")
        for path in folder.iterdir() if folder.is_dir() and group != SPOILS_MARKS else ():
            data = path.read_bytes()
            found[path.name][group] = {i for i, byte in enumerate(data) if byte} if any(data) else set()
    return found


def lines_of(module, places):
    """{place: "file:line"} of the places of a module, as the debug information has them."""
    ordered = sorted(places)
    # The mark is of the address that the call returns to; the call is before it.
    asked = "\n".join(hex(place * BYTES_A_MARK + BYTES_A_MARK - 1 - 5) for place in ordered)
    printed = subprocess.run(["addr2line", "-e", str(module)], input=asked, check=True,
                             capture_output=True, encoding="utf-8").stdout.splitlines()
    return {place: line.split(" ")[0].removeprefix("./").removeprefix(f"{ROOT}/")
            for place, line in zip(ordered, printed)}


def reached(build, marks):
    """{source: {line: set of groups}}."""
    table = collections.defaultdict(lambda: collections.defaultdict(set))
    modules = {path.name: path for path in build.rglob("*")
               if path.is_file() and os.access(path, os.X_OK) and path.suffix in ("", ".so")}
    for name, groups in marked(marks).items():
        if name not in modules:
            continue
        lines = lines_of(modules[name], set().union(*groups.values()))
        for group, places in groups.items():
            for place in places:
                source, _, line = lines[place].rpartition(":")
                if (ROOT / source).is_file() and not source.startswith(("tests/", "/")):
                    table[source][line].add(group)
    return table


def chosen(lines, seconds):
    """Groups that reach each of the lines TIMES times, or as often as any do: again and again the one
    that reaches most of what is left in a second."""
    left = {line: min(TIMES, len(groups)) for line, groups in lines.items()}
    of_group = collections.defaultdict(set)
    for line, groups in lines.items():
        for group in groups:
            of_group[group].add(line)
    kept = []
    while any(left.values()):
        def gain(group):
            new = sum(left[line] > 0 for line in of_group[group])
            return new / (0.2 + seconds.get(group, 1)), group
        best = max(of_group, key=gain)
        if not gain(best)[0]:
            break
        for line in of_group.pop(best):
            left[line] = max(0, left[line] - 1)
        kept.append(best)
    return kept


def recorded(plain, build, marks):
    """Runs the tests for what they reach. {group: seconds}."""
    shutil.rmtree(marks, ignore_errors=True)
    marks.mkdir()
    seconds = run_unit_tests(plain, marks) | seconds_of_end_to_end(plain)
    run_unit_tests(build, marks)
    run_end_to_end(build, marks)
    (marks / "seconds.json").write_text(json.dumps(seconds), encoding="utf-8")
    return seconds


def save(rows, seconds):
    groups = sorted({group for row in rows.values() for group in row})
    number = {group: i for i, group in enumerate(groups)}
    lines = [json.dumps([group, round(seconds.get(group, 0), 1)]) for group in groups]
    sources = [f"{json.dumps(source)}: {json.dumps([number[group] for group in row])}"
               for source, row in rows.items()]
    TABLE.write_text('{"groups": [\n  ' + ",\n  ".join(lines) + '\n],\n"sources": {\n  ' +
                     ",\n  ".join(sources) + "\n}}\n", encoding="utf-8")


def main():
    plain, build = ((ROOT / name).resolve() for name in sys.argv[-2:])
    marks = build / "reached"
    seconds = json.loads((marks / "seconds.json").read_text(encoding="utf-8")) \
        if "--again" in sys.argv else recorded(plain, build, marks)
    table = reached(build, marks)
    save({source: chosen(lines, seconds) for source, lines in sorted(table.items())}, seconds)


if __name__ == "__main__":
    main()
