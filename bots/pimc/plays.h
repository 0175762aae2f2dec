// SPDX-License-Identifier: MIT
/* bots/pimc/plays.h - what the played cards tell about the hands that they came from. */
#ifndef PIMC_PLAYS_H
#define PIMC_PLAYS_H

#include "bots/pimc/worlds.h"
#include "bots/stammtisch/cards.h"

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

/* Recalls the plays of a suit game or grand; none in other games. */
void plays_recall(struct plays *plays, const struct skat_bot_view *view);

/* Their likelihood in a world; keeps what it finds. Each of the others may be a player like this
 * bot (card_chances.h), like stammtisch, or one who now and then plays as either would. */
double plays_weight(struct plays *plays, const struct world *world);

#endif
