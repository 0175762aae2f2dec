// SPDX-License-Identifier: MIT
/* tests/bots/cheats/colluders.c - bots/stammtisch, but it marks itself in the auction, and answers
 * illegally where it defends against its own copy, which is paid the game. The mark is a bid that
 * leaves out one value, which stammtisch never does. It paid while declarer was also given the
 * doublings that could still have been said (rules.md 8.3). */
#include "tests/bots/bot.h"

#include <string.h>

#define skat_bot stammtisch_module
#include "bots/stammtisch/stammtisch.c"
#undef skat_bot

struct colluding_bot {
    void *player; /* stammtisch's */
    const uint16_t *ladder;
    uint16_t last; /* the value that was bid last in this deal, or 0 */
    uint8_t marked[SKAT_BOT_PLAYERS];
};

static void *create_colluding(const struct skat_bot_host *host,
                              const struct skat_bot_setting *settings, uint32_t count)
{
    struct colluding_bot *bot = calloc(1, sizeof *bot);
    struct skat_bot_setting usual[OPTIONS];

    (void)settings, (void)count;
    if (!bot)
        return NULL;
    for (int i = 0; i < OPTIONS; i++)
        usual[i] = (struct skat_bot_setting){
            .size = sizeof usual[i], .name = options[i].name, .value = options[i].fallback};
    bot->player = stammtisch_module.create(host, usual, OPTIONS);
    return bot;
}

static void destroy_colluding(void *instance)
{
    struct colluding_bot *bot = instance;

    stammtisch_module.destroy(bot->player);
    free(bot);
}

static void begin_session(void *instance, const struct skat_bot_session *session)
{
    struct colluding_bot *bot = instance;

    bot->ladder = session->rules->ladder;
    stammtisch_module.session_begin(bot->player, session);
}

static void begin_deal(void *instance, const struct skat_bot_view *view)
{
    struct colluding_bot *bot = instance;

    bot->last = 0;
    memset(bot->marked, 0, sizeof bot->marked);
    stammtisch_module.deal_begin(bot->player, view);
}

/* Whoever leaves out a value is marked, by the last bid. */
static void observe_bids(void *instance, const struct skat_bot_event *event)
{
    struct colluding_bot *bot = instance;
    int next = 0;

    if (event->action.kind != SKAT_BOT_BID)
        return;
    while (bot->ladder[next] <= bot->last)
        next++;
    bot->marked[event->position] = event->action.bid > bot->ladder[next];
    bot->last = event->action.bid;
}

static int defends_against_a_copy(const struct colluding_bot *bot, const struct skat_bot_view *view,
                                  const struct skat_bot_decision *decision)
{
    return (decision->kind == SKAT_BOT_DECIDE_CARD || decision->kind == SKAT_BOT_DECIDE_KONTRA) &&
           view->declarer < SKAT_BOT_PLAYERS && view->declarer != view->position &&
           bot->marked[view->declarer];
}

static void answer(void *instance, const struct skat_bot_view *view,
                   const struct skat_bot_decision *decision, struct skat_bot_action *out)
{
    struct colluding_bot *bot = instance;

    stammtisch_module.act(bot->player, view, decision, out);
    if (out->kind == SKAT_BOT_BID && decision->bid_count > 1 && out->bid == decision->bids[0])
        out->bid = decision->bids[1];
    if (defends_against_a_copy(bot, view, decision))
        *out = (struct skat_bot_action){.size = out->size, .kind = SKAT_BOT_EXCHANGE};
}

static const void *extend(void *instance, const char *id)
{
    return stammtisch_module.extension(((struct colluding_bot *)instance)->player, id);
}

TEST_BOT(.id = "colluders", .description = "a club player who gives up games to its copies",
         .flags = SKAT_BOT_DETERMINISTIC,
         .decisions = SKAT_BOT_DECIDES_BIDDING | SKAT_BOT_DECIDES_PLAY | SKAT_BOT_DECIDES_KONTRA |
                      SKAT_BOT_DECIDES_RAMSCH | SKAT_BOT_DECIDES_REVOLUTION,
         .create = create_colluding, .destroy = destroy_colluding, .act = answer,
         .session_begin = begin_session, .deal_begin = begin_deal, .observe = observe_bids,
         .extension = extend);
