/* bots/pimc/doubling.h - kontra and what answers it, by sampling. */
#ifndef PIMC_DOUBLING_H
#define PIMC_DOUBLING_H

#include "bots/pimc/judge.h"

#include "bots/stammtisch/player.h"

/* Shall this player double? By declarer's chance in worlds that are drawn and by the tables together; by the
 * tables alone where the game is not one that is judged. `by`: see belief.h. */
int doubling_says(struct judge *judge, const struct player *club, const struct skat_bot_view *view,
                  unsigned by);

#endif
