/* bots/pimc/bids.h - how high to bid, given what the skat may contain. */
#ifndef PIMC_BIDS_H
#define PIMC_BIDS_H

#include "bots/pimc/judge.h"

#include "bots/stammtisch/player.h"

/* The highest value at which declaring is worth more than passing under the current scoring, 0 for
 * none. `passing` is the worth of passing, in points: negative if the others gain. `by`: see
 * belief.h. `ladder`: the possible bids, ascending. Judges suit games, grand and null after the
 * pick-up. */
int bids_limit(struct judge *judge, const struct player *club, const struct skat_bot_view *view,
               unsigned by, const uint16_t *ladder, int ladder_count, int passing);

#endif
