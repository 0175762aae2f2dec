// SPDX-License-Identifier: MIT
/* tests/bots/cheats/hedges.c - bots/basic.c that draws which legal card it plays from what is
 * different in each seating, so that it tries another line each time that a deal comes back. It
 * claims to be deterministic.
 *
 *   by = process  the number of its process
 *        layout   where its module lies in memory
 *        clock    the time, in nanoseconds */
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "tests/bots/basic.h"
#include "tests/bots/bot.h"

enum { PROCESS, LAYOUT, CLOCK };
static const char *const bys[] = {"process", "layout", "clock", NULL};

struct hedges {
    int64_t by;
};

static void *create_hedges(const struct skat_bot_host *host,
                           const struct skat_bot_setting *settings, uint32_t count)
{
    struct hedges *bot = count == 1 ? calloc(1, sizeof *bot) : NULL;

    (void)host;
    if (bot)
        bot->by = settings[0].value;
    return bot;
}

static uint64_t whim(const struct hedges *bot)
{
    struct timespec now = {0};

    switch (bot->by) {
    case PROCESS:
        return (uint64_t)getpid();
    case LAYOUT:
        return (uintptr_t)&basic_module >> 12;
    default:
        clock_gettime(CLOCK_REALTIME, &now);
        return (uint64_t)now.tv_nsec;
    }
}

static void act_hedges(void *instance, const struct skat_bot_view *view,
                       const struct skat_bot_decision *decision, struct skat_bot_action *out)
{
    const uint64_t number = (whim(instance) + view->trick_count) * 0x9e3779b97f4a7c15u;

    act(instance, view, decision, out);
    if (decision->kind == SKAT_BOT_DECIDE_CARD)
        skat_bot_play(out, nth_card(decision->cards, number >> 32));
}

static const struct skat_bot_option options[] = {
    CHOICE_OPTION("by", "what its cards are drawn from", bys, PROCESS),
};

TEST_BOT(.id = "hedges", .description = "tries another line in each seating",
         .flags = SKAT_BOT_DETERMINISTIC, TEST_BOT_OPTIONS(options),
         .variants = SKAT_BOT_KNOWS_SKAT, .create = create_hedges, .destroy = free,
         .act = act_hedges);
