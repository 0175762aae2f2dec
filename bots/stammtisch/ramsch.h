// SPDX-License-Identifier: MIT
/* bots/stammtisch/ramsch.h - ramsch: everybody plays alone for the fewest points.
 *
 * Each legal card is scored by its probable cost: the trick, if this player wins it; the next lead
 * that comes with it; and the danger of the remaining hand. */
#ifndef STAMMTISCH_RAMSCH_H
#define STAMMTISCH_RAMSCH_H

#include "bots/stammtisch/memory.h"
#include "bots/stammtisch/rules.h"

card ramsch_play(const struct skat_bot_view *view, cards legal, const struct memory *memory,
                 const struct rules *rules);

#endif
