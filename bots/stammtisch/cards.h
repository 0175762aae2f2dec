// SPDX-License-Identifier: MIT
/* bots/stammtisch/cards.h - this bot's representation of sets of cards, the order of cards in each
 * kind of game, and what a player remembers of those that were played. */
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
#define DIAMOND_JACK BIT(LANE(SKAT_BOT_DIAMONDS) + SKAT_BOT_JACK)
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
/* Is each card of `mine` the highest of its class, `others` included? */
static inline int all_highest(cards mine, cards others, cards trumps)
{
    while (mine) {
        const card c = take(&mine);
        if (above(others & class_cards(class_of(c, trumps), trumps), c))
            return 0;
    }
    return 1;
}
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

/* ---- the order of null ---- */

/* 7 8 9 T J Q K A as 0..7. */
static const uint8_t null_rank[16] = {
    /* the six has the rank of the seven */
    [SKAT_BOT_SEVEN] = 0, [SKAT_BOT_EIGHT] = 1, [SKAT_BOT_NINE] = 2, [SKAT_BOT_TEN] = 3,
    [SKAT_BOT_JACK] = 4,  [SKAT_BOT_QUEEN] = 5, [SKAT_BOT_KING] = 6, [SKAT_BOT_ACE] = 7,
};

static inline int null_rank_of(card c) { return null_rank[c & 15]; }

/* A suit as eight bits in that order. */
static inline unsigned null_mask(cards set, int suit)
{
    /* From 7 8 9 Q K T A J, as the lane has them, to 7 8 9 T J Q K A, by shifts: a loop over the
     * ranks took a fifteenth of a game. */
    unsigned lane = without_six((unsigned)(set >> LANE(suit)) & 0x1ff) >> 1;
    unsigned ten = lane >> 2 & 8, jack = lane >> 3 & 16, queen_king = lane << 2 & 96,
             ace = lane << 1 & 128;
    return (lane & 7) | ten | jack | queen_king | ace;
}

/* Does a card beat the highest one of the trick so far? */
static inline int null_beats(card c, card best)
{
    if (null_rank_of(c) == null_rank_of(best))
        return c >> 4 == best >> 4 && c > best; /* seven and six */
    return c >> 4 == best >> 4 && null_rank_of(c) > null_rank_of(best);
}

/* The cards of a suit, with its jack. */
#define NULL_SUIT(suit) ((cards)0x1ff << LANE(suit))

/* Sächsische Spitze is an upside-down grand: its jacks rank D H S C and its suits 7 8 9 T Q K A
 * from the top. It is rated and played as a grand with renamed cards; only the card points stay the
 * same. Returns the cards with the same places in a grand. */
cards turned_cards(cards set);

/* ---- what a player remembers ---- */

/* Who is out of which class, by the view alone. */
struct memory {
    int counted;    /* cards of view->played processed so far */
    uint8_t out[3]; /* by position: bits 1 << class that the player is out of */
    cards trumps;   /* trumps of the game; none in null */
    uint8_t pile;   /* bits 1 << position of a pile: nobody chooses its cards */
};

/* Processes the cards played since the last call. Only after the announcement. */
void memory_update(struct memory *memory, const struct skat_bot_view *view);

/* The cards that a player had when play began: those still held and those played. */
cards memory_ten_of(const struct skat_bot_view *view, int seat, cards held);

/* Cards that this player has not seen: in the other hands or in the skat. */
static inline cards unseen(const struct skat_bot_view *view)
{
    return deck_of(view) & ~(view->hand | view->skat | view->gone);
}

/* Declarer's points as far as this player sees them: those of the skat only if it took the skat. */
static inline int declarers_points(const struct skat_bot_view *view)
{
    return view->points[view->declarer] + points_in(view->skat);
}
static inline int defenders_points(const struct skat_bot_view *view)
{
    return view->points[(view->declarer + 1) % 3] + view->points[(view->declarer + 2) % 3];
}

/* Tables of two: the dummy's cards, once they are open. */
static inline cards dummy_cards(const struct skat_bot_view *view)
{
    return view->dummy == SKAT_BOT_NOBODY ? 0 : view->seen[view->dummy];
}

#endif
