/* bots/pimc/worlds.h - the hidden cards: what is known of them, and ways in which they may lie. */
#ifndef PIMC_WORLDS_H
#define PIMC_WORLDS_H

#include "bots/stammtisch/cards.h"
#include "engine/random.h"

enum { SKAT_PLACE = 3, PLACES }; /* three hands, and the skat */

/* What the player may conclude for certain. */
struct sight {
    cards known[PLACES];  /* cards that are in a place for sure */
    cards hidden;         /* cards that are somewhere */
    cards may[PLACES];    /* those of them that can be there: a hand that did not follow has none */
    int room[PLACES];     /* and how many of them are */
};

/* One way in which all cards may lie. */
struct world {
    cards hands[3];
    cards skat; /* or the discards */
};

/* What the view says. At any moment of a game that has a declarer, or before. */
void sight_from_view(struct sight *sight, const struct skat_bot_view *view);

/* Draws a world that agrees with the sight. */
void world_draw(const struct sight *sight, struct skat_random *random, struct world *world);

#endif
