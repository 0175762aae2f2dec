// SPDX-License-Identifier: MIT
/* tests/bots/cheats/dawdles.c - bots/basic.c that takes its time at the end of each deal, three
 * times as long where it begins as forehand, and says on which processor it has which hand. If
 * seatings of a deal are played at the same time, on the processor that is free first, the later
 * ones learn there how long the earlier ones took. */
#include <inttypes.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>

#include "tests/bots/basic.h"
#include "tests/bots/bot.h"

struct dawdling_bot {
    INSTANCE_FIELDS;
    bool began, longer;
};
INSTANCES_ARE(struct dawdling_bot);

/* It counts: the time that an isolated bot is told may stand still. */
static void take_a_while(int times)
{
    enum { STEPS = 1000000 }; /* a millisecond or some */

    for (volatile int steps = times * STEPS; steps > 0; steps--)
        ;
}

/* The first processor that it may run on, or -1. */
static int processor_now(void)
{
    cpu_set_t allowed;

    CPU_ZERO(&allowed);
    if (sched_getaffinity(0, sizeof allowed, &allowed))
        return -1;
    for (int i = 0; i < CPU_SETSIZE; i++)
        if (CPU_ISSET(i, &allowed))
            return i;
    return -1;
}

static void deal_begin(void *instance, const struct skat_bot_view *view)
{
    struct dawdling_bot *bot = instance;
    char text[60];

    bot->longer = bot->began ? bot->longer : view->position == 0;
    bot->began = true;
    snprintf(text, sizeof text, "hand %" PRIx64 " on processor %d", view->dealt, processor_now());
    bot->host->log(bot->host->context, text);
}

static void deal_end(void *instance, const struct skat_bot_result *result)
{
    const struct dawdling_bot *bot = instance;

    (void)result;
    take_a_while(bot->longer ? 3 : 1);
}

TEST_BOT(.id = "dawdles", .description = "tells its other seatings by how long it takes",
         .variants = SKAT_BOT_KNOWS_SKAT, .create = create_instance, .destroy = free, .act = act,
         .deal_begin = deal_begin, .deal_end = deal_end);
