"""The options of the tests, and their order: long ones first, so that no processor idles at the end."""
import os

import pytest

pytest.register_assert_rewrite("harness")

import harness  # noqa: E402 (after the line above, which is about it)


def pytest_addoption(parser):
    parser.addoption("--build", default=os.environ.get("OUT", "build/plain"),
                     help="folder of the build to test (build/plain)")
    parser.addoption("--full", action="store_true", default=os.environ.get("FULL", "") not in ("", "0"),
                     help="all repetitions; the environment's FULL=1 means the same")


def pytest_configure(config):
    harness.configure(config.getoption("build"), config.getoption("full"))


def pytest_collection_modifyitems(items):
    items.sort(key=lambda item: item.get_closest_marker("long") is None)
    if not harness.has_sanitizer():
        return
    for item in items:
        marker = item.get_closest_marker("no_sanitizer")
        if marker:
            item.add_marker(pytest.mark.skip(reason=f"sanitizer: {marker.args[0]}"))
