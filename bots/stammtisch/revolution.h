// SPDX-License-Identifier: MIT
/* bots/stammtisch/revolution.h - revolution: null ouvert hand; the defenders exchange cards. */
#ifndef STAMMTISCH_REVOLUTION_H
#define STAMMTISCH_REVOLUTION_H

#include "bots/stammtisch/cards.h"
#include "bots/stammtisch/rules.h"

enum { REVOLUTION_VALUE = 92 };

/* Are these ten cards safe, however the defenders share the other cards? */
int revolution_safe(const struct rules *rules, cards hand, int forehand);

/* A seven that can be led from ten such cards: in a suit that the defenders cannot discard
 * completely and that stays safe without it. SKAT_BOT_NO_CARD if there is none. */
card revolution_lead(cards hand);

/* A defender's ten cards from `pool`, against the declarer's open cards. */
cards revolution_exchange(const struct skat_bot_view *view, cards pool);

#endif
