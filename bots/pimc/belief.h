// SPDX-License-Identifier: MIT
/* bots/pimc/belief.h - the hidden cards: what is known about them, possible worlds, and how likely
 * these are, given the others' bids and plays and the declarer's choices.
 *
 * Weights are doubles that are only multiplied and added: the results are the same everywhere. */
#ifndef PIMC_BELIEF_H
#define PIMC_BELIEF_H

#include "engine/random.h"

#include "bots/pimc/rollout.h"
#include "bots/stammtisch/player.h"

/* ---- worlds ---- */

enum { SKAT_PLACE = 3, PLACES }; /* three hands, and the skat */

/* What the player can conclude for certain. */
struct sight {
    cards known[PLACES]; /* cards known to be in a place */
    cards hidden;        /* cards in unknown places */
    cards may[PLACES];   /* hidden cards that can be there, given who did not follow suit */
    int room[PLACES];    /* number of hidden cards there */
};

/* ---- what the played cards tell about the hands that they came from ---- */

enum { PLAYS_MOST = 30, PLAYS_KEPT = 1024 };

/* The cards played by others, each with the table at the time of the choice. */
struct plays {
    int number;
    struct seen_play {
        struct skat_bot_view view; /* without the cards that only that player saw */
        struct memory memory;
        card played;
        cards later; /* cards that the player played later, so held then */
    } play[PLAYS_MOST];
    /* How likely the plays of a position were found to be from a hand; late in a game the same
     * hands are drawn again and again. No hand: nothing is kept there. */
    struct plays_kept {
        cards hand, skat; /* the skat of a declarer who knows it, else none */
        double likelihood;
    } kept[3][PLAYS_KEPT];
};

/* ---- belief ---- */

/* The evidence for drawing worlds, besides certain knowledge; bits. */
enum { BY_BIDS = 1, BY_PLAYS = 2 };

/* Candidates drawn for each world that is wanted, after the announcement: of a defender's
 * candidates, about one in ten has a weight that counts. */
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
