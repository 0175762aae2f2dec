// SPDX-License-Identifier: MIT
/* bots/pimc/auction.h - how high to bid: what remains of the auction, and the game that follows,
 * are played out. And doubling and giving up after the announcement, by sampling. */
#ifndef PIMC_AUCTION_H
#define PIMC_AUCTION_H

#include "bots/pimc/announce.h"

/* ---- bids ---- */

/* What a player needs to know to bid. */
struct auction {
    const struct club_player *own; /* this player; the others are in the judge's belief */
    const struct skat_bot_view *view;
    const uint16_t *ladder; /* the possible bids, ascending */
    int ladder_count;
    int all_pass; /* the worth, in points, if everybody passes */
    int worlds;   /* to play out, at most AUCTION_WORLDS */
};
enum { AUCTION_WORLDS = 200 };

/* The value up to which bidding brings most under the scoring in force, 0 for passing, by what has
 * been bid so far. Considers suit games, grand and null after the pick-up. */
int auction_limit(struct judge *judge, const struct auction *auction);

/* ---- kontra, re and further doublings, and giving up ---- */

enum { DOUBLING_WORLDS = 100 }; /* the most that can be played out */

/* Should this player double? */
int doubling_says(struct judge *judge, const struct skat_bot_view *view, int worlds);

/* Should declarer, who has played no card, give up, because its chance is less than `needed`
 * thousandths? Asks the tables first: games that they give a fourth are played, and overbid ones,
 * which giving up does not make cheaper. */
int doubling_gives_up(struct judge *judge, const struct skat_bot_view *view, int worlds,
                      int needed);

#endif
