// SPDX-License-Identifier: MIT
#include "bots/stammtisch/cards.h"

/* Cards with a higher code: the higher ones of the suit, and those of other suits, of which only
 * jacks are of the class. */
#define BEYOND(c) (~(cards)1 << (c))
#define ABOVE(c) ((c) % 16 == SKAT_BOT_JACK ? JACKS & BEYOND(c) : JACKS | BEYOND(c))
#define ABOVE_4(c) ABOVE(c), ABOVE((c) + 1), ABOVE((c) + 2), ABOVE((c) + 3)
#define ABOVE_16(c) ABOVE_4(c), ABOVE_4((c) + 4), ABOVE_4((c) + 8), ABOVE_4((c) + 12)

const cards cards_above[CARD_CODES] = {ABOVE_16(0), ABOVE_16(16), ABOVE_16(32), ABOVE_16(48)};
