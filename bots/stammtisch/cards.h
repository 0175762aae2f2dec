// SPDX-License-Identifier: MIT
/* bots/stammtisch/cards.h - this bot's representation of sets of cards. */
#ifndef STAMMTISCH_CARDS_H
#define STAMMTISCH_CARDS_H

#include "bots/skat_bot.h"

typedef skat_bot_cards cards;
typedef skat_bot_card card;

enum { SUITS = 4, TRUMP = 4, CLASSES = 5, GRAND = SKAT_BOT_GRAND, NULL_GAME = SKAT_BOT_NULL };
enum {
    SACHSENSPITZE = SKAT_BOT_SACHSENSPITZE,
    REVOLUTION = SKAT_BOT_REVOLUTION,
    RAMSCH = SKAT_BOT_RAMSCH
};
enum { SKAT_POINTS = 7 /* expected points of two unknown cards: a little less than 2/32 of 120 */ };
enum { CARD_CODES = 16 * SUITS /* size of a table by card */ };
enum { SKAT_HAND = 10 /* cards in a hand; more with the sixes */ };

#define LANE(suit) (16 * (suit))
#define JACKS ((cards)0x0100010001000100)
#define PLAIN(suit) ((cards)0xff << LANE(suit)) /* a suit without its jack, with the six */
#define ALL_CARDS ((cards)0x01fe01fe01fe01fe)
#define OF_RANK(rank) ((cards)0x0001000100010001 << (rank))
#define SIXES OF_RANK(SKAT_BOT_SIX)
#define ACES OF_RANK(SKAT_BOT_ACE)
#define TENS OF_RANK(SKAT_BOT_TEN)
#define BIT(c) ((cards)1 << (c))

/* A lane without the six, which takes the lowest free place of 7 8 9 or is dropped. */
static inline unsigned without_six(unsigned lane)
{
    unsigned gaps = ~lane & 0xe;
    return lane & 1 ? (lane & ~1u) | (gaps & -gaps) : lane;
}

/* A plain suit as seven bits: 7 8 9 Q K T A from the lowest. */
enum { PLAIN_MASKS = 128, PLAIN_ACE = 64, PLAIN_TEN = 32, PLAIN_KING = 16 };
static inline unsigned plain_mask(cards set, int suit)
{
    return without_six((unsigned)(set >> LANE(suit)) & 0xff) >> 1;
}
/* The jacks as four bits: D H S C from the lowest. */
static inline unsigned jack_mask(cards set)
{
    cards jacks = set & JACKS;
    return (unsigned)((jacks >> 8 & 1) | (jacks >> 23 & 2) | (jacks >> 38 & 4) | (jacks >> 53 & 8));
}

static inline int several(cards set) { return (set & (set - 1)) != 0; }
static inline int count(cards set) { return __builtin_popcountll(set); }
static inline card first(cards set) { return (card)__builtin_ctzll(set); }
static inline card take(cards *set)
{
    card c = first(*set);
    *set &= *set - 1;
    return c;
}

/* Card points by rank: 6 7 8 9 Q K T A J. */
#define RANK_POINTS                                                                                \
    {                                                                                              \
        6, 0, 0, 0, 3, 4, 10, 11, 2                                                                \
    }
static const int8_t rank_points[16] = RANK_POINTS;
/* With sixes, eleven cards are dealt. A hand that is not fully seen yet counts as without. */
static inline int has_sixes(const struct skat_bot_view *view)
{
    return count(view->dealt) > SKAT_HAND;
}
static inline cards deck_of(const struct skat_bot_view *view)
{
    return has_sixes(view) ? ALL_CARDS | SIXES : ALL_CARDS;
}

static inline int points_of(card c) { return rank_points[c & 15]; }
static inline int points_in(cards set)
{
    int sum = 0;
    while (set)
        sum += points_of(take(&set));
    return sum;
}

/* Trumps of a suit or grand game. */
static inline cards trumps_of(int game) { return game < SUITS ? JACKS | PLAIN(game) : JACKS; }
/* The class for following suit: a suit, or TRUMP. */
static inline int class_of(card c, cards trumps) { return trumps >> c & 1 ? TRUMP : c >> 4; }
static inline cards class_cards(int class, cards trumps)
{
    return class == TRUMP ? trumps : PLAIN(class) & ~trumps;
}
static inline int is_null(int game) { return game == NULL_GAME || game == REVOLUTION; }
/* Order within a class: jacks rank above the suit, in their own order. */
static inline int strength(card c) { return (c & 15) == SKAT_BOT_JACK ? 8 + (c >> 4) : c & 15; }

/* For each card, the cards that beat it if they are of its class. Computing them instead took a
 * game 1,500 instructions more (callgrind). */
extern const cards cards_above[CARD_CODES];

/* The cards of `set`, all of one class, that beat `c` of the same class. */
static inline cards above(cards set, card c) { return set & cards_above[c]; }
static inline int beats(card c, card best, cards trumps)
{
    int class = class_of(c, trumps);
    return class == class_of(best, trumps) ? strength(c) > strength(best) : class == TRUMP;
}

static inline card strongest(cards set)
{
    card best = first(set);
    for (cards rest = set & (set - 1); rest;) {
        card c = take(&rest);
        if (strength(c) > strength(best))
            best = c;
    }
    return best;
}

#endif
