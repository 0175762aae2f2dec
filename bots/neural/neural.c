// SPDX-License-Identifier: MIT
/* bots/neural/neural.c - the module: a player of stammtisch that asks networks for its bids, its
 * announcements, and its cards. */
#include <stdlib.h>

#include "bots/neural/hand_network.h"
#include "bots/neural/null_network.h"
#include "bots/stammtisch/player.h"
#include "bots/stammtisch/bidding.h"

enum { OPTION_BIDS, OPTION_ANNOUNCE, OPTION_CAUTION, OPTION_CLAIMS, OPTIONS };
enum { CAUTION = 57 }; /* the default of the option `caution` */

struct neural {
    struct club_player club;
    int bids, announces; /* by the networks */
    int is_skat;         /* not a variant game */
};

static void *create(const struct skat_bot_host *host, const struct skat_bot_setting *settings,
                    uint32_t number)
{
    struct neural *bot = number == OPTIONS ? calloc(1, sizeof *bot) : NULL;

    (void)host;
    if (!bot)
        return NULL;
    struct bidding_style style = usual_style;
    style.caution = (int)settings[OPTION_CAUTION].value * 10;
    style.claims = settings[OPTION_CLAIMS].value != 0;
    style.concede = 0; /* its bound was measured for the card play of stammtisch only */
    player_init(&bot->club, &style);
    bot->bids = settings[OPTION_BIDS].value != 0;
    bot->announces = settings[OPTION_ANNOUNCE].value != 0;
    bot->is_skat = 1;
    return bot;
}

static void session_begin(void *instance, const struct skat_bot_session *session)
{
    struct neural *bot = instance;

    player_session_begin(&bot->club, session);
    bot->is_skat = skat_bot_rule_is(session->rules, "game", "skat") &&
                   skat_bot_rule(session->rules, "seats", SKAT_BOT_PLAYERS) >= SKAT_BOT_PLAYERS;
}

static void deal_begin(void *instance, const struct skat_bot_view *view)
{
    struct neural *bot = instance;

    player_deal_begin(&bot->club, view);
}

static void play(struct neural *bot, const struct skat_bot_view *view, cards legal,
                 struct skat_bot_action *out)
{
    if (!several(legal) || view->contract.type > NULL_GAME || out->kind != SKAT_BOT_CARD)
        return;
    if (view->contract.type == NULL_GAME) {
        skat_bot_play(out, null_card(view, legal, &bot->club.memory));
        return;
    }
    legal = play_as_announced(view, legal);
    const card best = network_card(view, legal, &bot->club.memory);
    skat_bot_play(out, play_customary_jack(view, legal, best));
}

/* The networks have learned Skat of three players. */
static void act(void *instance, const struct skat_bot_view *view,
                const struct skat_bot_decision *decision, struct skat_bot_action *out)
{
    struct neural *bot = instance;
    const int kind = decision->kind;

    player_act(&bot->club, view, decision, out);
    if (!bot->is_skat)
        return;
    if (kind <= SKAT_BOT_DECIDE_HOLD && bot->bids && bid_value_knows(&bot->club.rules))
        bid_value_answer(&hand_networks.bids, &bot->club, view, decision, out);
    else if (kind == SKAT_BOT_DECIDE_DECLARE && bot->announces)
        announcement_answer(&hand_networks.announcements, &bot->club, view, decision, out);
    else if (kind == SKAT_BOT_DECIDE_CARD)
        play(bot, view, decision->cards, out);
}

static const struct skat_bot_option options[OPTIONS] = {
    [OPTION_CAUTION] = PERCENT(
        "caution", "where it bids by stammtisch's tables: on games with at least this chance",
        CAUTION),
    [OPTION_BIDS] = SWITCH("bids", "bids by a network where the usual stakes are played for", 1),
    [OPTION_ANNOUNCE] = SWITCH("announce", "announces by a network, not by stammtisch's tables", 1),
    [OPTION_CLAIMS] =
        SWITCH("claims", "claims the rest, and gives up lost games where consent is asked", 1),
};

SKAT_BOT_EXPORT const struct skat_bot_module skat_bot = {
    SKAT_BOT_SIZES,
    .id = "neural",
    .version = "1.4",
    .author = "Skat Arena",
    .description = "a network that learned what cards are worth, in microseconds",
    .flags = SKAT_BOT_DETERMINISTIC,
    .option_count = OPTIONS,
    .options = options,
    .decisions = SKAT_BOT_DECIDES_ALL & ~(SKAT_BOT_DECIDES(SKAT_BOT_DECIDE_CONCEDE) |
                                          SKAT_BOT_DECIDES(SKAT_BOT_DECIDE_KNOCK)),
    .variants = SKAT_BOT_KNOWS_SKAT | SKAT_BOT_KNOWS(TOURNEESKAT) | SKAT_BOT_KNOWS(DUMMY) |
                SKAT_BOT_KNOWS(COVERED) | SKAT_BOT_KNOWS(6ER_SKAT) | SKAT_BOT_KNOWS(HERZBLATT) |
                SKAT_BOT_KNOWS(RAEUBERSKAT),
    .create = create,
    .destroy = free,
    .act = act,
    .session_begin = session_begin,
    .deal_begin = deal_begin,
};
