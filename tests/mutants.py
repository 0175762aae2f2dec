#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Changes the sources in small ways and looks whether a test fails: `make mutants N=30 SEED=1`.

    mutants.py [--count N] [--seed N] [--only KEY ...] [--jobs N] [--limit SECONDS]
               [--folder FOLDER] [--unchecked] [--changed] [--quick]

Works in a copy of the tree, build/mutants/tree, and on no other file. Each mutant is one changed
line (mutation_operators.py). It is built and tested: first the unit tests, then the bench
signature, then the end-to-end tests. A mutant is killed by the first test that fails, or by the
time limit. One that does not build does not count; another is drawn.

build/mutants/results.jsonl keeps what was found, so that a run that was interrupted continues, and
report.md sums it up. --only tests single mutants again, for example after a test was added.
"""
import argparse
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
WHOLE_ONLY = "(WHOLE=1)"  # follows the name of a test that `make test` leaves out
# In this order kinds are drawn, again and again.
PATTERN = ("code json code docs code code templates code json code "
           "docs code code page code json code docs code code").split()
# Documents, pages and schemas are read by end-to-end tests only.
END_TO_END_ONLY = ("docs", "templates", "page")

# A mutant may signal processes and remove files that are not its own: it sees no process but those
# that it started, can write to nothing but the tree and /tmp, and what it started ends with it.
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


def isolation():
    """What comes before a command to isolate it; nothing where that is not possible."""
    prefix = [*ISOLATED, str(TREE)]
    if subprocess.run([*prefix, "true"], capture_output=True).returncode == 0:
        return prefix
    print("no isolation here: a mutant may signal processes of yours and remove files")
    return []


class TimeIsUp(Exception):
    pass


class Runner:
    """Runs commands in the tree until a time."""

    def __init__(self):
        self.prefix = isolation()
        self.end = None
        self.commit = None  # of the copy
        # Where make runs this, its variables are not for the makes that this runs.
        self.environment = {name: value for name, value in os.environ.items()
                            if not name.startswith("MAKE")}

    def run(self, *command):
        """Whether the command succeeds, and what it prints."""
        process = subprocess.Popen(
            [*self.prefix, *map(str, command)], cwd=TREE, env=self.environment, encoding="utf-8",
            errors="replace", stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, start_new_session=True)
        left = self.end and max(1, self.end - time.monotonic())
        try:
            printed, _ = process.communicate(timeout=left)
        except BaseException as reason:
            os.killpg(process.pid, 9)
            process.wait()
            if isinstance(reason, subprocess.TimeoutExpired):
                raise TimeIsUp from None
            raise
        return process.returncode == 0, printed


# ---- the copy ------------------------------------------------------------------------------------

def stamp(path):
    """What differs if a file was written again."""
    status = os.lstat(path)
    return status.st_size, status.st_mtime_ns, status.st_mode


def mirror(source, target, names):
    """Makes the files `names` of target those of source, with the times of those that differ."""
    for name in names:
        old, new = source / name, target / name
        if os.path.lexists(new) and stamp(old) == stamp(new):
            continue
        new.parent.mkdir(parents=True, exist_ok=True)
        new.unlink(missing_ok=True)
        shutil.copy2(old, new, follow_symlinks=False)


def files_below(folder):
    return {path.relative_to(folder) for path in folder.rglob("*")
            if path.is_symlink() or path.is_file()}


def copy_sources():
    """Brings the copy up to date with the tree: all files that git knows or would add."""
    listed = subprocess.run(["git", "ls-files", "-coz", "--exclude-standard"], cwd=ROOT, check=True,
                            capture_output=True, encoding="utf-8").stdout.split("\0")
    names = {pathlib.Path(name) for name in listed if name and os.path.lexists(ROOT / name)}
    for name in files_below(TREE) - names:
        if name.parts[0] not in ("build", ".git"):
            (TREE / name).unlink()
    mirror(ROOT, TREE, names)
    commit_copy()


def commit_copy():
    """Some tests ask git for the files of the tree, which therefore is a repository of its own."""
    git = ["git", "-c", "user.name=mutants", "-c", "user.email=mutants@localhost"]
    for command in ("init -q", "add -A", "commit -q --allow-empty -m copy"):
        subprocess.run([*git, *command.split()], cwd=TREE, check=True)


def restore_build():
    names = files_below(BUILT)
    for name in files_below(TREE / OUT) - names:
        (TREE / OUT / name).unlink()
    mirror(BUILT, TREE / OUT, names)


def build(runner):
    return runner.run("make", f"JOBS={ARGUMENTS.jobs}", f"OUT={OUT}", "everything")


# ---- the tests: each returns the name of the test that fails, or None ----------------------------

def words(name):
    return set(re.split(r"[^a-z0-9]+", str(name))) - {"", "test", "arena", "bots", "engine"}


def nearest_first(paths, mutant):
    """Tests whose names share words with the mutant's file come first: most kill sooner."""
    return sorted(paths, key=lambda path: (-len(words(path.stem) & words(mutant.path)), path.name))


def unit_tests(runner, mutant):
    programs = [path for path in (TREE / OUT / "tests" / "unit").glob("test_*") if not path.suffix]
    for program in nearest_first(programs, mutant):
        passed, printed = runner.run(program)
        if not passed:
            found = re.search(r"^\[  FAILED  \] (\w+)$", printed, re.M)
            return f"{program.name}: {found[1] if found else 'crash'}"
    return None


def signature(runner, mutant):
    passed, printed = runner.run(f"{OUT}/skat-arena", "bench", "--signature")
    expected = (TREE / "tests" / "data" / "bench.expected").read_text(encoding="utf-8")
    return None if passed and printed == expected else "bench signature"


def pytest(runner, *arguments):
    """A test that fails once, but not again alone, fails because the machine is busy: without it."""
    common = [sys.executable, "-B", "-m", "pytest", "-x", f"--build={OUT}"]
    unsteady = []
    while True:
        passed, printed = runner.run(*common, "-n", 2 * ARGUMENTS.jobs, *arguments, *unsteady)
        if passed:
            return None
        found = re.search(r"^(?:FAILED|ERROR) (\S.*?)(?: - |$)", printed, re.M)
        if not found:
            return "pytest: " + printed.strip()[-200:]
        passed, _ = runner.run(*common, "-n", 0, found[1])
        if not passed or f"--deselect={found[1]}" in unsteady:
            return found[1].removeprefix("tests/")
        unsteady.append(f"--deselect={found[1]}")


def near_modules(mutant):
    modules = TREE.glob("tests/e2e/test_*.py")
    return [path.relative_to(TREE) for path in nearest_first(modules, mutant)
            if words(path.stem) & words(mutant.path)] or ["tests/e2e/test_run.py"]


def quick_tests(runner, mutant):
    """Those of `make test`."""
    return pytest(runner, "--part=quick", *near_modules(mutant)) or pytest(runner, "--part=quick", "tests")


def long_tests(runner, _mutant):
    """Those that WHOLE=1 adds. Where they alone kill a mutant, the report says so."""
    failed = pytest(runner, "--part=long", "tests")
    return failed and f"{failed} {WHOLE_ONLY}"


def changed_tests(runner, _mutant):
    """Those that `make test CHANGED=1` runs."""
    _, printed = runner.run(sys.executable, "-B", "tests/reach/changed.py")
    for name in printed.split():
        passed, _ = runner.run(f"{OUT}/tests/{name}")
        if not passed:
            return name.removeprefix("unit/")
    return signature(runner, _mutant) or pytest(runner, "--changed=", "tests")


def failing_test(runner, mutant):
    short = () if mutant.kind in END_TO_END_ONLY else (unit_tests, signature)
    for tests in (*short, quick_tests, *(() if ARGUMENTS.quick else (long_tests,))):
        failed = tests(runner, mutant)
        if failed:
            return failed
    return None


# ---- one mutant ----------------------------------------------------------------------------------

def verdict_of(runner, mutant):
    """"does not build", "killed" or "survived", and the test that killed it; with --changed "killed at
    once", where `make test CHANGED=1` does."""
    try:
        built, _ = build(runner)
        if not built:
            return "does not build", None
        failed = ARGUMENTS.changed and changed_tests(runner, mutant)
        if failed:
            return "killed at once", failed
        failed = failing_test(runner, mutant)
        return ("killed", failed) if failed else ("survived", None)
    except TimeIsUp:
        return "killed", "time limit"


def try_mutant(runner, mutant):
    path = TREE / mutant.path
    text, status, start = path.read_text(encoding="utf-8"), path.stat(), time.monotonic()
    lines = text.split("\n")
    lines[mutant.line - 1] = mutant.new
    path.write_text("\n".join(lines), encoding="utf-8")
    runner.end = start + ARGUMENTS.limit
    try:
        verdict, by = verdict_of(runner, mutant)
    finally:
        path.write_text(text, encoding="utf-8")
        # Older than what was built from it, so that make leaves that alone.
        os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
        restore_build()
    return mutant._asdict() | {"verdict": verdict, "by": by, "commit": runner.commit,
                               "seconds": round(time.monotonic() - start)}


def described():
    """The commit of the tree, with "-dirty" if something is not committed."""
    return subprocess.run(["git", "describe", "--always", "--dirty"], cwd=ROOT, capture_output=True,
                          encoding="utf-8").stdout.strip()


# ---- results -------------------------------------------------------------------------------------

def read_results():
    """The last result of each mutant, by key."""
    if not RESULTS.exists():
        return {}
    rows = [json.loads(line) for line in RESULTS.read_text(encoding="utf-8").splitlines()]
    return {row["key"]: row for row in rows}


def summary(rows):
    at_once = sum(row["verdict"] == "killed at once" for row in rows)
    killed = at_once + sum(row["verdict"] == "killed" for row in rows)
    unbuilt = sum(row["verdict"] == "does not build" for row in rows)
    built = len(rows) - unbuilt
    quick = f" ({at_once} of them by CHANGED=1)" if ARGUMENTS.changed else ""
    whole = sum((row["by"] or "").endswith(WHOLE_ONLY) for row in rows)
    return f"{built} mutants: {killed} killed{quick}, {whole} of them by WHOLE=1 alone; {built - killed} survived ({unbuilt} did not build)"


def change_of(row):
    return f"`{row['old'].strip()}` → `{row['new'].strip()}`".replace("|", "\\|")


def write_report(rows, commit):
    lines = [f"# Mutants of {commit}, seed {ARGUMENTS.seed}", "", summary(rows), "",
             "| mutant | place | change | result | by |", "| --- | --- | --- | --- | --- |"]
    for row in rows:
        lines.append(f"| {row['key']} | {row['path']}:{row['line']} | {change_of(row)} |"
                     f" {row['verdict']} | {row['by'] or ''} |")
    (WORK / "report.md").write_text("\n".join(lines) + "\n", encoding="utf-8")


# ---- the sample ----------------------------------------------------------------------------------

def drawn():
    """Mutants without end, in the order of PATTERN, from the kinds whose tests can run here."""
    left = {kind: iter(mutation_operators.sample(TREE, kind, ARGUMENTS.seed))
            for kind in mutation_operators.SOURCES}
    if not shutil.which("chromium"):
        print("no mutants of the report's page: its tests need Chromium (make deps-browser)")
        left["page"] = left["code"]
    while True:
        for kind in PATTERN:
            yield next(left[kind], None) or next(left["code"])


def named(keys):
    found = [mutant for kind in mutation_operators.SOURCES
             for mutant in mutation_operators.candidates(TREE, kind) if mutant.key in keys]
    missing = set(keys) - {mutant.key for mutant in found}
    if missing:
        sys.exit(f"no such mutants of the sources as they are: {' '.join(sorted(missing))}")
    return found


def show(row):
    print(f"{row['key']}  {row['verdict']:14}  {row['path']}:{row['line']}  {row['operator']}"
          f"{'  by ' + row['by'] if row['by'] else ''}  ({row['seconds']} s)", flush=True)


def mutants():
    """Those to try, each with the result that is known, or None."""
    if ARGUMENTS.only:
        for mutant in named(ARGUMENTS.only):
            yield mutant, None
        return
    known = read_results()
    for mutant in drawn():
        yield mutant, known.get(mutant.key)


def run_all(runner):
    rows, counted = [], 0
    for mutant, known in mutants():
        row = known or try_mutant(runner, mutant)
        if not known:
            with RESULTS.open("a", encoding="utf-8") as file:
                file.write(json.dumps(row) + "\n")
        rows.append(row)
        show(row)
        if not ARGUMENTS.only:
            write_report(rows, runner.commit)
        counted += row["verdict"] != "does not build"
        if counted == ARGUMENTS.count:
            break
    print(summary(rows))


def prepare(runner):
    runner.commit = described()
    copy_sources()
    if BUILT.exists():
        restore_build()
    built, printed = build(runner)
    if not built:
        sys.exit(f"the tree does not build:\n{printed}")
    BUILT.mkdir(exist_ok=True)
    for name in files_below(BUILT) - files_below(TREE / OUT):
        (BUILT / name).unlink()
    mirror(TREE / OUT, BUILT, files_below(TREE / OUT))


def check_tests(runner):
    """Tests that fail without a mutant would kill each. Once for each commit."""
    passed = WORK / "passed"
    if "-dirty" not in runner.commit and passed.exists() and passed.read_text() == runner.commit:
        return
    print("the tests without a mutant ...", flush=True)
    failed = failing_test(runner, mutation_operators.Mutant(None, "code", "", 0, "", "", ""))
    restore_build()
    if failed:
        sys.exit(f"fails without a mutant: {failed}")
    passed.write_text(runner.commit)


def main():
    TREE.mkdir(parents=True, exist_ok=True)
    runner = Runner()
    for number in (signal.SIGINT, signal.SIGTERM):  # in the background, too
        signal.signal(number, signal.default_int_handler)
    try:
        prepare(runner)
        if not ARGUMENTS.unchecked:
            check_tests(runner)
        run_all(runner)
    except KeyboardInterrupt:
        sys.exit("interrupted; the same command continues")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=30, help="mutants that build (30)")
    parser.add_argument("--seed", type=int, default=1, help="of the sample (1)")
    parser.add_argument("--only", nargs="*", default=[], metavar="KEY",
                        help="these mutants, also again")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(),
                        help="of make and pytest (processors)")
    parser.add_argument("--limit", type=int, default=3600, help="seconds for a mutant; all tests must fit in (3600)")
    parser.add_argument("--quick", action="store_true", help="without the tests that only `make test WHOLE=1` runs")
    parser.add_argument("--folder", default="build/mutants", help="where to work (build/mutants)")
    parser.add_argument("--unchecked", action="store_true",
                        help="do not run the tests without a mutant first")
    parser.add_argument("--changed", action="store_true",
                        help="first the tests of `make test CHANGED=1`: do they find each that all tests find?")
    return parser.parse_args()


if __name__ == "__main__":
    ARGUMENTS = arguments()
    WORK = ROOT / ARGUMENTS.folder
    TREE, RESULTS = WORK / "tree", WORK / "results.jsonl"
    BUILT = WORK / "built"  # a copy of the build without a mutant
    main()
