// SPDX-License-Identifier: MIT
/* tests/bots/attentive.c - plays a random legal card, and says that it fails when its view
 * contradicts itself: open cards that are gone already, or are in two hands. So a view that was not
 * brought up to date costs it the game. */
#include <stdlib.h>

#include "tests/bots/basic.h"
#include "tests/bots/bot.h"

static int is_sound(const struct skat_bot_view *view)
{
    skat_bot_cards gone = 0, open = view->partner | view->shown;

    for (int i = 0; i < view->played_count; i++)
        gone |= (skat_bot_cards)1 << view->played[i];
    for (int i = 0; i < SKAT_BOT_PLAYERS; i++)
        open |= view->seen[i];
    if (view->position != view->declarer && open & view->hand)
        return 0;
    return gone == view->gone && !((open | view->hand) & gone);
}

static void act_attentive(void *instance, const struct skat_bot_view *view,
                          const struct skat_bot_decision *decision, struct skat_bot_action *out)
{
    const struct test_instance *bot = instance;

    if (!is_sound(view))
        bot->host->fail(bot->host->context, SKAT_BOT_FAIL_CRASH, "the view contradicts itself");
    act(instance, view, decision, out);
    if (decision->kind == SKAT_BOT_DECIDE_GAME && decision->declaration_count)
        for (uint32_t i = 0; i < decision->declaration_count; i++)
            if (decision->declarations[i].type == SKAT_BOT_REVOLUTION) {
                out->kind = SKAT_BOT_DECLARE; /* whose defenders see each other's cards */
                out->contract = decision->declarations[i];
            }
}

TEST_BOT(.id = "attentive", .description = "fails when its view contradicts itself",
         .flags = SKAT_BOT_DETERMINISTIC, .create = create_plain, .destroy = free,
         .act = act_attentive, .variants = SKAT_BOT_KNOWS_ALL,
         .decisions = SKAT_BOT_DECIDES_BIDDING | SKAT_BOT_DECIDES_PLAY);
