// SPDX-License-Identifier: MIT
/* tests/bots/killed_at_start.c - plays like basic, but as long as there are messages in a queue, a
 * worker that creates it takes one and is killed, as if by the system. Not so who only examines it,
 * which leads a session of its own. (A queue, because workers can write to no file.) */
#include <signal.h>
#include <stdlib.h>
#include <sys/msg.h>
#include <unistd.h>

#include "tests/bots/basic.h"
#include "tests/bots/bot.h"

static void *create_killed(const struct skat_bot_host *host,
                           const struct skat_bot_setting *settings, uint32_t count)
{
    struct {
        long type;
    } message;

    if (count == 1 && getsid(0) != getpid() &&
        msgrcv(msgget((key_t)strtoul(settings[0].text, NULL, 16), 0), &message, 0, 0, IPC_NOWAIT) ==
            0)
        raise(SIGKILL);
    return create(host, settings, 0);
}

static const struct skat_bot_option options[] = {
    TEXT_OPTION("queue", "the key of the queue, in hexadecimal", ""),
};

TEST_BOT(.id = "killed_at_start", .description = "its workers are killed when they create it",
         .flags = SKAT_BOT_DETERMINISTIC, TEST_BOT_OPTIONS(options), .create = create_killed,
         .destroy = destroy, .act = act);
