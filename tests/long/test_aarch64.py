# SPDX-License-Identifier: MIT
"""The build for 64-bit ARM, under qemu: the same manifest, log and summary as here, and shards of both processors in one run."""
import re
import shutil
import subprocess

import pytest

from harness import OK, ROOT, RunTest
from installation import make

ARM = ROOT / "build" / "aarch64"
pytestmark = [pytest.mark.no_sanitizer("about another build"), *(
    pytest.mark.skipif(not shutil.which(name), reason=f"there is no {name}: Debian's package {package} has it")
    for name, package in (("aarch64-linux-gnu-g++", "g++-aarch64-linux-gnu"), ("qemu-aarch64", "qemu-user")))]
# Bots, rules and statistics: what is random, learned, or computed with floating-point numbers.
CONFIGS = [
    {"bots": {"a": "stammtisch", "b": "neural"}, "seats": ["a", "b"], "schedule": "duel", "deals": 150},
    {"bots": {"a": "stammtisch", "b": "random"}, "seats": ["a", "b"], "schedule": "duel", "rules": "stammtisch", "deals": 12,
     "sessions": 12},
    {"bots": {"a": "pimc", "b": "beginner"}, "seats": ["a", "b"], "schedule": "duel", "deals": 6},
    {"bots": {"a": "stammtisch", "b": {"module": "stammtisch", "options": {"caution": 30}}}, "seats": ["a", "b"],
     "schedule": "duel", "deals": 400, "redeals": 1, "compare": ["a", "b"], "log": "zstd"},
]


class TestAarch64(RunTest):
    @pytest.fixture(autouse=True)
    def build(self, temporary_folder):
        make("aarch64", "NO_INSTALL=1")

    def run_on_arm(self, *words):
        done = subprocess.run(["qemu-aarch64", ARM / "skat-arena", *map(str, words)], cwd=ROOT, text=True, capture_output=True)
        assert done.returncode == OK, done.stderr

    @pytest.mark.parametrize("fields", CONFIGS)
    def test_the_same_bytes(self, fields):
        path, there, shard = self.write_config(**fields, isolation="none"), self.temp / "there", self.temp / "shard"
        done, here = self.run_ok("--quiet", **fields, isolation="none")
        self.run_on_arm("run", path, "--out", there, "--quiet")
        self.assert_same_bytes(here, there)
        self.run_on_arm("run", path, "--shard", "2/2", "--out", shard, "--quiet")
        done, first = self.run_ok("--shard", "1/2", "--quiet", **fields, isolation="none")
        self.run_on_arm("merge", first, shard, "--out", self.temp / "whole", "--quiet")
        self.assert_same_bytes(here, self.temp / "whole")

    def test_the_wheel(self):
        [wheel] = (ROOT / "build" / "wheel").glob("*aarch64.whl")
        assert re.search(r"-py3-none-manylinux_2_34_aarch64\.whl$", wheel.name)
