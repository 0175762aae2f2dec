/* bots/pimc/belief.h - how likely is a world, given how the others have bid and played, and what declarer
 * chose?
 *
 * Weights are doubles that are multiplied and added, nothing else: that comes out the same on every
 * machine. */
#ifndef PIMC_BELIEF_H
#define PIMC_BELIEF_H

#include "bots/pimc/worlds.h"
#include "bots/stammtisch/player.h"

/* What worlds are drawn by, besides what is certain; bits. */
enum { BY_BIDS = 1, BY_PLAYS = 2 };

/* Draws `wanted` worlds. */
void belief_draw(const struct player *club, const struct skat_bot_view *view, unsigned by,
                 struct skat_random *random, struct world *worlds, int wanted);

#endif
