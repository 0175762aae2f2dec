/* bots/stammtisch/march.h - ramsch with all tricks: going for it, and stopping one who does. */
#ifndef STAMMTISCH_MARCH_H
#define STAMMTISCH_MARCH_H

#include "bots/stammtisch/cards.h"
#include "bots/stammtisch/rules.h"

/* When a march is the thing to make or to stop: fills *chosen and returns 1. */
int march_played(const struct skat_bot_view *view, cards legal, const struct rules *rules,
                 card *chosen);

#endif
