# SPDX-License-Identifier: MIT
"""The options of the tests, which of them are played, their order (long ones first, so that no processor idles at the end),
and the processor time that each takes."""
import collections
import functools
import inspect
import os
import pathlib
import re
import sys

import pytest

pytest.register_assert_rewrite("harness")

import changed  # noqa: E402
import harness  # noqa: E402 (after the line above, which is about it)
import processor_time  # noqa: E402
import long_tests  # noqa: E402


PARTS = ("quick", "long", "rest", "whole")


def pytest_addoption(parser):
    parser.addoption("--build", default=os.environ.get("OUT", "build/plain"),
                     help="folder of the build to test (build/plain)")
    parser.addoption("--full", action="store_true", default=os.environ.get("FULL", "") not in ("", "0"),
                     help="all repetitions; the environment's FULL=1 means the same")
    parser.addoption("--part", choices=PARTS, default="whole",
                     help="quick: without the tests of tests/quick/long_tests.txt; long: what that leaves out; rest: what "
                          "`make SAN=asan test` does not play as a whole, that is what quick leaves out but for the dearest, and "
                          "tests that do less in a build with sanitizers, or nothing")
    parser.addoption("--renew-long-tests", action="store_true", help="write that list anew, from the times of this run")
    parser.addoption("--repeated", action="store_true",
                     help="only tests that do more with --full")
    parser.addoption("--changed", nargs="?", const="",
                     help="only tests that what differs from this commit can break (tests/reach/changed.py)")
    parser.addoption("--reach", help="folder in which tests/reach/record.py collects what they reach")


def pytest_configure(config):
    harness.configure(config.getoption("build"), config.getoption("full"))
    if hasattr(config, "workerinput") or not config.getoption("numprocesses", 0):
        keep_rewritten_modules()


def keep_rewritten_modules():
    """Every process reads all modules, and pytest rewrites their assertions: three seconds, of which two are saved by
    keeping what comes of it, in build/, since nothing is written beside sources."""
    sys.pycache_prefix = str(harness.ROOT / "build" / "pycache")
    sys.dont_write_bytecode = False


def repeats(item):
    """Does the test, or a helper of its class, draw or play more with --full?"""
    owner = item.cls or item.function
    return any(word in inspect.getsource(owner) for word in ("repeat(", "covering("))


@functools.cache
def asks_for_sanitizers(module):
    """Whether a module has other tests, or smaller ones, for a build with sanitizers (has_sanitizer and what uses it, harness.py)."""
    return re.search(r"\b(has_sanitizer|some|unaudited|use_package)\(", inspect.getsource(module)) is not None


def does_less_with_sanitizers(item):
    return item.get_closest_marker("no_sanitizer") is not None or asks_for_sanitizers(item.module)


def part_of(items, part):
    sanitized = part == "rest" or harness.has_sanitizer()
    quick = long_tests.quick_part([item.nodeid for item in items], long_tests.SANITIZED if sanitized else long_tests.BUDGET)
    if part != "rest":
        return [item for item in items if (item.nodeid in quick) == (part == "quick")]
    return [item for item in items
            if (does_less_with_sanitizers(item) if item.nodeid in quick else not long_tests.is_dear(item.nodeid))]


def pytest_collection_modifyitems(config, items):
    if config.getoption("--changed") is not None:
        items[:] = [item for item in items if changed.selects(item.nodeid, config.getoption("--changed"))]
    if config.getoption("--repeated"):
        items[:] = [item for item in items if repeats(item)]
    if config.getoption("--part") != "whole":
        items[:] = part_of(items, config.getoption("--part"))
    # Those that are marked wait for long, mostly; others work.
    items.sort(key=lambda item: (item.get_closest_marker("long") is None, -long_tests.known().get(item.nodeid, 0)))
    if not harness.has_sanitizer():
        return
    for item in items:
        marker = item.get_closest_marker("no_sanitizer")
        if marker:
            item.add_marker(pytest.mark.skip(reason=f"sanitizer: {marker.args[0]}"))


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_protocol(item, nextitem):
    TIMES.start(item)
    marks = item.config.getoption("--reach")
    if not marks:
        yield
        return
    folder = pathlib.Path(marks) / changed.group_of(item.nodeid).replace("/", "%")
    folder.mkdir(exist_ok=True)
    os.environ["SKAT_REACH"] = str(folder)
    yield
    del os.environ["SKAT_REACH"]


# ---- the processor time of each test -------------------------------------------------------------

class Times:
    """What tests took. Where they run in several processes, the first adds up what the others report."""

    def __init__(self):
        self.mark, self.running = 0.0, False
        self.seconds, self.skipped = collections.Counter(), set()

    def start(self, item):
        # A browser goes on from one test to the next.
        self.running = "chromium" in item.fixturenames
        self.mark = processor_time.spent(self.running)

    def lap(self):
        """Seconds since the last call, or the start."""
        now = processor_time.spent(self.running)
        self.mark, taken = now, now - self.mark
        return taken

    def add(self, report):
        if report.skipped:
            self.skipped.add(report.nodeid)
        if report.when == "call":
            self.seconds[report.nodeid] += dict(report.user_properties).get(f"seconds of {report.when}", 0)


TIMES = Times()


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport():
    result = yield
    report = result.get_result()
    report.user_properties.append((f"seconds of {report.when}", TIMES.lap()))


def pytest_runtest_logreport(report):
    TIMES.add(report)


def pytest_terminal_summary(terminalreporter, config):
    """Says which tests are long and not known to be, and renews the list where that is asked for. No test fails by it."""
    if config.getoption("--renew-long-tests"):
        long_tests.renew(TIMES.seconds, TIMES.skipped)
    elif not harness.FULL and not harness.has_sanitizer():
        for test, taken in sorted(long_tests.grown(TIMES.seconds).items(), key=lambda row: -row[1]):
            terminalreporter.write_line(f"{taken:.1f} s of processor time, more than {long_tests.BUDGET}: {test} (make long-tests)")
