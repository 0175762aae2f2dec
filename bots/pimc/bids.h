/* bots/pimc/bids.h - how high to bid, by what the skat may bring. */
#ifndef PIMC_BIDS_H
#define PIMC_BIDS_H

#include "bots/pimc/judge.h"

#include "bots/stammtisch/player.h"

/* The highest value at which declaring is worth more than passing, 0 for none, under the scoring in force.
 * `passing` is what passing is worth, in points: negative where the others win by it. `by`: see belief.h.
 * `ladder`: the values that can be bid, ascending. Judges suit games, grand and null after the pick-up. */
int bids_limit(struct judge *judge, const struct player *club, const struct skat_bot_view *view,
               unsigned by, const uint16_t *ladder, int ladder_count, int passing);

#endif
