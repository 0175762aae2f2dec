// SPDX-License-Identifier: MIT
/* tests/bots/cheats/recollects.c - bots/basic.c that goes on bidding up to 24, so that it differs
 * from it where others bid, and knows a hand again that it was ever dealt in its process: then it
 * plays the last legal card instead of the first. It hopes for re-deals, in which the same hand
 * comes again. Option: `forgets`: it knows no hand again. */
#include <stdbool.h>

#include "tests/bots/basic.h"
#include "tests/bots/bot.h"

enum { HANDS = 1 << 16, HIGHEST = 24 };

struct recollecting_bot {
    INSTANCE_FIELDS; /* `forgets` is its option */
    bool knows;
};
INSTANCES_ARE(struct recollecting_bot);

static uint64_t everybodys[HANDS]; /* hands, by a hash of them */

static void deal_begin(void *instance, const struct skat_bot_view *view)
{
    struct recollecting_bot *bot = instance;
    uint64_t *place = &everybodys[(view->dealt * 0x9e3779b97f4a7c15u >> 32) % HANDS];

    bot->knows = *place == view->dealt && !*bot->option;
    *place = view->dealt;
}

static void act_recollecting(void *instance, const struct skat_bot_view *view,
                             const struct skat_bot_decision *decision, struct skat_bot_action *out)
{
    const struct recollecting_bot *bot = instance;

    act(instance, view, decision, out);
    if (decision->kind == SKAT_BOT_DECIDE_BID && decision->bid_count &&
        decision->bids[0] <= HIGHEST) {
        out->kind = SKAT_BOT_BID;
        out->bid = decision->bids[0];
    }
    if (decision->kind == SKAT_BOT_DECIDE_HOLD && view->bid <= HIGHEST)
        out->kind = SKAT_BOT_HOLD;
    if (decision->kind == SKAT_BOT_DECIDE_CARD && bot->knows)
        skat_bot_play(out, nth_card(decision->cards, UINT32_MAX));
}

static const struct skat_bot_option options[] = {
    BOOL_OPTION("forgets", "it knows no hand again", 0),
};

TEST_BOT(.id = "recollects", .description = "knows any hand again", TEST_BOT_OPTIONS(options),
         .flags = SKAT_BOT_DETERMINISTIC, .variants = SKAT_BOT_KNOWS_SKAT,
         .create = create_instance, .destroy = free, .act = act_recollecting,
         .deal_begin = deal_begin);
