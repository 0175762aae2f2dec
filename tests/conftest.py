# SPDX-License-Identifier: MIT
"""The options of the tests, and their order: long ones first, so that no processor idles at the end."""
import inspect
import json
import os
import pathlib
import sys
import time

import pytest

pytest.register_assert_rewrite("harness")

import changed  # noqa: E402
import harness  # noqa: E402 (after the line above, which is about it)


def pytest_addoption(parser):
    parser.addoption("--build", default=os.environ.get("OUT", "build/plain"),
                     help="folder of the build to test (build/plain)")
    parser.addoption("--full", action="store_true", default=os.environ.get("FULL", "") not in ("", "0"),
                     help="all repetitions; the environment's FULL=1 means the same")
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


def pytest_collection_modifyitems(config, items):
    if config.getoption("--changed") is not None:
        items[:] = [item for item in items if changed.selects(item.nodeid, config.getoption("--changed"))]
    if config.getoption("--repeated"):
        items[:] = [item for item in items if repeats(item)]
    items.sort(key=lambda item: item.get_closest_marker("long") is None)
    if not harness.has_sanitizer():
        return
    for item in items:
        marker = item.get_closest_marker("no_sanitizer")
        if marker:
            item.add_marker(pytest.mark.skip(reason=f"sanitizer: {marker.args[0]}"))


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_protocol(item, nextitem):
    marks = item.config.getoption("--reach")
    if not marks:
        yield
        return
    group, start = changed.group_of(item.nodeid), time.monotonic()
    folder = pathlib.Path(marks) / group.replace("/", "%")
    folder.mkdir(exist_ok=True)
    os.environ["SKAT_REACH"] = str(folder)
    yield
    del os.environ["SKAT_REACH"]
    with open(pathlib.Path(marks) / f"times.{os.getpid()}", "a", encoding="utf-8") as file:
        file.write(json.dumps([group, time.monotonic() - start]) + "\n")
