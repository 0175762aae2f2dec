// SPDX-License-Identifier: MIT
/* bots/stammtisch/ramsch.h - ramsch: everybody plays alone for the fewest points.
 *
 * Each legal card is scored by its probable cost: the trick, if this player wins it; the next lead
 * that comes with it; and the danger of the remaining hand. */
#ifndef STAMMTISCH_RAMSCH_H
#define STAMMTISCH_RAMSCH_H

#include "bots/stammtisch/cards.h"
#include "bots/stammtisch/stakes.h"

/* ---- before the first card ---- */

/* The cost of passing if ramsch follows, relative to the others: their loss is a gain. */
int schieben_cost(cards hand);

/* Knock, which doubles what the ramsch costs? */
int schieben_knocks(cards hand);

/* Take the skat, or pass it on unseen? */
int schieben_takes(const struct skat_bot_view *view);

/* Which `number` cards of `allowed` to pass on. */
cards schieben_passed_on(const struct skat_bot_view *view, cards allowed, int number);

/* ---- card play ---- */

/* The card to play, for any player. */
card ramsch_play(const struct skat_bot_view *view, cards legal, const struct memory *memory,
                 const struct rules *rules);

#endif
