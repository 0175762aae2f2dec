// SPDX-License-Identifier: MIT
/* tests/bots/startles.c - bots/basic.c that fails where the first card of the game, which others
 * lead, is of a low rank: whether it does depends on cards that it does not know in the auction.
 * Option: `dies`: its process ends; else it answers with no action. */
#include <stdbool.h>
#include <stdlib.h>

#include "tests/bots/basic.h"
#include "tests/bots/bot.h"

static void act_startled(void *instance, const struct skat_bot_view *view,
                         const struct skat_bot_decision *decision, struct skat_bot_action *out)
{
    const struct test_instance *bot = instance;

    act(instance, view, decision, out);
    if (decision->kind != SKAT_BOT_DECIDE_CARD || view->trick_count || !view->played_count ||
        view->played[0] % 8 != 1)
        return;
    if (*bot->option)
        abort();
    out->kind = SKAT_BOT_ACTION_NONE;
}

static const struct skat_bot_option options[] = {
    BOOL_OPTION("dies", "its process ends", 0),
};

TEST_BOT(.id = "startles", .description = "fails at some leads", TEST_BOT_OPTIONS(options),
         .flags = SKAT_BOT_DETERMINISTIC, .variants = SKAT_BOT_KNOWS_SKAT, .create = create_plain,
         .destroy = free, .act = act_startled);
