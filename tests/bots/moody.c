// SPDX-License-Identifier: MIT
/* tests/bots/moody.c - bots/basic.c that decides at random in session_begin whether it bids
 * at all. Leaves garbage in the unused fields of its actions, and ends the worker if it sees any in
 * an event: unused fields of an action must not reach other bots. */
#include <stdlib.h>
#include <string.h>

#include "tests/bots/basic.h"
#include "tests/bots/bot.h"

enum { RUBBISH = 0x2b }; /* no value of a game */

struct moody_bot {
    INSTANCE_FIELDS;
    int bids;
};
INSTANCES_ARE(struct moody_bot);

static void session_begin(void *instance, const struct skat_bot_session *session)
{
    struct moody_bot *bot = instance;
    (void)session;
    bot->bids = bot->host->random(bot->host->context) % 3 != 0;
}

static int rubbish(const struct skat_bot_action *action)
{
    int own_cards = action->kind == SKAT_BOT_CARD ? 1 : 0;

    for (int i = own_cards; i < SKAT_BOT_HAND_MAX; i++)
        if (action->cards[i] == RUBBISH)
            return 1;
    const int holds = action->kind == SKAT_BOT_HOLD; /* the bid that the view has, or nothing */
    return action->count != own_cards || (action->kind != SKAT_BOT_BID && !holds && action->bid) ||
           (holds && action->bid == RUBBISH) ||
           (action->kind != SKAT_BOT_DECLARE && action->contract.with) || action->reserved;
}

static void observe(void *instance, const struct skat_bot_event *event)
{
    (void)instance;
    if (rubbish(&event->action))
        abort();
}

static void act_moody(void *instance, const struct skat_bot_view *view,
                      const struct skat_bot_decision *decision, struct skat_bot_action *out)
{
    const struct moody_bot *bot = instance;

    memset(out->cards, RUBBISH, sizeof out->cards);
    out->bid = RUBBISH;
    out->contract.with = SKAT_BOT_HAND;
    out->reserved = RUBBISH;
    act(instance, view, decision, out);
    if (decision->kind == SKAT_BOT_DECIDE_BID && !bot->bids)
        out->kind = SKAT_BOT_PASS;
}

TEST_BOT(.id = "moody", .description = "plays by a mood that it draws for each session",
         .flags = SKAT_BOT_DETERMINISTIC, .create = create_instance, .destroy = free,
         .act = act_moody, .session_begin = session_begin, .observe = observe);
