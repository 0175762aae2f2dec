// SPDX-License-Identifier: MIT
/* engine/card.h - cards and sets of cards.
 *
 * A card is suit * 16 + rank, so that a set of cards is one 64-bit word with a
 * lane of 16 bits for each suit. There is room for the sixes of 6er-Skat.
 * Cards are written as the International Skat Server does: suit, then rank,
 * "CJ" "HT" "D7". Everything here is a value; nothing owns memory. */
#ifndef SKAT_ENGINE_CARD_H
#define SKAT_ENGINE_CARD_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

typedef uint8_t skat_card;   /* suit * 16 + rank; SKAT_NO_CARD for no card */
typedef uint64_t skat_cards; /* a set of cards: bit n is card n */

enum { SKAT_NO_CARD = 0xff };

/* In the order of their base values (rules.md 4). */
enum skat_suit { SKAT_DIAMONDS, SKAT_HEARTS, SKAT_SPADES, SKAT_CLUBS, SKAT_SUITS };

/* From low to high in a suit or grand game; ranking.h has the order of the cards in each game. */
enum skat_rank {
    SKAT_SIX,
    SKAT_SEVEN,
    SKAT_EIGHT,
    SKAT_NINE,
    SKAT_QUEEN,
    SKAT_KING,
    SKAT_TEN,
    SKAT_ACE,
    SKAT_JACK,
    SKAT_RANKS
};

enum {
    SKAT_CARD_CODES = SKAT_SUITS * 16, /* size of a table indexed by a card */
    SKAT_DECK_MAX = 36,                /* cards of the largest deck */
    SKAT_HAND_MAX = 12,                /* most cards that a player can hold */
    SKAT_TRICKS_MAX = 16,              /* most tricks of a game */
    SKAT_PLAYERS = 3,                  /* positions: 0 forehand, 1 middlehand, 2 rearhand */
    SKAT_NOBODY = 0xff                 /* no position, no seat */
};

static inline skat_card skat_card_of(enum skat_suit suit, enum skat_rank rank)
{
    return (skat_card)((unsigned)suit << 4 | (unsigned)rank);
}
static inline enum skat_suit skat_card_suit(skat_card card) { return (enum skat_suit)(card >> 4); }
static inline enum skat_rank skat_card_rank(skat_card card) { return (enum skat_rank)(card & 15); }

/* Is this the code of a card of any deck? Used to check all input from outside. */
static inline bool skat_card_valid(unsigned card)
{
    return card < SKAT_CARD_CODES && (card & 15) < SKAT_RANKS;
}

static inline skat_cards skat_card_bit(skat_card card) { return (skat_cards)1 << card; }
static inline bool skat_cards_has(skat_cards set, skat_card card) { return set >> card & 1; }
static inline int skat_cards_count(skat_cards set) { return __builtin_popcountll(set); }

/* The card with the lowest code in a set, which must not be empty. */
static inline skat_card skat_cards_first(skat_cards set) { return (skat_card)__builtin_ctzll(set); }

/* Removes the card with the lowest code from *set, which must not be empty. To iterate:
 *     for (skat_cards rest = set; rest;) { skat_card card = skat_cards_pop(&rest); ... } */
static inline skat_card skat_cards_pop(skat_cards *set)
{
    skat_card card = skat_cards_first(*set);
    *set &= *set - 1;
    return card;
}

/* All cards of one suit, including the jack; all cards of one rank. */
#define SKAT_SUIT_CARDS(suit) ((skat_cards)0x1ff << 16 * (suit))
#define SKAT_RANK_CARDS(rank) ((skat_cards)0x0001000100010001 << (rank))
#define SKAT_JACKS SKAT_RANK_CARDS(SKAT_JACK)
#define SKAT_DECK_36 ((skat_cards)0x01ff01ff01ff01ff)
#define SKAT_DECK_32 (SKAT_DECK_36 & ~SKAT_RANK_CARDS(SKAT_SIX))

/* Card points (Augen): A 11, T 10, K 4, Q 3, J 2; the six of 6er-Skat 6 (rules.md 1, 10.2). */
extern const uint8_t skat_card_points[SKAT_CARD_CODES];

/* Sum of the card points of a set, 0..144. */
int skat_cards_points(skat_cards set);

/* Suit and rank letters, "DHSC" and "6789QKTAJ", indexed by the enums. */
extern const char skat_suit_letters[SKAT_SUITS + 1];
extern const char skat_rank_letters[SKAT_RANKS + 1];
/* "diamonds" ... "clubs". */
extern const char *const skat_suit_names[SKAT_SUITS];

/* The two letters of each card, "D6" ... "CJ"; zeros for invalid codes. */
extern const char skat_card_letters[SKAT_CARD_CODES][2];

/* Writes the two letters of a valid card without a terminating zero. Returns out + 2. */
static inline char *skat_card_print(skat_card card, char *out)
{
    memcpy(out, skat_card_letters[card], 2);
    return out + 2;
}

/* The card named by the two characters at `text`, or SKAT_NO_CARD. Reads at most
 * two characters and never past a terminating zero. */
skat_card skat_card_parse(const char *text);

#endif
