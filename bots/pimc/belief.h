/* bots/pimc/belief.h - how likely is a world, given how the others have bid and what declarer chose? */
#ifndef PIMC_BELIEF_H
#define PIMC_BELIEF_H

#include "bots/pimc/worlds.h"
#include "bots/stammtisch/player.h"

/* A weight of the world, 1 or more; only ratios mean something. Others are taken to bid and to put
 * aside about as stammtisch does, with room for everything else. */
uint64_t belief(const struct player *club, const struct skat_bot_view *view,
                const struct world *world);

/* Draws `wanted` worlds, by belief where `inference` says so, evenly otherwise. */
void belief_draw(const struct player *club, const struct skat_bot_view *view, int inference,
                 struct skat_random *random, struct world *worlds, int wanted);

#endif
