# SPDX-License-Identifier: MIT
"""The bot in bots/README.md is what the page says: 40 lines, builds without warnings, plays. And
docs/commands.md is what the program prints of itself.
"""
import json
import os
import re
import subprocess

import pytest

from harness import OK, ROOT, TIMEOUT, RunTest, arena

pytestmark = pytest.mark.no_sanitizer("about documents, not memory")
LINES = 40


def page(folder):
    return (ROOT / folder / "README.md").read_text(encoding="utf-8")


class TestBotOfTheReadme(RunTest):
    CODE = re.search(r"```c\n(.*?)```", page("bots"), re.S).group(1)

    def build(self):
        source, module = self.temp / "highest.c", self.temp / "highest.so"
        source.write_text(self.CODE, encoding="utf-8")
        subprocess.run([os.environ.get("CC", "cc"), "-std=c11", "-O2", "-fPIC", "-shared", "-Wall",
                        "-Wextra", "-Wpedantic", "-Werror", "-I", ROOT / "bots", source,
                        "-o", module], check=True)

    def test_is_short(self):
        assert len(self.CODE.strip().splitlines()) <= LINES

    def test_builds_and_plays(self):
        self.build()
        path = self.write_config(bots={"mine": "./highest.so", "club": "stammtisch"}, deals=30,
                                 seats=["mine", "club", "club"], schedule="rotations")
        done = arena("run", path, "--out", self.temp / "out", "--json")
        assert done.returncode == OK, done.stderr
        mine = {bot["name"]: bot for bot in json.loads(done.stdout)["bots"]}["mine"]
        assert mine["declared"] > 0
        assert not any(mine["faults"].values())

    def test_is_sound(self):
        """B1: what the page teaches passes the check that it recommends."""
        self.build()
        done = arena("check", self.temp / "highest.so", "--deals", 100)
        assert done.returncode == OK, done.stdout
        assert "is sound" in done.stdout


def test_the_page_of_commands_is_what_the_program_says():
    assert (ROOT / "docs" / "commands.md").read_text(encoding="utf-8") == arena("--describe=markdown").stdout


def test_bug_make_alone_builds_the_program():
    """A rule above `all` became what `make` makes."""
    done = subprocess.run(["make", "--dry-run", "--print-data-base", "-C", ROOT, "help"], text=True, capture_output=True,
                          timeout=TIMEOUT, check=False, env={name: value for name, value in os.environ.items() if "MAKE" not in name})
    assert re.findall(r"^\.DEFAULT_GOAL := (.*)$", done.stdout, re.MULTILINE) == ["all"], done.stderr
