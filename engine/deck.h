// SPDX-License-Identifier: MIT
/* engine/deck.h - the cards of a game and how they are dealt (rules.md 1, 2). */
#ifndef SKAT_ENGINE_DECK_H
#define SKAT_ENGINE_DECK_H

#include "engine/card.h"

/* The cards of a game and how they are dealt (rules.md 1, 2). */
struct skat_deck {
    skat_cards cards;
    skat_card pack[SKAT_DECK_MAX]; /* the same one by one, ascending: what is shuffled */
    uint8_t count;                 /* number of cards */
    uint8_t hand;                  /* cards per player; also the number of tricks */
    uint8_t skat;                  /* cards in the skat */
    uint8_t points;                /* card points of the deck; more than half of them win */
    uint8_t schneider;             /* a side with at most this many points is schneider */
    bool covered;                  /* half of each hand is covered: offiziersskat */
    uint8_t aside;                 /* cards in a second skat that nobody sees (rules.md 10.7) */
    /* Packets in dealing order: n cards to every hand, starting with forehand, or, if negative,
     * n cards to the skat and then to the second skat. Ends with 0. */
    int8_t packets[8];
};
extern const struct skat_deck skat_deck_32;
extern const struct skat_deck skat_deck_36; /* with the sixes */
extern const struct skat_deck skat_deck_strohmann, skat_deck_offiziersskat;

/* The lowest rank of a deck: the trump of this rank is the first spitze (rules.md 7.6). */
static inline enum skat_rank skat_deck_lowest(const struct skat_deck *deck)
{
    return skat_card_rank(skat_cards_first(deck->cards));
}

/* The number of hands dealt; the index of the skat in a deal (the second skat follows it). */
static inline int skat_deck_hands(const struct skat_deck *deck)
{
    return (deck->count - deck->skat - deck->aside) / deck->hand;
}
static inline int skat_deck_skat_at(const struct skat_deck *deck)
{
    return deck->count - deck->skat - deck->aside;
}

/* "forehand", "middlehand", "rearhand" (rules.md 2); with two hands, "forehand" and "dealer". */
const char *skat_position_name(const struct skat_deck *deck, unsigned position);

#endif
