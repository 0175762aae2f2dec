// SPDX-License-Identifier: MIT
/* bots/stammtisch/sixes.h - 6er-Skat: 36 cards, eleven per hand, three in the skat.
 *
 * The weights of the other files are for 32 cards. A hand is rated as if its sixes were sevens
 * (cards.h, null.c), and a constant corrects the sum. */
#ifndef STAMMTISCH_SIXES_H
#define STAMMTISCH_SIXES_H

#include "bots/stammtisch/model.h"

/* The best `number` discards of `hand` for a game, found by trying all ways. */
cards sixes_put_aside(int game, cards hand, int number, int forehand);

#endif
