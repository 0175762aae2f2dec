/* bots/stammtisch/ramsch.h - ramsch: everybody alone, and the fewest points.
 *
 * Each legal card is scored by what it will probably cost: the trick, if it is this player's; the
 * lead that comes with it; and what stays behind in the hand. */
#ifndef STAMMTISCH_RAMSCH_H
#define STAMMTISCH_RAMSCH_H

#include "bots/stammtisch/memory.h"
#include "bots/stammtisch/rules.h"

card ramsch_play(const struct skat_bot_view *view, cards legal, const struct memory *memory,
                 const struct rules *rules);

#endif
