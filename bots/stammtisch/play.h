// SPDX-License-Identifier: MIT
/* bots/stammtisch/play.h - card play: one function for each type of game.
 *
 * Chances are in 256ths and scores in 256ths of a card point, as integers, so that the bot
 * plays the same on every machine. */
#ifndef STAMMTISCH_PLAY_H
#define STAMMTISCH_PLAY_H

#include "bots/stammtisch/table.h"

/* Card points by rank, and the cards that have none, nor the next lower one of their suit. */
struct card_points {
    int8_t of[16];
    cards blank;
};
extern const struct card_points usual_points;

/* The legal cards with only one of each run of equal cards (without points, and with no card of
 * others between them): the lowest, or another one if the lowest may not be played because it was
 * announced as a spitze. `legal` is not empty. */
static inline cards play_distinct(const struct table *t, cards legal,
                                  const struct card_points *points)
{
    const cards distinct = legal & ~(points->blank & t->hand & t->hand << 1);

    return distinct ? distinct : legal & -legal;
}

/* A card as this bot weighs it, in 256ths: the chance that its side wins the trick, what it is
 * worth to keep, and its score in card points. */
struct weighed {
    card card;
    int wins, kept, score;
};

/* Weighs these cards, at least one, in suit and grand games. Returns their number. */
int play_weigh(const struct table *t, cards legal, struct weighed weighed[SKAT_BOT_HAND_MAX]);

/* Weighs all of these, with what the trick as it lies adds to them. Returns their number. */
int play_weigh_all(const struct skat_bot_view *view, cards legal, const struct memory *memory,
                   const struct card_points *points, struct weighed weighed[SKAT_BOT_HAND_MAX]);

/* The one with the best score, the lowest of several; `number` is at least 1. */
card play_best(const struct weighed *weighed, int number);

/* The jack that players customarily choose among equally good ones, with no jack of others between
 * them: the highest if a declarer leads, else the lowest. `chosen` itself if it is not a jack. The
 * cards are in `legal`. */
card play_customary_jack(const struct skat_bot_view *view, cards legal, card chosen);

/* Suit and grand games, either side: the card with the best score, and what one rule or another
 * adds to it for this choice. `legal` is not empty. */
card play_card(const struct skat_bot_view *view, cards legal, const struct memory *memory,
               const struct card_points *points);

/* The same, by a player who is off by so many 256ths of a card point when it judges a card (a
 * standard deviation). `deal`: as in errors.h. */
card play_card_carelessly(const struct skat_bot_view *view, cards legal,
                          const struct memory *memory, const struct card_points *points,
                          uint64_t deal, int deviation);

/* Suit and grand games, for a player who has given up: the card that is least likely to win the
 * trick. */
card play_to_lose(const struct skat_bot_view *view, cards legal, const struct memory *memory,
                  const struct card_points *points);

/* Null games and revolution, either side. */
card play_null(const struct skat_bot_view *view, cards legal, const struct memory *memory);

#endif
