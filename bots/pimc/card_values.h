// SPDX-License-Identifier: MIT
/* bots/pimc/card_values.h - what the cards of a suit game or grand are worth to the player to move,
 * without a search.
 *
 * A linear function of what the player sees (card_features.h), fitted to what playing on after each
 * card brought in games of these players with themselves (fit/README.md). It takes half a
 * microsecond, and plays 6.8 Seeger points a deal better than stammtisch with the same bids
 * (README.md). So games are played out by it, and it says what the sampled worlds start from. */
#ifndef PIMC_CARD_VALUES_H
#define PIMC_CARD_VALUES_H

#include "bots/neural/card_features.h"

/* Weights of the features by context, in 64ths of a thousandth of a game. */
enum { CARD_WEIGHT_UNIT = 64 };
struct card_weights {
    int16_t of[CARD_CONTEXTS][CARD_FEATURES];
};
extern const struct card_weights usual_card_weights;

/* The worth of each card of `legal`, at least one, in thousandths of a game won, more or less than
 * their mean. */
void card_values(const struct card_weights *weights, const struct skat_bot_view *view, cards legal,
                 const struct memory *memory, int values[CARD_CODES]);

/* The card with the highest worth; `legal` is not empty. */
card card_values_best(const struct card_weights *weights, const struct skat_bot_view *view,
                      cards legal, const struct memory *memory);

#endif
