// SPDX-License-Identifier: MIT
#include "engine/deck.h"

/* The cards of a pack; a card's code is its suit and its rank (card.h). */
#define FROM_SEVEN(suit)                                                                           \
    (suit) << 4 | SKAT_SEVEN, (suit) << 4 | SKAT_EIGHT, (suit) << 4 | SKAT_NINE,                   \
        (suit) << 4 | SKAT_QUEEN, (suit) << 4 | SKAT_KING, (suit) << 4 | SKAT_TEN,                 \
        (suit) << 4 | SKAT_ACE, (suit) << 4 | SKAT_JACK
#define FROM_SIX(suit) (suit) << 4 | SKAT_SIX, FROM_SEVEN(suit)
#define OF_ALL_SUITS(cards)                                                                        \
    {                                                                                              \
        cards(SKAT_DIAMONDS), cards(SKAT_HEARTS), cards(SKAT_SPADES), cards(SKAT_CLUBS)            \
    }
#define PACK_32 OF_ALL_SUITS(FROM_SEVEN)
#define PACK_36 OF_ALL_SUITS(FROM_SIX)

const struct skat_deck skat_deck_32 = {
    .cards = SKAT_DECK_32,
    .pack = PACK_32,
    .count = 32,
    .hand = 10,
    .skat = 2,
    .points = 120,
    .schneider = 30,
    .packets = {3, -2, 4, 3}, /* rules.md 2 */
};

/* rules.md 10.2 gives the numbers of cards but no packets: these are Skat's, with one more card in
 * the first packet and the three cards of the skat after it. */
const struct skat_deck skat_deck_36 = {
    .cards = SKAT_DECK_36,
    .pack = PACK_36,
    .count = 36,
    .hand = 11,
    .skat = 3,
    .points = 144,
    .schneider = 36,
    .packets = {4, -3, 4, 3},
};

/* Nine cards per hand, a second skat of three (rules.md 10.7). The text gives no packets. */
const struct skat_deck skat_deck_strohmann = {
    .cards = SKAT_DECK_32,
    .pack = PACK_32,
    .count = 32,
    .hand = 9,
    .skat = 2,
    .aside = 3,
    .points = 120,
    .schneider = 30,
    .packets = {3, -2, 3, -3, 3},
};

/* Sixteen cards each, in rows of four (de.wikipedia.org/wiki/Offiziersskat). */
const struct skat_deck skat_deck_offiziersskat = {
    .cards = SKAT_DECK_32,
    .pack = PACK_32,
    .count = 32,
    .hand = 16,
    .covered = true,
    .points = 120,
    .schneider = 30,
    .packets = {4, 4, 4, 4},
};

const char *skat_position_name(const struct skat_deck *deck, unsigned position)
{
    static const char *const names[] = {"forehand", "middlehand", "rearhand"};

    return skat_deck_hands(deck) == 2 && position == 1 ? "dealer" : names[position];
}
