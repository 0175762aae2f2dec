# SPDX-License-Identifier: MIT
"""A git repository with a bot, for the tests of `history`: commits change how often it bids on any hand, and so its
strength. A build writes what the file `strength` says over a text in tests/bots/commits.c, which takes less time than a compiler."""
import os
import pathlib
import subprocess

import harness

MAKE_BOT = "make -s bot.so"
IDENTITY = {"GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@example.org", "GIT_AUTHOR_DATE": "2026-01-02T03:04:05Z",
            "GIT_COMMITTER_NAME": "c", "GIT_COMMITTER_EMAIL": "c@example.org", "GIT_COMMITTER_DATE": "2026-01-02T03:04:05Z",
            "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null"}
GOOD, WORST = 0, 100  # of a hundred hands that it bids on, whatever they are


def strength(bids, twin=0, crash=0):
    """`twin`: the number of a module that plays alike."""
    return f"bids {bids:03} crash {crash} twin {twin}"


BROKEN = "no strength"
CRASHES = strength(GOOD, crash=1)


class Repository:
    """A repository in `path`, whose bot is in the folder `inside`."""

    def __init__(self, path, inside="."):
        self.path = pathlib.Path(path)
        self.folder = self.path / inside
        self.folder.mkdir(parents=True)
        self.git("init", "-q", "-b", "main", ".")
        self.makefile = ("bot.so: strength\n\t@read -r level < strength; "
                         "case \"$$level\" in bids*) ;; *) echo error: $$level >&2; exit 1; esac; "
                         "LC_ALL=C sed \"s/bids 000 crash 0 twin 0/$$level/\" "
                         f"'{harness.BUILD / 'tests' / 'bots' / 'commits.so'}' > $@\n")
        (self.folder / "Makefile").write_text(self.makefile)

    def git(self, *arguments):
        return subprocess.run(["git", *arguments], cwd=self.path, check=True, capture_output=True, text=True,
                              env=os.environ | IDENTITY).stdout

    def commit(self, subject, level=None, **files):
        """Commits `strength` and other files of the bot's folder; returns the hash."""
        for name, text in (({"strength": level + "\n"} if level else {}) | files).items():
            (self.folder / name).write_text(text)
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", subject)
        return self.git("rev-parse", "HEAD").strip()
