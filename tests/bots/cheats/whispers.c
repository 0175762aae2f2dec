// SPDX-License-Identifier: MIT
/* tests/bots/cheats/whispers.c - bots/basic.c whose players tell each other their cards where they
 * share a process, and play by what they hear: which legal card is a number made of the others'
 * cards. Where they hear nothing they play as bots/basic.c. */
#include "tests/bots/basic.h"
#include "tests/bots/bot.h"

static skat_bot_cards told[SKAT_BOT_PLAYERS]; /* by position */

static void tell(void *instance, const struct skat_bot_view *view)
{
    (void)instance;
    told[view->position] = view->dealt;
}

static void act_whispers(void *instance, const struct skat_bot_view *view,
                         const struct skat_bot_decision *decision, struct skat_bot_action *out)
{
    uint64_t number = 0;

    act(instance, view, decision, out);
    for (int i = 0; i < SKAT_BOT_PLAYERS; i++)
        if (i != view->position)
            number = (number ^ told[i]) * 0x9e3779b97f4a7c15u;
    if (decision->kind == SKAT_BOT_DECIDE_CARD)
        skat_bot_play(out, nth_card(decision->cards, number >> 32));
}

TEST_BOT(.id = "whispers", .description = "tells its partner its cards",
         .flags = SKAT_BOT_DETERMINISTIC, .variants = SKAT_BOT_KNOWS_SKAT, .create = create,
         .destroy = destroy, .act = act_whispers, .deal_begin = tell);
