// SPDX-License-Identifier: MIT
/* tests/bots/cheats/forfeits.c - bots/stammtisch, but it answers illegally where a fault seems to
 * cost less than the game: in ramsch that it loses for more than 120, as a defender of a game that
 * is lost and may become schneider, and, with `auction`, in the auction with a poor hand when the
 * bid is that or more. It paid while faults cost what a concession does (rules.md 8.3). */
#include "tests/bots/bot.h"

#define skat_bot stammtisch_module
#include "bots/stammtisch/stammtisch.c"
#undef skat_bot

enum { AUCTION, CHEAT_OPTIONS };

struct forfeiting_bot {
    void *player; /* stammtisch's */
    int64_t auction;
};

static void *create_forfeiting(const struct skat_bot_host *host,
                               const struct skat_bot_setting *settings, uint32_t count)
{
    struct forfeiting_bot *bot = count == CHEAT_OPTIONS ? calloc(1, sizeof *bot) : NULL;
    struct skat_bot_setting usual[OPTIONS];

    if (!bot)
        return NULL;
    for (int i = 0; i < OPTIONS; i++)
        usual[i] = (struct skat_bot_setting){
            .size = sizeof usual[i], .name = options[i].name, .value = options[i].fallback};
    bot->auction = settings[AUCTION].value;
    bot->player = stammtisch_module.create(host, usual, OPTIONS);
    return bot;
}

static void destroy_forfeiting(void *instance)
{
    struct forfeiting_bot *bot = instance;

    stammtisch_module.destroy(bot->player);
    free(bot);
}

static void begin_session(void *instance, const struct skat_bot_session *session)
{
    stammtisch_module.session_begin(((struct forfeiting_bot *)instance)->player, session);
}

static void begin_deal(void *instance, const struct skat_bot_view *view)
{
    stammtisch_module.deal_begin(((struct forfeiting_bot *)instance)->player, view);
}

/* Does it lose ramsch for more than a fault in it was worth: with most of the points, and others
 * without a trick, who double that? */
static int ramsch_is_dear(const struct skat_bot_view *view)
{
    enum { MOST = 61, FAULT = 120 };
    int loss = view->points[view->position];

    if (loss < MOST)
        return 0;
    for (int position = 0; position < SKAT_BOT_PLAYERS; position++)
        loss <<= view->tricks[position] == 0;
    return loss << view->unseen > FAULT;
}

/* Have the defenders lost, with few points, so that schneider may follow? */
static int schneider_threatens(const struct skat_bot_view *view)
{
    enum { WON = 61, OUT = 31 };
    int own = view->points[view->declarer], others = -own;

    for (int position = 0; position < SKAT_BOT_PLAYERS; position++)
        others += view->points[position];
    return own >= WON && others < OUT;
}

static int is_poor(const struct skat_bot_view *view)
{
    skat_bot_cards jacks = 0, aces = 0;

    for (int suit = 0; suit < 4; suit++) {
        jacks |= (skat_bot_cards)1 << (suit * 16 + SKAT_BOT_JACK);
        aces |= (skat_bot_cards)1 << (suit * 16 + SKAT_BOT_ACE);
    }
    return !(view->dealt & jacks) &&
           __builtin_popcountll((unsigned long long)(view->dealt & aces)) < 2;
}

static int forfeits(const struct forfeiting_bot *bot, const struct skat_bot_view *view,
                    const struct skat_bot_decision *decision)
{
    if (decision->kind == SKAT_BOT_DECIDE_BID || decision->kind == SKAT_BOT_DECIDE_HOLD)
        return bot->auction && view->bid >= bot->auction && is_poor(view);
    if (decision->kind != SKAT_BOT_DECIDE_CARD)
        return 0;
    if (view->contract.type == SKAT_BOT_RAMSCH)
        return ramsch_is_dear(view);
    return view->contract.type != SKAT_BOT_NULL && view->declarer != view->position &&
           schneider_threatens(view);
}

static void answer(void *instance, const struct skat_bot_view *view,
                   const struct skat_bot_decision *decision, struct skat_bot_action *out)
{
    struct forfeiting_bot *bot = instance;

    stammtisch_module.act(bot->player, view, decision, out);
    if (forfeits(bot, view, decision))
        *out = (struct skat_bot_action){.size = out->size, .kind = SKAT_BOT_EXCHANGE};
}

static const void *extend(void *instance, const char *id)
{
    return stammtisch_module.extension(((struct forfeiting_bot *)instance)->player, id);
}

static const struct skat_bot_option own_options[] = {
    [AUCTION] = INT_OPTION("auction", "0: never; else the bid from which it does", 264, 0),
};

TEST_BOT(.id = "forfeits",
         .description = "a club player who answers illegally where that is cheaper",
         .flags = SKAT_BOT_DETERMINISTIC, TEST_BOT_OPTIONS(own_options),
         .create = create_forfeiting, .destroy = destroy_forfeiting, .act = answer,
         .session_begin = begin_session, .deal_begin = begin_deal, .extension = extend);
