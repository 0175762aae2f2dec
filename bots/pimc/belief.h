// SPDX-License-Identifier: MIT
/* bots/pimc/belief.h - the likelihood of a world, given the others' bids and plays and the
 * declarer's choices.
 *
 * Weights are doubles that are only multiplied and added: the results are the same everywhere. */
#ifndef PIMC_BELIEF_H
#define PIMC_BELIEF_H

#include "bots/pimc/plays.h"
#include "bots/pimc/worlds.h"
#include "bots/stammtisch/player.h"

/* The evidence for drawing worlds, besides certain knowledge; bits. */
enum { BY_BIDS = 1, BY_PLAYS = 2 };

/* So many times as many candidates as worlds are drawn, after the announcement, when the evidence
 * is strong: of a defender's candidates, one in ten counts (README.md). */
enum { BELIEF_CANDIDATES = 20 };

/* What a player goes by. */
struct belief {
    const struct club_player *club;
    unsigned by;
    int candidates; /* after the announcement, for each world that is wanted:
                       1..BELIEF_CANDIDATES; 0: the most */
    /* Of a bot that sees all hands, to measure what guessing is worth: of a hundred worlds so many
     * are the true one. */
    int true_worlds;
    struct world truth; /* valid if there are any */
};

/* What is known, and what the plays tell, at one decision. */
struct evidence {
    const struct belief *belief;
    const struct skat_bot_view *view;
    uint64_t seed; /* of the decision's worlds */
    struct sight sight;
    struct plays plays;
};

/* Gathers it; belief and view have to outlive it. */
void evidence_gather(struct evidence *evidence, const struct belief *belief,
                     const struct skat_bot_view *view, uint64_t seed);

/* Draws `wanted` worlds of the decision, those with the numbers from `first` on, a multiple of
 * BELIEF_AT_ONCE: so many are picked from the same candidates. Each number has random numbers of
 * its own, made from the seed: a world is the same whichever others are drawn, and when. */
enum { BELIEF_AT_ONCE = 20 };
void evidence_draw(struct evidence *evidence, int first, struct world *worlds, int wanted);

/* Both, for a decision that draws once, from world 0 on. */
void belief_draw(const struct belief *belief, const struct skat_bot_view *view, uint64_t seed,
                 struct world *worlds, int wanted);

#endif
