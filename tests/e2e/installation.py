# SPDX-License-Identifier: MIT
"""An installation in a folder of its own, which tests of both folders share, and commands in an empty folder beside it."""
import os
import re
import shutil
import subprocess

import harness
from harness import OK, ROOT, arena


def make(*words, folder=ROOT, **environment):
    """The build is there: only what an installation adds is made. Its jobs are its own."""
    plain = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    done = subprocess.run(["make", "-s", *words], cwd=folder, env=plain | environment, text=True, capture_output=True, check=False)
    assert done.returncode == OK, done.stderr
    return done.stdout


def installed_folder():
    """Installed into one folder, moved to another."""
    def install(folder):
        make("install", f"OUT={harness.BUILD}", f"DESTDIR={folder}/first", "PREFIX=/opt/skat")
        shutil.move(f"{folder}/first/opt/skat", folder / "moved")
        shutil.rmtree(folder / "first")
    return harness.shared("installed", install) / "moved"


class Shell:
    """Commands in an empty folder, where skat-arena is what is installed."""

    def __init__(self, prefix, folder):
        self.prefix, self.folder = prefix, folder

    def __call__(self, command, folder=None, **environment):
        return subprocess.run(["bash", "-c", command], cwd=folder or self.folder, text=True, timeout=harness.TIMEOUT,
                              env=os.environ | {"PATH": f"{self.prefix}/bin:{os.environ['PATH']}", "MAKEFLAGS": "",
                                                "LC_ALL": "C.UTF-8"} | environment,
                              stdin=subprocess.DEVNULL, capture_output=True)

    def ok(self, command, folder=None, **environment):
        done = self(command, folder, **environment)
        assert done.returncode == OK, f"{command}\n{done.stdout}\n{done.stderr}"
        return done.stdout


def all_files(folder):
    return {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def commands():
    return [line.split("\t")[0] for line in arena("--describe=commands").stdout.splitlines()]


def examples_of(name):
    """Those of --help, without the name of the program."""
    return re.findall(r"^  skat-arena (.*)$", arena(name, "--help").stdout.partition("Examples:")[2], re.M)
