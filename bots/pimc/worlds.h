// SPDX-License-Identifier: MIT
/* bots/pimc/worlds.h - the hidden cards: what is known about them, and possible worlds. */
#ifndef PIMC_WORLDS_H
#define PIMC_WORLDS_H

#include "bots/stammtisch/cards.h"
#include "engine/random.h"

enum { SKAT_PLACE = 3, PLACES }; /* three hands, and the skat */

/* What the player can conclude for certain. */
struct sight {
    cards known[PLACES]; /* cards known to be in a place */
    cards hidden;        /* cards in unknown places */
    cards may[PLACES];   /* hidden cards that can be there, given who did not follow suit */
    int room[PLACES];    /* number of hidden cards there */
};

/* A possible layout of all cards. */
struct world {
    cards hands[3];
    cards skat; /* or the discards */
};

/* Derives it from the view, at any time of a game with a declarer, or before. */
void sight_from_view(struct sight *sight, const struct skat_bot_view *view);

/* Draws a world consistent with the sight. */
void world_draw(const struct sight *sight, struct skat_random *random, struct world *world);

#endif
