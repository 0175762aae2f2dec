/* bots/stammtisch/schieben.h - ramsch before a card is played: what will a hand lose, and which
 * cards go on. */
#ifndef STAMMTISCH_SCHIEBEN_H
#define STAMMTISCH_SCHIEBEN_H

#include "bots/stammtisch/cards.h"
#include "bots/stammtisch/rules.h"

/* Points that ten cards lose in a ramsch, on average. */
int schieben_expected_loss(cards hand);

/* What passing costs against the others, when ramsch follows: their loss is this player's gain. */
int schieben_cost(cards hand);

/* Take the skat, or pass it on unseen? */
int schieben_takes(const struct skat_bot_view *view);

/* So many of `allowed` to pass on. */
cards schieben_passed_on(const struct skat_bot_view *view, cards allowed, int number);

#endif
