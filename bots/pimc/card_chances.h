// SPDX-License-Identifier: MIT
/* bots/pimc/card_chances.h - which card a player is likely to play in a suit game or grand.
 *
 * A multinomial logit: the odds of a card are a linear function of what the player sees
 * (card_features.h), fitted to the cards that this bot played in games with itself (fit/README.md).
 * Chances are doubles that are only added, multiplied and divided: they are the same everywhere. */
#ifndef PIMC_CARD_CHANCES_H
#define PIMC_CARD_CHANCES_H

#include "bots/pimc/card_values.h"

/* The weights of the features are in units of the logarithm of the odds. */
enum { CARD_ODDS_UNIT = 4096 };
extern const struct card_weights usual_card_odds;

/* The cards among which a player chooses; of equal ones, one (play_distinct()). */
struct card_choices {
    int context, number;
    int most_worth,
        clubs; /* which is worth most (card_values.h), and which stammtisch would play */
    cards hand;
    struct weighed weighed[SKAT_BOT_HAND_MAX]; /* by worth: `score` is that */
    int16_t features[SKAT_BOT_HAND_MAX][CARD_FEATURES];
};

/* Looks at the cards of `legal`, at least one, of the player to move; view->hand is that player's.
 */
void card_choices_look(struct card_choices *choices, const struct skat_bot_view *view, cards legal,
                       const struct memory *memory);

/* The choice that stands for a card of `legal`. */
int card_choices_of(const struct card_choices *choices, card c);

/* How likely this choice is by the weights. */
double card_chance(const struct card_weights *odds, const struct card_choices *choices, int chosen);

#endif
