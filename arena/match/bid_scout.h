// SPDX-License-Identifier: MIT
/* arena/match/bid_scout.h - whether two bots bid a deal alike, asked before it is played.
 *
 * Of two bots that play cards alike, a deal in which both would bid, pick up, put aside and
 * announce the same at every table differs in nothing, so its games need not be played. That is
 * asked at one table: one of the two sits in every seat and decides, the other one hears the same
 * in the same seats and says what it would answer, until their first different answer or the first
 * card. If they never differ, neither do any two tables of the deal, whoever sits where. */
#ifndef ARENA_MATCH_BID_SCOUT_H
#define ARENA_MATCH_BID_SCOUT_H

#include "arena/match/worker_table.h"

/* The two tables of a process: they share its bots. */
struct bid_scout {
    const struct worker_bots *bots;
    struct worker_table deciding, silent;
    struct skat_game games[2];
    struct game_id ids[2];
    char illegal[2][SKAT_TOKEN_SIZE];
    uint8_t seated[2][SKAT_SEATS_MAX]; /* one of the two in every seat; and the other one */
};

/* Opens the players of bots `one`, who decides, and `other`; what cannot start ends the process.
 * `bots` outlives the scout. */
void bid_scout_open(struct bid_scout *scout, const struct worker_bots *bots, int one, int other);
void bid_scout_close(struct bid_scout *scout);

/* Whether they bid this deal, number `number` over all sessions, alike: STATS_BIDS_ALIKE or
 * STATS_BIDS_DIFFER; this, too, if one of them fails: then the game shows it. */
struct deal_bids bid_scout_ask(struct bid_scout *scout, uint64_t number);

#endif
