/* bots/stammtisch/spitzen.h - announcing that the lowest trumps win the last tricks, and keeping
 * them for that. */
#ifndef STAMMTISCH_SPITZEN_H
#define STAMMTISCH_SPITZEN_H

#include "bots/stammtisch/cards.h"

/* How many to announce in a suit game with these ten cards (eleven, with sixes), 0 to `max`. */
int spitzen_announced(int suit, cards ten, int max);

/* Of `legal`, what declarer may play without giving the named cards away too early. */
cards spitzen_spare(const struct skat_bot_view *view, cards legal);

#endif
