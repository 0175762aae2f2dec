// SPDX-License-Identifier: MIT
/* bots/stammtisch/null.h - the order of cards in null. */
#ifndef STAMMTISCH_NULL_H
#define STAMMTISCH_NULL_H

#include "bots/stammtisch/cards.h"

/* 7 8 9 T J Q K A as 0..7. */
int null_rank_of(card c);
/* A suit as eight bits in that order. */
unsigned null_mask(cards set, int suit);

/* The cards of a suit, with its jack. */
#define NULL_SUIT(suit) ((cards)0x1ff << LANE(suit))

/* Does a card beat the highest one of the trick so far? */
int null_beats(card c, card best);

#endif
