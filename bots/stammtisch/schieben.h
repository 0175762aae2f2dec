// SPDX-License-Identifier: MIT
/* bots/stammtisch/schieben.h - ramsch before the first card: the expected loss of a hand, and which
 * cards to pass on. */
#ifndef STAMMTISCH_SCHIEBEN_H
#define STAMMTISCH_SCHIEBEN_H

#include "bots/stammtisch/cards.h"
#include "bots/stammtisch/rules.h"

/* The average loss of ten cards in ramsch, in points. */
int schieben_expected_loss(cards hand);

/* The cost of passing if ramsch follows, relative to the others: their loss is a gain. */
int schieben_cost(cards hand);

/* Knock, which doubles what the ramsch costs? */
int schieben_knocks(cards hand);

/* Take the skat, or pass it on unseen? */
int schieben_takes(const struct skat_bot_view *view);

/* Which `number` cards of `allowed` to pass on. */
cards schieben_passed_on(const struct skat_bot_view *view, cards allowed, int number);

#endif
