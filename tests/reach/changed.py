#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Which tests a change can break: `make test CHANGED=1`.

    changed.py [COMMIT]     prints the unit tests among them; pytest --changed=COMMIT runs the others

What changed since COMMIT, or, without one, what is not committed, or else the last commit. A source is tested by the
groups that reach it (reach.json, made by `make reach`), a header also by those of the sources that
include it; every other file by the modules that read its folder, and by the tests that name it. Where that is
more than a minute of tests, those are left out that add least; the whole of `make test` runs them.
"""
import ast
import functools
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BUDGET = 60  # seconds of tests, on one processor
UNKNOWN = 1.0  # seconds of a group that is not in the table
# They read sources, pages and schemas of all kinds.
ALWAYS = ("e2e/test_structure.py", "e2e/test_fields.py")
# Files of these folders are in what these modules build, install or open.
READERS = {
    "arena/new_bot/templates": ("test_docs", "test_install"),
    "arena/report/page": ("test_report", "test_report_browser"),
    "python": ("test_python",),
    "packaging": ("test_install", "test_build"),
    "configs": ("test_docs",),
    "docs": ("test_docs", "test_readme"),
    "bots/README.md": ("test_readme",),
    "README.md": ("test_docs", "test_readme"),
    "docs/formats.md": ("test_options",),
    "results/schemas": ("test_options", "test_run", "test_old_results"),
}


@functools.cache
def table():
    """reach.json: the groups, each with its seconds, and for each source the numbers of its groups."""
    return json.loads(pathlib.Path(__file__).with_name("reach.json").read_text(encoding="utf-8"))


def group_of(nodeid):
    """The group of a test: its class, or the function without its parameters."""
    return "::".join(nodeid.split("[")[0].split("::")[:2])


def git(*arguments):
    return subprocess.run(["git", *arguments], cwd=ROOT, check=True, capture_output=True,
                          encoding="utf-8").stdout.split("\n")[:-1]


def changed_files(commit=""):
    """Paths that differ from the commit, new ones included."""
    if commit:
        return [*git("diff", "--name-only", commit), *git("ls-files", "-o", "--exclude-standard")]
    found = [*git("diff", "--name-only", "HEAD"), *git("ls-files", "-o", "--exclude-standard")]
    return found or git("diff", "--name-only", "HEAD~1")


# ---- sources of C --------------------------------------------------------------------------------

def includers(header):
    """Sources that include a header themselves."""
    found = subprocess.run(["git", "grep", "-l", f'#include "{header}"', "--", "*.c", "*.cc"], cwd=ROOT,
                           check=False, capture_output=True, encoding="utf-8").stdout
    return found.split()


def groups_of_source(path):
    """The groups that reach a source, the most telling first. Tables have no code of their own: what is
    in a header is used by those that include it, what is in another source by those of its folder."""
    sources = table()["sources"]
    rows = [sources.get(path, [])]
    users = []
    if path.endswith(".h"):
        rows.append(sources.get(path.removesuffix(".h") + ".c", []))
        users = includers(path)
    elif not rows[0]:
        users = [source for source in sources if source.rpartition("/")[0] == path.rpartition("/")[0]]
    # Of each of those the first groups, by turns, so that the budget reaches all of them.
    others = [sources.get(source, []) for source in users]
    rows += [[row[i] for row in others if i < len(row)] for i in range(max(map(len, others), default=0))]
    return [table()["groups"][number][0] for row in rows for number in row]


# ---- other files: who names them -----------------------------------------------------------------

@functools.cache
def texts():
    """{group: its source}, of all end-to-end tests."""
    found = {}
    for path in sorted((ROOT / "tests" / "e2e").glob("test_*.py")):
        source = path.read_text(encoding="utf-8")
        for node in ast.parse(source).body:
            if isinstance(node, (ast.ClassDef, ast.FunctionDef)) and node.name.lower().startswith("test"):
                found[f"e2e/{path.name}::{node.name}"] = ast.get_source_segment(source, node)
    return found


def groups_with(pattern):
    """Those whose source has it, the shortest first."""
    word = re.compile(pattern)
    return sorted((group for group, text in texts().items() if word.search(text)), key=seconds_of)


def groups_that_name(path):
    """Configs, schemas and pages are named without their suffix; whole folders are compared with schemas by
    functions whose names say so."""
    name = pathlib.Path(path).name
    name = name.split(".")[0] if name.endswith((".json", ".md")) else name
    named = groups_with(rf"(?<![a-z_]){re.escape(name)}(?![a-z_])")
    if not path.startswith("results/schemas/"):
        return named
    return [*groups_with(rf'assert_schemas|check_folders|assert_valid\("{re.escape(name)}"'), *named]


def modules_of(path):
    """Modules of end-to-end tests that read what lies in the file's folder, or that it is."""
    if path.startswith("tests/e2e/test_"):
        return [path.removeprefix("tests/")]
    return [f"e2e/{name}.py" for folder, names in READERS.items()
            if path == folder or path.startswith(folder + "/") for name in names]


# ---- the choice ----------------------------------------------------------------------------------

@functools.cache
def seconds():
    return {group: taken for group, taken in table()["groups"]}


def seconds_of(group):
    return seconds().get(group, UNKNOWN)


def groups_of(path):
    if path.endswith((".c", ".h", ".cc")) and not path.startswith(("tests/", "arena/new_bot/templates")):
        return groups_of_source(path)
    if path.startswith("tests/unit/"):
        return [f"unit/{pathlib.Path(path).stem}"]
    return groups_that_name(path)


@functools.cache
def chosen(commit=""):
    """Groups to run: those of modules that read a changed file, and by turns one that reaches or names each,
    until the budget is spent."""
    files = changed_files(commit)
    readers = {module for path in files for module in modules_of(path)}
    kept = {group: True for group in texts() if group.split("::")[0] in readers}
    rows, spent = [groups_of(path) for path in files], 0.0
    for turn in range(max(map(len, rows), default=0)):
        for row in rows:
            if turn < len(row) and row[turn] not in kept and spent + seconds_of(row[turn]) <= BUDGET:
                kept[row[turn]] = True
                spent += seconds_of(row[turn])
    return frozenset(kept)


def selects(nodeid, commit=""):
    """Whether an end-to-end test is to be run."""
    return nodeid.startswith(ALWAYS) or group_of(nodeid) in chosen(commit)


if __name__ == "__main__":
    for name in sorted(chosen(*sys.argv[1:2])):
        if name.startswith("unit/"):
            print(name)
