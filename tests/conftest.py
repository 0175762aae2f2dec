# SPDX-License-Identifier: MIT
"""The options of the tests, their order (those that wait first, so that no processor idles at the end), and the processor time
that each takes (--times)."""
import collections
import gc
import json
import os
import pathlib
import sys

import pytest

pytest.register_assert_rewrite("harness")

import harness  # noqa: E402 (after the line above, which is about it)
import processor_time  # noqa: E402


def pytest_addoption(parser):
    parser.addoption("--build", default=os.environ.get("OUT", "build/plain"), help="folder of the build to test (build/plain)")
    parser.addoption("--times", metavar="FILE", help="writes the processor time that each test takes, in seconds, as JSON")


def pytest_configure(config):
    gc.disable()  # all that these processes make is theirs until they end: to look for garbage takes a sixth of their own time
    if not hasattr(config, "workerinput"):
        os.environ["SKAT_TEST_RUN"] = str(os.getpid())  # for the processes that this one starts
    harness.configure(config.getoption("build"), os.environ["SKAT_TEST_RUN"])
    if hasattr(config, "workerinput") or not config.getoption("numprocesses", 0):
        keep_rewritten_modules()


def keep_rewritten_modules():
    """Every process reads all modules, and pytest rewrites their assertions: three seconds, of which two are saved by
    keeping what comes of it, in build/, since nothing is written beside sources."""
    sys.pycache_prefix = str(harness.ROOT / "build" / "pycache")
    sys.dont_write_bytecode = False


def pytest_collection_modifyitems(items):
    items.sort(key=lambda item: item.get_closest_marker("long") is None)
    for item in items if harness.has_sanitizer() else []:
        marker = item.get_closest_marker("no_sanitizer")
        if marker:
            item.add_marker(pytest.mark.skip(reason=f"sanitizer: {marker.args[0]}"))


# ---- the processor time of each test, for `make test-times` ------------------------------------------------------------------

class Times:
    """What tests took. Where they run in several processes, the first adds up what the others report."""

    def __init__(self):
        self.mark, self.running = 0.0, False
        self.seconds = collections.Counter()

    def start(self, item):
        # A browser goes on from one test to the next.
        self.running = "chromium" in item.fixturenames
        self.mark = processor_time.spent(self.running)

    def lap(self):
        """Seconds since the last call, or the start."""
        now = processor_time.spent(self.running)
        self.mark, taken = now, now - self.mark
        return taken


TIMES = Times()


def pytest_runtest_setup(item):
    TIMES.start(item)


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item):
    result = yield
    if item.config.getoption("--times"):
        result.get_result().user_properties.append(("seconds", TIMES.lap()))


def pytest_runtest_logreport(report):
    for name, seconds in report.user_properties:
        if name == "seconds":
            TIMES.seconds[report.nodeid] += seconds


def pytest_sessionfinish(session):
    if hasattr(session.config, "workerinput"):
        return
    written = harness.remove_samples()
    if written:
        print(f"\ntests have written to samples, which others read: {written}")
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
    file = session.config.getoption("--times")
    if file:
        pathlib.Path(file).write_text(json.dumps(dict(TIMES.seconds.most_common()), indent=0))
