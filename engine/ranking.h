// SPDX-License-Identifier: MIT
/* engine/ranking.h - which cards follow suit, and which card takes the trick.
 *
 * One constant table describes the order of the cards in a game, so that the
 * same few lines handle following suit and taking tricks in every game. */
#ifndef SKAT_ENGINE_RANKING_H
#define SKAT_ENGINE_RANKING_H

#include "engine/card.h"

/* The classes of cards for following suit: the four plain suits, and trumps. */
enum { SKAT_TRUMP_CLASS = SKAT_SUITS, SKAT_CLASSES };

struct skat_ranking {
    skat_cards trumps;                 /* all trumps; empty in null */
    skat_cards members[SKAT_CLASSES];  /* the cards of each class */
    uint8_t class_of[SKAT_CARD_CODES]; /* 0..4: a suit or SKAT_TRUMP_CLASS */
    uint8_t strength[SKAT_CARD_CODES]; /* within a class, higher beats lower; 1.. */
    uint8_t top[SKAT_DECK_MAX];        /* trumps of the largest deck, from the highest down */
    uint8_t top_count;
};

/* The orders of cards that games use. */
enum skat_ranking_id {
    SKAT_RANKING_DIAMONDS,
    SKAT_RANKING_HEARTS,
    SKAT_RANKING_SPADES,
    SKAT_RANKING_CLUBS,
    SKAT_RANKING_GRAND,
    SKAT_RANKING_NULL,
    SKAT_RANKING_SACHSENSPITZE,
    SKAT_RANKINGS
};

/* The table of each order (rules.md 1, 7.9). */
extern const struct skat_ranking skat_rankings[SKAT_RANKINGS];

/* The cards of `hand` that may be played to the led card: those of its class, or all if there are
 * none (rules.md 5). Neither `hand` nor the result is empty. */
static inline skat_cards skat_follow(const struct skat_ranking *order, skat_cards hand,
                                     skat_card led)
{
    skat_cards same = hand & order->members[order->class_of[led]];
    return same ? same : hand;
}

/* The order of a suit game in Ass, with an ace added as the highest trump (rules.md 10.4). */
void skat_ranking_with_ace(struct skat_ranking *order, const struct skat_ranking *suit_game,
                           skat_card ace);

/* Does `card`, played later, beat `best`, the winning card of the trick so far? */
static inline bool skat_beats(const struct skat_ranking *order, skat_card card, skat_card best)
{
    unsigned its = order->class_of[card];
    if (its == order->class_of[best])
        return order->strength[card] > order->strength[best];
    return its == SKAT_TRUMP_CLASS;
}

#endif
