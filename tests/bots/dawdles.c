// SPDX-License-Identifier: MIT
/* tests/bots/dawdles.c - bots/basic.c that sleeps at the beginning of each deal, as bots that think
 * for long, and then says in which process it plays which cards: a test sees who played what.
 * Option: `ms`, how long it sleeps. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "tests/bots/basic.h"
#include "tests/bots/bot.h"

struct dawdles {
    const struct skat_bot_host *host;
    long ms;
};

static void *create_dawdles(const struct skat_bot_host *host,
                            const struct skat_bot_setting *settings, uint32_t count)
{
    struct dawdles *bot = count == 1 ? calloc(1, sizeof *bot) : NULL;

    if (bot) {
        bot->host = host;
        bot->ms = (long)settings[0].value;
    }
    return bot;
}

static void deal_begin(void *instance, const struct skat_bot_view *view)
{
    const struct dawdles *bot = instance;
    const struct timespec moment = {.tv_sec = bot->ms / 1000, .tv_nsec = bot->ms % 1000 * 1000000};
    char text[80];

    nanosleep(&moment, NULL);
    snprintf(text, sizeof text, "process %d has %" PRIx64, (int)getpid(), view->dealt);
    bot->host->log(bot->host->context, text);
}

static const struct skat_bot_option options[] = {INT_OPTION("ms", "how long it sleeps", 10000, 20)};

TEST_BOT(.id = "dawdles", .description = "thinks for long at the beginning of a deal",
         .create = create_dawdles, .destroy = free, .act = act, .deal_begin = deal_begin,
         TEST_BOT_OPTIONS(options));
