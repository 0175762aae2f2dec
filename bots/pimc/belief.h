/* bots/pimc/belief.h - the likelihood of a world, given the others' bids and plays and the
 * declarer's choices.
 *
 * Weights are doubles that are only multiplied and added: the results are the same everywhere. */
#ifndef PIMC_BELIEF_H
#define PIMC_BELIEF_H

#include "bots/pimc/worlds.h"
#include "bots/stammtisch/player.h"

/* The evidence for drawing worlds, besides certain knowledge; bits. */
enum { BY_BIDS = 1, BY_PLAYS = 2 };

/* What a player goes by. */
struct belief {
    const struct player *club;
    unsigned by;
    /* Of a bot that sees all hands, to measure what guessing is worth: of a hundred worlds so many are the true one. */
    int true_worlds;
    struct world truth; /* valid if there are any */
};

/* Draws `wanted` worlds, at most so many at a time from the same candidates. */
enum { BELIEF_AT_ONCE = 20 };
void belief_draw(const struct belief *belief, const struct skat_bot_view *view,
                 struct skat_random *random, struct world *worlds, int wanted);

#endif
