// SPDX-License-Identifier: MIT
/* bots/stammtisch/player.h - the complete player: distributes decisions. Other bots can embed one,
 * as pimc does. */
#ifndef STAMMTISCH_PLAYER_H
#define STAMMTISCH_PLAYER_H

#include "bots/stammtisch/bidding.h"
#include "bots/stammtisch/duties.h"
#include "bots/stammtisch/memory.h"

struct club_player {
    struct bidding_style style;
    int caution; /* from the options; style.caution is adapted to the rules */
    struct rules rules;
    struct discards discards;
    struct memory memory;
    int usual[DUTIES]; /* Räuberskat: average worth of each game type */
    int limit;         /* how high it bids in this deal; -1 until needed */
};

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

/* The cost of passing now: of the ramsch that may follow, 0 if none can. */
int player_cost_of_passing(const struct club_player *player, const struct skat_bot_view *view);

/* Answers a bidding decision, bidding up to `limit`. */
void player_bid(const struct skat_bot_view *view, const struct skat_bot_decision *decision,
                int limit, struct skat_bot_action *out);

/* How high it bids, 0 for not at all. */
int player_limit(struct club_player *player, const struct skat_bot_view *view);

#endif
