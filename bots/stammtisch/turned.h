// SPDX-License-Identifier: MIT
/* bots/stammtisch/turned.h - Sächsische Spitze: an upside-down grand.
 *
 * Its jacks rank D H S C and its suits 7 8 9 T Q K A from the top. It is rated and played as a
 * grand with renamed cards; only the card points stay the same. */
#ifndef STAMMTISCH_TURNED_H
#define STAMMTISCH_TURNED_H

#include "bots/stammtisch/memory.h"
#include "bots/stammtisch/model.h"

/* The cards with the same places in a grand. */
cards turned_cards(cards set);

/* Log odds of winning with ten cards; the arguments are those of model_log_odds. */
int turned_log_odds(cards hand, enum stage stage, int forehand, int aside);

/* The best two of twelve cards to discard. */
cards turned_put_aside(cards twelve, int forehand);

/* The card to play, for either side. */
card turned_play(const struct skat_bot_view *view, cards legal, const struct memory *memory);

#endif
