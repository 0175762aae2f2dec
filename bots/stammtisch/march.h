// SPDX-License-Identifier: MIT
/* bots/stammtisch/march.h - a march (all tricks of a ramsch): making one, and stopping one. */
#ifndef STAMMTISCH_MARCH_H
#define STAMMTISCH_MARCH_H

#include "bots/stammtisch/cards.h"
#include "bots/stammtisch/rules.h"

/* If a march should be made or stopped, fills in *chosen and returns 1. */
int march_played(const struct skat_bot_view *view, cards legal, const struct rules *rules,
                 card *chosen);

#endif
