#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Changes the sources in small ways and looks whether a test fails: `make mutants N=40 SEED=1`.

    mutants.py [--count N] [--seed N] [--kinds KIND ...] [--only KEY ...] [--jobs N]
               [--pytest=ARGUMENT ...] [--folder FOLDER]

Works in a copy of the tree, build/mutants/tree, and on no other file. Each mutant is one changed line
(mutation_operators.py). There are two passes:

1. Each mutant is built by itself and tested by the bench signature, and by the unit tests and end-to-end modules whose
   names share a word with the mutated file. The first failing test has killed it.
2. The mutants that are left are built together, and all tests are run once. A test that fails there is run against each of
   these mutants alone, which tells which of them it kills. If they fail so badly together that little can be told
   (no program, no test passes), they are tested in two halves.

A mutant that survives both passes survives `make test`. build/mutants/results.jsonl keeps what was found, so that an
interrupted run continues; report.md sums it up. --only tests single mutants again, for example after a test was added.
"""
import argparse
import itertools
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import time

import mutation_operators

ROOT = pathlib.Path(__file__).resolve().parent.parent
OUT = "build/plain"
HANG = 600  # seconds after which a mutant counts as killed
# In this order kinds are drawn, again and again: about by the lines of the folders.
PATTERN = "arena engine page arena bots arena python arena engine page".split()

# A mutant may signal processes and remove files that are not its own. It sees no process but those that it started, can
# write to nothing but the tree and /tmp, and what it started ends with it.
ISOLATED = ["unshare", *(["--map-root-user"] if os.getuid() else []), "--pid", "--mount", "--fork",
            "--kill-child", "--mount-proc", "sh", "-c", """
set -e
mount --make-rprivate /
mount --bind "$1" "$1"
mount -o remount,bind,ro /
mount -t tmpfs -o mode=1777 tmpfs /tmp
cd "$1"
shift
"$@"
exit $?
""", "sh"]


class TimeIsUp(Exception):
    pass


class Runner:
    """Runs commands in the copy, until a time."""

    def __init__(self):
        self.prefix = [*ISOLATED, str(TREE)]
        self.end = None
        # Where make runs this, its variables are not for the makes that this runs.
        self.environment = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
        if subprocess.run([*self.prefix, "true"], capture_output=True).returncode != 0:
            print("no isolation here: a mutant may signal processes of yours and remove files")
            self.prefix = []

    def run(self, *command):
        """Whether the command succeeds, and what it prints."""
        with subprocess.Popen([*self.prefix, *map(str, command)], cwd=TREE, env=self.environment, encoding="utf-8",
                              errors="replace", stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, start_new_session=True) as process:
            try:
                printed, _ = process.communicate(timeout=self.end and max(1, self.end - time.monotonic()))
            except BaseException as reason:
                os.killpg(process.pid, signal.SIGKILL)
                if isinstance(reason, subprocess.TimeoutExpired):
                    raise TimeIsUp from None
                raise
        return process.returncode == 0, printed


# ---- the copy ----------------------------------------------------------------------------------------------------------

def mirror(source, target, names):
    """Makes the files `names` of target those of source, with their times, and removes the others but build/ and .git/."""
    for path in list(target.rglob("*")):
        name = path.relative_to(target)
        if not path.is_dir() and name not in names and name.parts[0] not in ("build", ".git"):
            path.unlink()
    for name in names:
        old, new = source / name, target / name
        if os.path.lexists(new) and stamp(old) == stamp(new):
            continue
        new.parent.mkdir(parents=True, exist_ok=True)
        new.unlink(missing_ok=True)
        shutil.copy2(old, new, follow_symlinks=False)


def stamp(path):
    """What differs if a file was written again."""
    status = os.lstat(path)
    return status.st_size, status.st_mtime_ns, status.st_mode


def files_below(folder):
    return {path.relative_to(folder) for path in folder.rglob("*") if path.is_symlink() or path.is_file()}


def copy_sources():
    """Brings the copy up to date: all files that git knows or would add. Some tests ask git for the files of the tree, so the
    copy is a repository of its own."""
    listed = subprocess.run(["git", "ls-files", "-coz", "--exclude-standard"], cwd=ROOT, check=True,
                            capture_output=True, encoding="utf-8").stdout.split("\0")
    mirror(ROOT, TREE, {pathlib.Path(name) for name in listed if name and os.path.lexists(ROOT / name)})
    git = ["git", "-c", "user.name=mutants", "-c", "user.email=mutants@localhost"]
    for command in ("init -q", "add -A", "commit -q --allow-empty -m copy"):
        subprocess.run([*git, *command.split()], cwd=TREE, check=True)


def build(runner):
    return runner.run("make", f"JOBS={ARGUMENTS.jobs}", f"OUT={OUT}", "everything")


def keep_build():
    """A copy of the build without a mutant, which restore_build() brings back: quicker than building again."""
    BUILT.mkdir(exist_ok=True)
    mirror(TREE / OUT, BUILT, files_below(TREE / OUT))


def restore_build():
    mirror(BUILT, TREE / OUT, files_below(BUILT))


# ---- the tests: each returns the names of those that fail --------------------------------------------------------------

def words(name):
    return set(re.split(r"[^a-z0-9]+", str(name))) - {"", "test", "arena", "bots", "engine"}


def near(paths, mutant):
    """Tests whose names share words with the mutated file, the most words first."""
    shared = {path: len(words(path.stem) & words(mutant.path)) for path in paths}
    return sorted((path for path in paths if shared[path]), key=lambda path: (-shared[path], path.name))


def unit_tests(runner, programs):
    for program in programs:
        passed, printed = runner.run(program)
        if not passed:
            found = re.search(r"^\[  FAILED  \] (\w+)$", printed, re.M)
            yield f"{program.name}: {found[1] if found else 'crash'}"


def unit_programs():
    return [path for path in (TREE / OUT / "tests" / "unit").glob("test_*") if not path.suffix]


def signature(runner):
    passed, printed = runner.run(f"{OUT}/skat-arena", "bench", "--signature")
    expected = (TREE / "tests" / "data" / "bench.expected").read_text(encoding="utf-8")
    return [] if passed and printed == expected else ["bench signature"]


def pytest(runner, tests, every=False, jobs=None):
    """A test that fails among others must fail again alone: else it fails because the machine is busy."""
    common = [sys.executable, "-B", "-m", "pytest", f"--build={OUT}", *ARGUMENTS.pytest]
    passed, printed = runner.run(*common, "-n", 2 * ARGUMENTS.jobs if jobs is None else jobs, *([] if every else ["-x"]), *tests)
    if passed:
        return []
    # xdist adds the group of a test to its name.
    found = re.findall(r"^(?:FAILED|ERROR) (\S.*?)(?:@\w+)?(?: - |$)", printed, re.M)
    if not found:
        return ["pytest: " + printed.strip()[-200:]]
    if jobs == 0 or every:
        return found
    return pytest(runner, found, jobs=0) or pytest(runner, tests, every=True)


def near_modules(mutant):
    found = near(list(TREE.glob("tests/e2e/test_*.py")), mutant)
    return [path.relative_to(TREE) for path in found] or [pathlib.Path("tests/e2e/test_run.py")]


def rerun(runner, names):
    """Of tests named as above, the first that fails."""
    for name in names:
        if ": " in name:
            if not runner.run(f"{OUT}/tests/unit/{name.split(': ')[0]}")[0]:
                return name
        elif name == "bench signature":
            if signature(runner):
                return name
        elif pytest(runner, [name], jobs=0):
            return name
    return None


# ---- mutants -----------------------------------------------------------------------------------------------------------

class Applied:
    """The copy with these mutants, built. `built` says whether that worked."""

    def __init__(self, runner, mutants):
        self.runner, self.mutants, self.texts, self.built = runner, mutants, {}, False

    def __enter__(self):
        for mutant in self.mutants:
            path = TREE / mutant.path
            text = path.read_text(encoding="utf-8")
            self.texts.setdefault(path, (text, path.stat()))
            lines = text.split("\n")
            lines[mutant.line - 1] = mutant.new
            path.write_text("\n".join(lines), encoding="utf-8")
        self.runner.end = time.monotonic() + HANG
        self.built = build(self.runner)[0]
        return self

    def __exit__(self, *_):
        for path, (text, status) in self.texts.items():
            path.write_text(text, encoding="utf-8")
            # Older than what was built from it, so that make leaves that alone.
            os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
        restore_build()


def first_pass(runner, mutant):
    """"does not build", "killed" or "left", and the test that killed it."""
    with Applied(runner, [mutant]) as applied:
        if not applied.built:
            return "does not build", None
        try:
            in_c = mutant.kind in mutation_operators.CODE
            failed = in_c and (list(itertools.islice(unit_tests(runner, near(unit_programs(), mutant)), 1)) or signature(runner)) \
                or pytest(runner, near_modules(mutant))
        except TimeIsUp:
            return "killed", "time limit"
    return ("killed", failed[0]) if failed else ("left", None)


def all_tests(runner, mutants):
    """The tests that fail with all of these mutants, or None if too many do to tell anything."""
    with Applied(runner, mutants) as applied:
        if not applied.built:
            return None
        try:
            failed = [*unit_tests(runner, unit_programs()), *signature(runner),
                      *pytest(runner, ["tests/e2e", "tests/oracle"], every=True)]
        except TimeIsUp:
            return None
    return None if len(failed) > 60 else failed


def second_pass(runner, mutants):
    """{key: the test that kills it, or None}"""
    failed = all_tests(runner, mutants)
    if failed is None and len(mutants) > 1:
        half = len(mutants) // 2
        return second_pass(runner, mutants[:half]) | second_pass(runner, mutants[half:])
    if failed is None:
        return {mutants[0].key: "most tests"}
    print(f"{len(mutants)} mutants together: {len(failed)} tests fail", flush=True)
    found = dict.fromkeys(mutant.key for mutant in mutants)
    for mutant in mutants if failed else []:
        with Applied(runner, [mutant]):
            try:
                found[mutant.key] = rerun(runner, failed)
            except TimeIsUp:
                found[mutant.key] = "time limit"
    return found


# ---- the sample --------------------------------------------------------------------------------------------------------

def drawn():
    """Mutants without end, in the order of PATTERN."""
    kinds = ARGUMENTS.kinds or PATTERN
    left = {kind: iter(mutation_operators.sample(TREE, kind, ARGUMENTS.seed)) for kind in set(kinds)}
    while True:
        for kind in kinds:
            yield next(left[kind])


def named(keys):
    found = [mutant for kind in mutation_operators.SOURCES
             for mutant in mutation_operators.candidates(TREE, kind) if mutant.key in keys]
    missing = set(keys) - {mutant.key for mutant in found}
    if missing:
        sys.exit(f"no such mutants of the sources as they are: {' '.join(sorted(missing))}")
    return found


def read_results():
    """The last result of each mutant, by key."""
    if not RESULTS.exists():
        return {}
    rows = [json.loads(line) for line in RESULTS.read_text(encoding="utf-8").splitlines()]
    return {row["key"]: row for row in rows}


def record(mutant, verdict, by):
    row = mutant._asdict() | {"verdict": verdict, "by": by}
    with RESULTS.open("a", encoding="utf-8") as file:
        file.write(json.dumps(row) + "\n")
    print(f"{mutant.key}  {verdict:14}  {mutant.path}:{mutant.line}  {mutant.operator}{'  by ' + by if by else ''}", flush=True)
    return row


def write_report(rows):
    built = [row for row in rows if row["verdict"] != "does not build"]
    total = f"{len(built)} mutants: {sum(row['verdict'] == 'killed' for row in built)} killed"
    lines = [f"# Mutants, seed {ARGUMENTS.seed}", "", total, "", "| mutant | place | change | result | by |",
             "| --- | --- | --- | --- | --- |"]
    for row in built:
        change = f"`{row['old'].strip()}` → `{row['new'].strip()}`".replace("|", "\\|")
        lines.append(f"| {row['key']} | {row['path']}:{row['line']} | {change} | {row['verdict']} | {row['by'] or ''} |")
    (WORK / "report.md").write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(total)


def try_all(runner):
    known, mutants, rows = {} if ARGUMENTS.only else read_results(), {}, {}
    for mutant in named(ARGUMENTS.only) if ARGUMENTS.only else drawn():
        row = known.get(mutant.key) or record(mutant, *first_pass(runner, mutant))
        mutants[mutant.key], rows[mutant.key] = mutant, row
        if not ARGUMENTS.only and sum(row["verdict"] != "does not build" for row in rows.values()) == ARGUMENTS.count:
            break
    left = [mutants[key] for key, row in rows.items() if row["verdict"] == "left"]
    for key, by in (second_pass(runner, left) if left else {}).items():
        rows[key] = record(mutants[key], "killed" if by else "survived", by)
    write_report(list(rows.values()))


def main():
    TREE.mkdir(parents=True, exist_ok=True)
    runner = Runner()
    for number in (signal.SIGINT, signal.SIGTERM):  # in the background, too
        signal.signal(number, signal.default_int_handler)
    try:
        copy_sources()
        built, printed = build(runner)
        if not built:
            sys.exit(f"the tree does not build:\n{printed}")
        keep_build()
        try_all(runner)
    except KeyboardInterrupt:
        sys.exit("interrupted; the same command continues")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=30, help="mutants that build (30)")
    parser.add_argument("--seed", type=int, default=1, help="of the sample (1)")
    parser.add_argument("--kinds", nargs="*", choices=mutation_operators.SOURCES, help="draw from these, in turn")
    parser.add_argument("--only", nargs="*", default=[], metavar="KEY", help="these mutants, also again")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="of make and pytest (processors)")
    parser.add_argument("--pytest", action="append", default=[], metavar="ARGUMENT", help="one more argument of pytest")
    parser.add_argument("--folder", default="build/mutants", help="where to work (build/mutants)")
    return parser.parse_args()


if __name__ == "__main__":
    ARGUMENTS = arguments()
    WORK = ROOT / ARGUMENTS.folder
    TREE, RESULTS = WORK / "tree", WORK / "results.jsonl"
    BUILT = WORK / "built"  # a copy of the build without a mutant
    main()
