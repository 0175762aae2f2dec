/* engine/ranking.h - which card follows which, and which card takes the trick.
 *
 * Everything that one kind of game needs to know about the order of its cards
 * is one constant table, so that following suit and taking tricks are the same
 * few lines for every game. */
#ifndef SKAT_ENGINE_RANKING_H
#define SKAT_ENGINE_RANKING_H

#include "engine/card.h"

/* The classes that must be followed: the four plain suits, and trumps. */
enum { SKAT_TRUMP_CLASS = SKAT_SUITS, SKAT_CLASSES };

struct skat_ranking {
    skat_cards trumps;                  /* all trumps; empty in null */
    skat_cards members[SKAT_CLASSES];   /* the cards of each class */
    uint8_t class_of[SKAT_CARD_CODES];  /* 0..4: a suit or SKAT_TRUMP_CLASS */
    uint8_t strength[SKAT_CARD_CODES];  /* higher beats lower within a class; 1.. */
    uint8_t top[SKAT_DECK_MAX];         /* trumps from the highest down, of the largest deck */
    uint8_t top_count;
};

/* The orders that the games use. */
enum skat_ranking_id {
    SKAT_RANKING_DIAMONDS, SKAT_RANKING_HEARTS, SKAT_RANKING_SPADES, SKAT_RANKING_CLUBS,
    SKAT_RANKING_GRAND, SKAT_RANKING_NULL, SKAT_RANKING_SACHSENSPITZE, SKAT_RANKINGS
};

/* The table of an order (rules.md 1, 7.9). Constant, static storage. */
extern const struct skat_ranking skat_rankings[SKAT_RANKINGS];

/* The cards of `hand` that may follow `led`: those of its class, or all when there is
 * none (rules.md 5). `hand` is not empty; the result is not either. */
static inline skat_cards skat_follow(const struct skat_ranking *order, skat_cards hand,
                                     skat_card led)
{
    skat_cards same = hand & order->members[order->class_of[led]];
    return same ? same : hand;
}

/* The order of a suit game with one more card among the trumps, above all others (rules.md 10.4, Ass). */
void skat_ranking_with_ace(struct skat_ranking *order, const struct skat_ranking *suit_game,
                           skat_card ace);

/* Does `card`, played later, beat `best`, which holds the trick so far? */
static inline bool skat_beats(const struct skat_ranking *order, skat_card card, skat_card best)
{
    unsigned its = order->class_of[card];
    if (its == order->class_of[best])
        return order->strength[card] > order->strength[best];
    return its == SKAT_TRUMP_CLASS;
}

#endif
