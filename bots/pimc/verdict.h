// SPDX-License-Identifier: MIT
/* bots/pimc/verdict.h - compares the playable cards over the worlds in which they were judged. */
#ifndef PIMC_VERDICT_H
#define PIMC_VERDICT_H

#include "engine/card.h"

#include "bots/stammtisch/cards.h"

/* How much more a card that wins the game is worth than one that loses it. */
enum { WON = 1000 };

/* Utilities are those of the deciding player: higher is better. */
struct verdict {
    int worlds; /* worlds judged; 0: nothing is known */
    int number;
    card open[SKAT_BOT_HAND_MAX];        /* cards not yet ruled out as worse than another */
    int64_t utility[SKAT_BOT_HAND_MAX];  /* of each open card, summed over the worlds */
    int64_t expected[SKAT_BOT_HAND_MAX]; /* how much of that is what was expected of it */
    int lost[SKAT_BOT_HAND_MAX];         /* worlds in which it was worth less than a won game */
    /* The squared differences of each two of them, summed over the worlds. */
    int64_t apart[SKAT_BOT_HAND_MAX][SKAT_BOT_HAND_MAX];
};

void verdict_begin(struct verdict *verdict, cards legal);

/* Before the first world: what is expected of the cards, in the units of utilities. Counts as much
 * as so many worlds. */
void verdict_expect(struct verdict *verdict, const int worth[SKAT_CARD_CODES], int worlds);

/* The cards to judge in more worlds. */
cards verdict_open(const struct verdict *verdict);

/* Adds a world, with the utility of each open card. */
void verdict_add(struct verdict *verdict, const int utility[SKAT_CARD_CODES]);

/* Adds what other worlds said of the same open cards: the mean over the worlds so far counts in
 * proportion to `own_parts`, the mean over those to `other_parts`. Ends the sampling: no world can
 * be added afterwards. Needs at least one world of each. */
void verdict_join(struct verdict *verdict, int own_parts, const struct verdict *other,
                  int other_parts);

/* Rules out the cards that are significantly worse than the best. Returns whether the decision is
 * clear: one card is left, or all have been equally good. */
int verdict_narrow(struct verdict *verdict);

/* If `customary` (or SKAT_BOT_NO_CARD) won the game in all worlds, of which there must be enough,
 * and was hardly worse than any other, whatever was expected of them: rules out all others and
 * returns 1. */
int verdict_settle(struct verdict *verdict, card customary);

/* The card with the best utility; `preferred` if it is as good. Needs at least one world. */
card verdict_card(const struct verdict *verdict, card preferred);

#endif
