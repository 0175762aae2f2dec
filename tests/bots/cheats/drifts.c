// SPDX-License-Identifier: MIT
/* tests/bots/cheats/drifts.c - bots/basic.c that plays the last legal card instead of the first in
 * a part of the deals that its process sees: so it is examined as one bot and plays as another, or
 * is now the one, now the other. Options: `after` so many deals, or, with a `period`, in some of
 * the stretches of so many deals; `salt` draws which. */

#include "tests/bots/basic.h"
#include "tests/bots/bot.h"

enum { AFTER, PERIOD, SALT, OPTIONS };

static int64_t deals; /* of this process */

static void count_deal(void *instance, const struct skat_bot_view *view)
{
    (void)instance, (void)view;
    deals++;
}

/* A coin for each stretch, by the finaliser of splitmix64. */
static int tossed(uint64_t stretch, uint64_t salt)
{
    uint64_t bits = stretch * 0x9e3779b97f4a7c15 + salt * 0xd1342543de82ef95;

    bits = (bits ^ bits >> 30) * 0xbf58476d1ce4e5b9;
    bits = (bits ^ bits >> 27) * 0x94d049bb133111eb;
    return (int)(bits >> 63);
}

static int plays_otherwise(const struct test_instance *bot)
{
    const int64_t period = bot->option[PERIOD], done = deals - 1;

    return period ? tossed((uint64_t)(done / period), (uint64_t)bot->option[SALT])
                  : done >= bot->option[AFTER];
}

static void act_drifts(void *instance, const struct skat_bot_view *view,
                       const struct skat_bot_decision *decision, struct skat_bot_action *out)
{
    const struct test_instance *bot = instance;

    act(instance, view, decision, out);
    if (decision->kind == SKAT_BOT_DECIDE_CARD && plays_otherwise(bot))
        skat_bot_play(out, last_card(decision->cards));
}

static const struct skat_bot_option options[] = {
    [AFTER] = INT_OPTION("after", "it plays otherwise after so many deals", 1 << 30, 0),
    [PERIOD] = INT_OPTION("period", "or in some of the stretches of so many deals", 1 << 30, 0),
    [SALT] = INT_OPTION("salt", "which draws these", 1 << 30, 0),
};

TEST_BOT(.id = "drifts", .description = "becomes another bot in the course of a run",
         .flags = SKAT_BOT_DETERMINISTIC, TEST_BOT_OPTIONS(options),
         .variants = SKAT_BOT_KNOWS_SKAT, .create = create_plain, .destroy = free,
         .act = act_drifts, .deal_begin = count_deal);
