// SPDX-License-Identifier: MIT
/* bots/pimc/auction.h - how high to bid: what remains of the auction, and the game that follows,
 * are played out. */
#ifndef PIMC_AUCTION_H
#define PIMC_AUCTION_H

#include "bots/pimc/judge.h"

#include "bots/pimc/belief.h"

/* What a player needs to know to bid. */
struct auction {
    const struct belief *belief;
    const struct club_player *own; /* this player; the others are in the belief */
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

#endif
