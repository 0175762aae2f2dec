// SPDX-License-Identifier: MIT
/* tests/bots/killed_at_start.c - plays like basic, but as long as `file` has bytes, a worker that
 * creates it takes one away and is killed, as if by the system. Not so who only examines it, which
 * leads a session of its own. */
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/bots/basic.h"
#include "tests/bots/bot.h"

static void *create_killed(const struct skat_bot_host *host,
                           const struct skat_bot_setting *settings, uint32_t count)
{
    struct stat status;

    if (count == 1 && getsid(0) != getpid() && stat(settings[0].text, &status) == 0 &&
        status.st_size > 0 && truncate(settings[0].text, status.st_size - 1) == 0)
        raise(SIGKILL);
    return create(host, settings, 0);
}

static const struct skat_bot_option options[] = {
    TEXT_OPTION("file", "its length says how many workers are killed", ""),
};

TEST_BOT(.id = "killed_at_start", .description = "its workers are killed when they create it",
         .flags = SKAT_BOT_DETERMINISTIC, TEST_BOT_OPTIONS(options), .create = create_killed,
         .destroy = destroy, .act = act);
