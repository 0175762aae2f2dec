// SPDX-License-Identifier: MIT
/* tests/bots/puts_back.c - bots/stammtisch, but it discards the two cards that it picked up: it
 * bids, announces and plays alike, and its games are worth less by what it decided. */
#include "tests/bots/bot.h"

#define skat_bot stammtisch_module
#include "bots/stammtisch/stammtisch.c"
#undef skat_bot

static void *create_usual(const struct skat_bot_host *host, const struct skat_bot_setting *settings,
                          uint32_t count)
{
    struct skat_bot_setting usual[OPTIONS];
    (void)settings, (void)count;

    for (int i = 0; i < OPTIONS; i++)
        usual[i] = (struct skat_bot_setting){
            .size = sizeof usual[i], .name = options[i].name, .value = options[i].fallback};
    return stammtisch_module.create(host, usual, OPTIONS);
}

static void act_putting_back(void *bot, const struct skat_bot_view *view,
                             const struct skat_bot_decision *decision, struct skat_bot_action *out)
{
    skat_bot_cards skat = decision->cards & ~view->dealt;

    stammtisch_module.act(bot, view, decision, out);
    if (decision->kind != SKAT_BOT_DECIDE_DECLARE)
        return;
    for (unsigned i = 0; i < out->count && skat; i++, skat &= skat - 1)
        out->cards[i] = skat_bot_first(skat);
}

static void begin_usual_session(void *bot, const struct skat_bot_session *session)
{
    stammtisch_module.session_begin(bot, session);
}

static void begin_usual_deal(void *bot, const struct skat_bot_view *view)
{
    stammtisch_module.deal_begin(bot, view);
}

static void destroy_usual(void *bot) { stammtisch_module.destroy(bot); }

TEST_BOT(.id = "puts_back", .description = "a club player who puts the skat back",
         .flags = SKAT_BOT_DETERMINISTIC, .create = create_usual, .destroy = destroy_usual,
         .act = act_putting_back, .session_begin = begin_usual_session,
         .deal_begin = begin_usual_deal);
