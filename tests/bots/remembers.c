// SPDX-License-Identifier: MIT
/* tests/bots/remembers.c - plays by how many deals of this session it has seen, so that
 * deals which are left out, repeated or out of order show in the cards. Without a session it does
 * not answer.
 *
 *   fails = in each deal of this number it says at its first card that it cannot go on; 0: never
 *   dies  = in each such deal its process ends there */
#include <stdlib.h>
#include <unistd.h>

#include "tests/bots/bot.h"

enum { OPTION_FAILS, OPTION_DIES, OPTIONS };

struct remembering_bot {
    INSTANCE_FIELDS;
    int told;          /* of a session */
    uint32_t deals;    /* of this session, this one too */
    uint32_t deciding; /* decisions of all those deals */
};
INSTANCES_ARE(struct remembering_bot);

static void session_begin(void *instance, const struct skat_bot_session *session)
{
    struct remembering_bot *bot = instance;
    (void)session;
    bot->told = 1;
    bot->deals = bot->deciding = 0;
}

static void deal_begin(void *instance, const struct skat_bot_view *view)
{
    struct remembering_bot *bot = instance;
    (void)view;
    bot->deals++;
}

static void declare(uint32_t memory, const struct skat_bot_decision *decision,
                    struct skat_bot_action *out)
{
    skat_bot_cards cards = decision->cards;

    out->kind = SKAT_BOT_DECLARE;
    out->contract = decision->declarations[memory % decision->declaration_count];
    while (out->count < decision->discard_count) {
        skat_bot_card card = nth_card(cards, memory % 12);
        out->cards[out->count++] = card;
        cards &= ~((skat_bot_cards)1 << card);
    }
}

static void act(void *instance, const struct skat_bot_view *view,
                const struct skat_bot_decision *decision, struct skat_bot_action *out)
{
    enum { HIGHEST = 30 };
    struct remembering_bot *bot = instance;
    uint32_t memory = bot->deals * 7 + bot->deciding++;

    if (!bot->told)
        return;
    if (decision->kind == SKAT_BOT_DECIDE_CARD && bot->option[OPTION_DIES] &&
        bot->deals % bot->option[OPTION_DIES] == 0)
        _exit(3);
    if (decision->kind == SKAT_BOT_DECIDE_CARD && bot->option[OPTION_FAILS] &&
        bot->deals % bot->option[OPTION_FAILS] == 0)
        bot->host->fail(bot->host->context, SKAT_BOT_FAIL_CRASH, "this deal is none for me");
    switch (decision->kind) {
    case SKAT_BOT_DECIDE_BID:
        out->kind = SKAT_BOT_PASS;
        if (decision->bid_count && decision->bids[0] < HIGHEST && memory % 3) {
            out->kind = SKAT_BOT_BID;
            out->bid = decision->bids[0];
        }
        break;
    case SKAT_BOT_DECIDE_HOLD:
        out->kind = view->bid < HIGHEST && memory % 3 ? SKAT_BOT_HOLD : SKAT_BOT_PASS;
        break;
    case SKAT_BOT_DECIDE_GAME:
        out->kind = SKAT_BOT_PICK_UP;
        break;
    case SKAT_BOT_DECIDE_DECLARE:
        declare(memory, decision, out);
        break;
    case SKAT_BOT_DECIDE_CARD:
        skat_bot_play(out, nth_card(decision->cards, memory % 10));
        break;
    }
}

static const struct skat_bot_option options[OPTIONS] = {
    [OPTION_FAILS] = INT_OPTION(
        "fails", "deals from one in which it says that it cannot go on to the next", 100, 0),
    [OPTION_DIES] =
        INT_OPTION("dies", "deals from one in which its process ends to the next", 100, 0),
};

TEST_BOT(.id = "remembers", .description = "plays by how many deals of the session it has seen",
         .flags = SKAT_BOT_DETERMINISTIC | SKAT_BOT_REMEMBERS, TEST_BOT_OPTIONS(options),
         .create = create_instance, .destroy = free, .act = act, .session_begin = session_begin,
         .deal_begin = deal_begin);
