# SPDX-License-Identifier: MIT
"""A git repository with a bot, for the tests of `history` and `bisect`: commits change how often it bids on any hand, and so its
strength."""
import os
import pathlib
import subprocess

from harness import ROOT

BOT = """#include <stdlib.h>

#include "tests/bots/basic.h"
#include "tests/bots/bot.h"

#include "strength.h"

struct test_commit_bot { const struct skat_bot_host *host; };

static void *create_bot(const struct skat_bot_host *host, const struct skat_bot_setting *settings, uint32_t count)
{
    struct test_commit_bot *bot = calloc(1, sizeof *bot);
    (void)settings, (void)count;
    bot->host = host;
    return bot;
}

static void act_in_test(void *instance, const struct skat_bot_view *view, const struct skat_bot_decision *decision,
                        struct skat_bot_action *out)
{
    const struct test_commit_bot *bot = instance;
    START;
    act(instance, view, decision, out);
    if (decision->kind == SKAT_BOT_DECIDE_BID && (int)(bot->host->random(bot->host->context) % 100) >= BIDS)
        *out = (struct skat_bot_action){.size = out->size, .kind = SKAT_BOT_PASS};
}

TEST_BOT(.id = "commits", .description = "bids on any hand in some of the deals", .flags = SKAT_BOT_DETERMINISTIC,
         .create = create_bot, .destroy = free, .act = act_in_test);
"""
MAKEFILE = f"""bot.so: bot.c strength.h
\t$(CC) -std=c11 -shared -fPIC -fvisibility=hidden -O1 -I{ROOT} -o $@ bot.c
"""
MAKE_BOT = "make -s bot.so"
IDENTITY = {"GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@example.org", "GIT_AUTHOR_DATE": "2026-01-02T03:04:05Z",
            "GIT_COMMITTER_NAME": "c", "GIT_COMMITTER_EMAIL": "c@example.org", "GIT_COMMITTER_DATE": "2026-01-02T03:04:05Z",
            "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null"}
GOOD, WORSE, WORST = 0, 20, 60  # of a hundred hands that it bids on, whatever they are


def strength(bids, start="(void)0"):
    return f"#define BIDS {bids}\n#define START {start}\n"


BROKEN = "no C"
CRASHES = strength(GOOD, "abort()")


class Repository:
    """A repository in `path`, whose bot is in the folder `inside`."""

    def __init__(self, path, inside="."):
        self.path = pathlib.Path(path)
        self.folder = self.path / inside
        self.folder.mkdir(parents=True)
        self.git("init", "-q", "-b", "main", ".")
        (self.folder / "bot.c").write_text(BOT)
        (self.folder / "Makefile").write_text(MAKEFILE)

    def git(self, *arguments):
        return subprocess.run(["git", *arguments], cwd=self.path, check=True, capture_output=True, text=True,
                              env=os.environ | IDENTITY).stdout

    def commit(self, subject, header=None, **files):
        """Commits strength.h and other files of the bot's folder; returns the hash."""
        for name, text in (({"strength.h": header} if header else {}) | files).items():
            (self.folder / name).write_text(text)
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", subject)
        return self.git("rev-parse", "HEAD").strip()
