/* bots/stammtisch/duties.h - Räuberskat: which kind of game to play, by five cards. */
#ifndef STAMMTISCH_DUTIES_H
#define STAMMTISCH_DUTIES_H

#include "bots/stammtisch/bidding.h"

enum { DUTIES = 4 }; /* SKAT_BOT_DUTY_SUIT ... */

/* What each kind is worth on average over all hands, in thousandths of a point. */
void duties_usual(const struct rules *rules, int usual[DUTIES]);

/* The one of `allowed` that these five cards speak for most: what it is worth with them beyond what it is
 * worth usually, since the others come with other cards. */
int duties_choice(const struct rules *rules, const int usual[DUTIES], cards five, unsigned allowed);

#endif
