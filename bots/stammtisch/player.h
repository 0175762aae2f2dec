// SPDX-License-Identifier: MIT
/* bots/stammtisch/player.h - the complete player: distributes decisions. Other bots can embed one,
 * as pimc does. */
#ifndef STAMMTISCH_PLAYER_H
#define STAMMTISCH_PLAYER_H

#include <stddef.h>

#include "bots/stammtisch/bidding.h"

/* Bidding, doubling and hand games with stammtisch's default options. */
static const struct bidding_style usual_style = {
    .caution = USUAL_CAUTION,
    .hand_caution = 850,
    .hand_premium = USUAL_HAND_PREMIUM,
    .null_games = 1,
    .hand_games = 1,
    .grand_games = 1,
    .kontra = 500,
    .re = 700,
    .claims = 1,
    .schneider = BIDDING_NEVER,
    .concede = USUAL_CONCEDE,
    .schwarz = 1,
    .gifts = 1,
};

void player_init(struct club_player *player, const struct bidding_style *style);

/* The calls of a module (bots/skat_bot.h). */
void player_session_begin(struct club_player *player, const struct skat_bot_session *session);
void player_deal_begin(struct club_player *player, const struct skat_bot_view *view);
void player_act(struct club_player *player, const struct skat_bot_view *view,
                const struct skat_bot_decision *decision, struct skat_bot_action *out);

/* Answers a bidding decision, bidding up to `limit`. */
void player_bid(const struct skat_bot_view *view, const struct skat_bot_decision *decision,
                int limit, struct skat_bot_action *out);

/* How high it bids, 0 for not at all. */
int player_limit(struct club_player *player, const struct skat_bot_view *view);

/* ---- what it thought ---- */

/* Writes what the player weighed for this answer, which it has just given: how high it bids, and
 * the chances of its games; the chance of the announced one; the cards with their scores in card
 * points. Empty where something else decides. */
void explain_answer(struct club_player *player, const struct skat_bot_view *view,
                    const struct skat_bot_decision *decision, const struct skat_bot_action *answer,
                    char *text, size_t room);

/* Adds a formatted piece to a text, as far as there is room. */
__attribute__((format(printf, 3, 4))) void explain_add(char *text, size_t room, const char *format,
                                                       ...);
/* A card as in records, "CJ". Returns `text`. */
const char *explain_card(card c, char text[3]);

/* ---- options ---- */

/* Rows of a module's options, for this bot and those that ask it. */
#define NUMBER(what, text, least, usual, most)                                                     \
    {                                                                                              \
        .size = sizeof(struct skat_bot_option), .type = SKAT_BOT_OPTION_INT, .name = what,         \
        .help = text, .fallback = (usual), .min = (least), .max = (most)                           \
    }
#define PERCENT(what, text, usual) NUMBER(what, text, 0, usual, 100)
#define SWITCH(what, text, usual)                                                                  \
    {                                                                                              \
        .size = sizeof(struct skat_bot_option), .type = SKAT_BOT_OPTION_BOOL, .name = what,        \
        .help = text, .fallback = (usual)                                                          \
    }

#endif
