// SPDX-License-Identifier: MIT
/* tests/bots/null_create.c - create() gives no instance. */
#include <stddef.h>

#include "tests/bots/bot.h"

static void *refuse(const struct skat_bot_host *host, const struct skat_bot_setting *settings,
                    uint32_t count)
{
    (void)host, (void)settings, (void)count;
    return NULL;
}

TEST_BOT(.id = "null_create", .create = refuse);
