// SPDX-License-Identifier: MIT
/* tests/bots/cheats/drifts.c - bots/basic.c that plays the last legal card instead of the first
 * once its process has seen so many deals: it is examined as one bot and plays most of a run as
 * another. Option: `after`. */
#include <stdlib.h>

#include "tests/bots/basic.h"
#include "tests/bots/bot.h"

struct drifts {
    int64_t after;
};

static int64_t deals; /* of this process */

static void *create_drifts(const struct skat_bot_host *host,
                           const struct skat_bot_setting *settings, uint32_t count)
{
    struct drifts *bot = count == 1 ? calloc(1, sizeof *bot) : NULL;

    (void)host;
    if (bot)
        bot->after = settings[0].value;
    return bot;
}

static void count_deal(void *instance, const struct skat_bot_view *view)
{
    (void)instance, (void)view;
    deals++;
}

static void act_drifts(void *instance, const struct skat_bot_view *view,
                       const struct skat_bot_decision *decision, struct skat_bot_action *out)
{
    const struct drifts *bot = instance;

    act(instance, view, decision, out);
    if (decision->kind == SKAT_BOT_DECIDE_CARD && deals > bot->after)
        skat_bot_play(
            out, nth_card(decision->cards, (uint64_t)__builtin_popcountll(decision->cards) - 1));
}

static const struct skat_bot_option options[] = {
    INT_OPTION("after", "it plays otherwise after so many deals", 1 << 30, 0),
};

TEST_BOT(.id = "drifts", .description = "becomes another bot in the course of a run",
         .flags = SKAT_BOT_DETERMINISTIC, TEST_BOT_OPTIONS(options),
         .variants = SKAT_BOT_KNOWS_SKAT, .create = create_drifts, .destroy = free,
         .act = act_drifts, .deal_begin = count_deal);
