// SPDX-License-Identifier: MIT
/* bots/stammtisch/spitzen.h - spitzen: announcing that the lowest trumps win the last tricks, and
 * keeping them for that. */
#ifndef STAMMTISCH_SPITZEN_H
#define STAMMTISCH_SPITZEN_H

#include "bots/stammtisch/cards.h"

/* How many spitzen to announce in a suit game with ten cards (eleven with sixes), 0 to `max`. */
int spitzen_announced(int suit, cards ten, int max);

/* Announce one in grand with these ten cards? `known`: these and the discards. */
int spitzen_of_grand(cards ten, cards known);

/* The cards of `legal` that the declarer can play without losing named cards too early. */
cards spitzen_spare(const struct skat_bot_view *view, cards legal);

#endif
