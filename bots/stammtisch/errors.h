// SPDX-License-Identifier: MIT
/* bots/stammtisch/errors.h - errors such as people make: how far a player is off when it judges a
 * hand, a discard or a card. They are drawn for each deal from its random number, so that the same
 * question gets the same answer. */
#ifndef STAMMTISCH_ERRORS_H
#define STAMMTISCH_ERRORS_H

#include "bots/stammtisch/cards.h"

/* What is judged. */
enum judged_thing {
    JUDGED_GAME,    /* number: the game, that after null for null ouvert */
    JUDGED_DISCARD, /* number: the game, and the two cards */
    JUDGED_CARD     /* number: how many cards were played, and the card */
};

/* A number with this standard deviation, 0 on average, nearly normal. */
int error_of(uint64_t deal, enum judged_thing judged, unsigned number, int deviation);

#endif
