// SPDX-License-Identifier: MIT
/* tests/bots/cheats/remembers_always.c - says that it remembers, which it may within a session; but
 * it plays by how many sessions it has seen, too. */
#include <stdlib.h>

#include "tests/bots/bot.h"

struct old_bot {
    uint32_t sessions;
};

static void *create(const struct skat_bot_host *host, const struct skat_bot_setting *settings,
                    uint32_t count)
{
    (void)host, (void)settings, (void)count;
    return calloc(1, sizeof(struct old_bot));
}

static void session_begin(void *instance, const struct skat_bot_session *session)
{
    struct old_bot *bot = instance;
    (void)session;
    bot->sessions++;
}

static void act(void *instance, const struct skat_bot_view *view,
                const struct skat_bot_decision *decision, struct skat_bot_action *out)
{
    const struct old_bot *bot = instance;
    skat_bot_cards cards = decision->cards;

    (void)view;
    out->kind = SKAT_BOT_PASS;
    if (decision->kind == SKAT_BOT_DECIDE_CARD) {
        for (uint32_t n = bot->sessions; n > 1 && (cards & (cards - 1)); n--)
            cards &= cards - 1;
        skat_bot_play(out, skat_bot_first(cards));
    }
}

TEST_BOT(.id = "remembers_always", .description = "remembers beyond the end of a session",
         .flags = SKAT_BOT_DETERMINISTIC | SKAT_BOT_REMEMBERS, .variants = SKAT_BOT_KNOWS_SKAT,
         .create = create, .destroy = free, .act = act, .session_begin = session_begin);
