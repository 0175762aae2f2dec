// SPDX-License-Identifier: MIT
/* bots/stammtisch/duties.h - Räuberskat: which game type to choose with five cards. */
#ifndef STAMMTISCH_DUTIES_H
#define STAMMTISCH_DUTIES_H

#include "bots/stammtisch/bidding.h"

enum { DUTIES = 4 }; /* SKAT_BOT_DUTY_SUIT ... */

/* The average worth of each game type over all hands, in thousandths of a point. */
void duties_usual(const struct rules *rules, int usual[DUTIES]);

/* The one of `allowed` whose worth with these five cards most exceeds its usual worth, since the
 * other game types are played with other cards. */
int duties_choice(const struct rules *rules, const int usual[DUTIES], cards five, unsigned allowed);

#endif
