// SPDX-License-Identifier: MIT
/* tests/bots/loads.c - bots/basic.c whose instances take memory in create, and use it. Without as
 * much they cannot be created. Option: `mb`, how much. */
#include <stdlib.h>
#include <string.h>

#include "tests/bots/basic.h"
#include "tests/bots/bot.h"

static void *create_large(const struct skat_bot_host *host, const struct skat_bot_setting *settings,
                          uint32_t count)
{
    const size_t bytes = (size_t)settings[0].value << 20;
    void *bot = bytes && count == 1 ? malloc(bytes) : NULL;
    (void)host;

    return bot ? memset(bot, 1, bytes) : NULL;
}

static const struct skat_bot_option options[] = {INT_OPTION("mb", "how much", 100000, 1)};

TEST_BOT(.id = "loads", .description = "takes memory where it starts",
         .flags = SKAT_BOT_DETERMINISTIC, .create = create_large, .destroy = free, .act = act,
         TEST_BOT_OPTIONS(options));
