// SPDX-License-Identifier: MIT
/* tests/bots/goes_on.c - plays like `basic`, which bids 18 and never holds, but bids on when its 18
 * is held: against `basic` alone that never happens. */
#include <stdbool.h>

#include "tests/bots/basic.h"
#include "tests/bots/bot.h"

struct bidder {
    INSTANCE_FIELDS;
    bool has_bid;
};
INSTANCES_ARE(struct bidder);

static void deal_begin(void *instance, const struct skat_bot_view *view)
{
    struct bidder *bidder = instance;
    (void)view;
    bidder->has_bid = false;
}

static void act_on(void *instance, const struct skat_bot_view *view,
                   const struct skat_bot_decision *decision, struct skat_bot_action *out)
{
    struct bidder *bidder = instance;

    act(instance, view, decision, out);
    if (decision->kind != SKAT_BOT_DECIDE_BID)
        return;
    if (bidder->has_bid && decision->bid_count)
        *out = (struct skat_bot_action){.kind = SKAT_BOT_BID, .bid = decision->bids[0]};
    bidder->has_bid = out->kind == SKAT_BOT_BID;
}

TEST_BOT(.id = "goes_on", .description = "basic that bids on", .flags = SKAT_BOT_DETERMINISTIC,
         .variants = SKAT_BOT_KNOWS_SKAT, .create = create_instance, .destroy = free, .act = act_on,
         .deal_begin = deal_begin);
