// SPDX-License-Identifier: MIT
/* bots/neural/neural.c - the module: a player of stammtisch whose cards in suit games and grands
 * are chosen by a network. */
#include <stdlib.h>

#include "bots/neural/network.h"
#include "bots/stammtisch/player.h"
#include "bots/stammtisch/spitzen.h"

enum { OPTION_CAUTION, OPTION_CLAIMS, OPTIONS };
enum { CAUTION = 57 }; /* the default of the option `caution` */

struct neural {
    struct club_player club;
    int is_skat; /* not a variant game */
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
    player_init(&bot->club, &style);
    bot->is_skat = 1;
    return bot;
}

static void session_begin(void *instance, const struct skat_bot_session *session)
{
    struct neural *bot = instance;

    player_session_begin(&bot->club, session);
    bot->is_skat = session->rules->game == SKAT_BOT_GAME_SKAT;
}

static void deal_begin(void *instance, const struct skat_bot_view *view)
{
    struct neural *bot = instance;

    player_deal_begin(&bot->club, view);
}

/* Only games that the network has learned: three players, no cards but the usual ones. */
static int knows(const struct neural *bot, const struct skat_bot_view *view)
{
    return bot->is_skat && view->contract.type <= GRAND && view->dummy == SKAT_BOT_NOBODY;
}

static void act(void *instance, const struct skat_bot_view *view,
                const struct skat_bot_decision *decision, struct skat_bot_action *out)
{
    struct neural *bot = instance;
    cards legal = decision->cards;

    player_act(&bot->club, view, decision, out);
    if (decision->kind != SKAT_BOT_DECIDE_CARD || out->kind != SKAT_BOT_CARD ||
        !several(legal) || !knows(bot, view))
        return;
    if (view->position == view->declarer)
        legal = spitzen_spare(view, legal);
    const card best = network_card(&network_weights, view, legal, &bot->club.memory);
    skat_bot_play(out, play_customary_jack(view, legal, best));
}

static const struct skat_bot_option options[OPTIONS] = {
    [OPTION_CAUTION] = {.size = sizeof(struct skat_bot_option),
                        .type = SKAT_BOT_OPTION_INT,
                        .name = "caution",
                        .help = "bids on games won with at least this chance, by stammtisch's tables",
                        .fallback = CAUTION,
                        .min = 0,
                        .max = 100},
    [OPTION_CLAIMS] = {.size = sizeof(struct skat_bot_option),
                       .type = SKAT_BOT_OPTION_BOOL,
                       .name = "claims",
                       .help = "claims the rest, and gives up lost games where consent is asked",
                       .fallback = 1},
};

SKAT_BOT_EXPORT const struct skat_bot_module skat_bot = {
    SKAT_BOT_SIZES,
    .id = "neural",
    .version = "1.0",
    .author = "Skat Arena",
    .description = "a network that learned what cards are worth, in microseconds",
    .flags = SKAT_BOT_DETERMINISTIC,
    .option_count = OPTIONS,
    .options = options,
    .decisions = SKAT_BOT_DECIDES_BIDDING | SKAT_BOT_DECIDES_PLAY | SKAT_BOT_DECIDES_VARIANTS |
                 SKAT_BOT_DECIDES_RELATIVES | SKAT_BOT_DECIDES_GIVING_UP | SKAT_BOT_DECIDES_CALLS,
    .variants = SKAT_BOT_KNOWS_SKAT | SKAT_BOT_KNOWS(TOURNEESKAT) | SKAT_BOT_KNOWS(DUMMY) |
                SKAT_BOT_KNOWS(COVERED) | SKAT_BOT_KNOWS(6ER_SKAT) | SKAT_BOT_KNOWS(HERZBLATT) |
                SKAT_BOT_KNOWS(RAEUBERSKAT),
    .create = create,
    .destroy = free,
    .act = act,
    .session_begin = session_begin,
    .deal_begin = deal_begin,
};
