// SPDX-License-Identifier: MIT
/* bots/pimc/card_weights.c - the weights of card_values.h and card_chances.h: fit/README.md says
 * how they come about. */
#include "bots/learned.h"

LEARNED("usual_card_weights", "bots/pimc/card_values.weights");
LEARNED("usual_card_odds", "bots/pimc/card_odds.weights");
