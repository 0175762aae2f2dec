// SPDX-License-Identifier: MIT
#include "engine/card.h"

#define SAME_IN_ALL_SUITS(rank, points)                                                            \
    [SKAT_DIAMONDS << 4 | (rank)] = (points), [SKAT_HEARTS << 4 | (rank)] = (points),              \
                          [SKAT_SPADES << 4 | (rank)] = (points),                                  \
                          [SKAT_CLUBS << 4 | (rank)] = (points)

const uint8_t skat_card_points[SKAT_CARD_CODES] = {
    SAME_IN_ALL_SUITS(SKAT_ACE, 11), SAME_IN_ALL_SUITS(SKAT_TEN, 10),
    SAME_IN_ALL_SUITS(SKAT_KING, 4), SAME_IN_ALL_SUITS(SKAT_QUEEN, 3),
    SAME_IN_ALL_SUITS(SKAT_JACK, 2), SAME_IN_ALL_SUITS(SKAT_SIX, 6),
};

const char skat_suit_letters[SKAT_SUITS + 1] = "DHSC";
const char skat_rank_letters[SKAT_RANKS + 1] = "6789QKTAJ";
#define IN_ALL_RANKS(suit, letter)                                                                 \
    [(suit) << 4 | SKAT_SIX] = {(letter), '6'}, [(suit) << 4 | SKAT_SEVEN] = {(letter), '7'},      \
                   [(suit) << 4 | SKAT_EIGHT] = {(letter), '8'},                                   \
                   [(suit) << 4 | SKAT_NINE] = {(letter), '9'},                                    \
                   [(suit) << 4 | SKAT_QUEEN] = {(letter), 'Q'},                                   \
                   [(suit) << 4 | SKAT_KING] = {(letter), 'K'},                                    \
                   [(suit) << 4 | SKAT_TEN] = {(letter), 'T'},                                     \
                   [(suit) << 4 | SKAT_ACE] = {(letter), 'A'},                                     \
                   [(suit) << 4 | SKAT_JACK] = {(letter), 'J'}

const char skat_card_letters[SKAT_CARD_CODES][2] = {
    IN_ALL_RANKS(SKAT_DIAMONDS, 'D'),
    IN_ALL_RANKS(SKAT_HEARTS, 'H'),
    IN_ALL_RANKS(SKAT_SPADES, 'S'),
    IN_ALL_RANKS(SKAT_CLUBS, 'C'),
};

const char *const skat_suit_names[SKAT_SUITS] = {
    [SKAT_DIAMONDS] = "diamonds",
    [SKAT_HEARTS] = "hearts",
    [SKAT_SPADES] = "spades",
    [SKAT_CLUBS] = "clubs",
};

int skat_cards_points(skat_cards set)
{
    int points = 0;
    while (set)
        points += skat_card_points[skat_cards_pop(&set)];
    return points;
}

skat_card skat_card_parse(const char *text)
{
    /* By letter, 1 + suit and 1 + rank. Tables, since millions of records are read. */
    static const uint8_t suits[256] = {['D'] = 1 + SKAT_DIAMONDS,
                                       ['H'] = 1 + SKAT_HEARTS,
                                       ['S'] = 1 + SKAT_SPADES,
                                       ['C'] = 1 + SKAT_CLUBS};
    static const uint8_t ranks[256] = {
        ['6'] = 1 + SKAT_SIX,  ['7'] = 1 + SKAT_SEVEN, ['8'] = 1 + SKAT_EIGHT,
        ['9'] = 1 + SKAT_NINE, ['Q'] = 1 + SKAT_QUEEN, ['K'] = 1 + SKAT_KING,
        ['T'] = 1 + SKAT_TEN,  ['A'] = 1 + SKAT_ACE,   ['J'] = 1 + SKAT_JACK};
    unsigned suit = suits[(unsigned char)text[0]];
    unsigned rank = suit ? ranks[(unsigned char)text[1]] : 0;

    if (!rank)
        return SKAT_NO_CARD;
    return skat_card_of((enum skat_suit)(suit - 1), (enum skat_rank)(rank - 1));
}
