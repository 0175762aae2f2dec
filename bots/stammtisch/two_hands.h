// SPDX-License-Identifier: MIT
/* bots/stammtisch/two_hands.h - Offiziersskat: two hands, half of the cards covered. */
#ifndef STAMMTISCH_TWO_HANDS_H
#define STAMMTISCH_TWO_HANDS_H

#include "bots/stammtisch/memory.h"

/* The game to announce with these four open cards. */
int two_hands_name(cards open);

/* Should the dealer (or forehand in reply) double? */
int two_hands_doubles(const struct skat_bot_view *view);

/* The card to play. */
card two_hands_play(const struct skat_bot_view *view, cards legal);

#endif
