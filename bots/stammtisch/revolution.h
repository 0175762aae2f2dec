/* bots/stammtisch/revolution.h - null ouvert hand against exchanged cards. */
#ifndef STAMMTISCH_REVOLUTION_H
#define STAMMTISCH_REVOLUTION_H

#include "bots/stammtisch/cards.h"
#include "bots/stammtisch/rules.h"

enum { REVOLUTION_VALUE = 92 };

/* Can these ten cards not be caught, however the defenders share the others? */
int revolution_safe(const struct rules *rules, cards hand, int forehand);

/* The seven that can be led with ten such cards: of a suit of which the others cannot put all they
 * have aside, and that stays safe without it. SKAT_BOT_NO_CARD when there is none. */
card revolution_lead(cards hand);

/* A defender's ten cards out of `pool`, against the cards that lie open. */
cards revolution_exchange(const struct skat_bot_view *view, cards pool);

#endif
