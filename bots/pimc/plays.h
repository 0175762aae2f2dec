/* bots/pimc/plays.h - what the cards that were played say of the hands they came from. */
#ifndef PIMC_PLAYS_H
#define PIMC_PLAYS_H

#include "bots/pimc/worlds.h"
#include "bots/stammtisch/memory.h"

enum { PLAYS_MOST = 30 };

/* Each card that another player has played, with the table as it was when he chose it. */
struct plays {
    int number;
    struct play {
        struct skat_bot_view view; /* all but the cards that only he saw */
        struct memory memory;
        card played;
        cards later; /* cards that he has played since: he still had them */
    } play[PLAYS_MOST];
};

/* Recalls the plays of a suit game or grand; none of other games. */
void plays_recall(struct plays *plays, const struct skat_bot_view *view);

/* How likely they are in a world: a player is taken to play as the club player does about half the time, and
 * anything else otherwise. */
double plays_weight(const struct plays *plays, const struct world *world);

#endif
