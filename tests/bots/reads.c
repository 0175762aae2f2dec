// SPDX-License-Identifier: MIT
/* tests/bots/reads.c - plays like basic, and reads a byte from nowhere when it is created and in
 * each call: moments for tests/preload/kills.c. */
#include <unistd.h>

#include "tests/bots/basic.h"
#include "tests/bots/bot.h"

static void read_nothing(void)
{
    char byte;

    if (read(-1, &byte, 1) != -1)
        _exit(1);
}

static void *create_and_read(const struct skat_bot_host *host,
                             const struct skat_bot_setting *settings, uint32_t count)
{
    read_nothing();
    return create(host, settings, count);
}

static void act_and_read(void *instance, const struct skat_bot_view *view,
                         const struct skat_bot_decision *decision, struct skat_bot_action *out)
{
    read_nothing();
    act(instance, view, decision, out);
}

TEST_BOT(.id = "reads", .description = "reads a byte in each call", .flags = SKAT_BOT_DETERMINISTIC,
         .create = create_and_read, .destroy = destroy, .act = act_and_read);
