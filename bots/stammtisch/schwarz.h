// SPDX-License-Identifier: MIT
/* bots/stammtisch/schwarz.h - schwarz by hand: announcing it where every trick is certain, and
 * playing so that it is. */
#ifndef STAMMTISCH_SCHWARZ_H
#define STAMMTISCH_SCHWARZ_H

#include "bots/stammtisch/cards.h"
#include "bots/stammtisch/rules.h"

/* Does declarer take every trick of a suit game or grand by hand with these ten cards, however the
 * others lie? `leads`: plays to the first trick first. Jacks and the suit are trumps. */
int schwarz_certain(int game, cards ten, int leads);

/* Is there such a game among the hand games that may be announced with schwarz? Then fills in
 * *contract with the one that counts most: open, since open cards lose nothing, unless the rules
 * have it that an open game does not count as schwarz. */
int schwarz_game(const struct rules *rules, const struct skat_bot_view *view,
                 const struct skat_bot_decision *decision, struct skat_bot_contract *contract);

/* The cards of `legal` that keep it certain: declarer of an announced schwarz leads trumps as long
 * as any may be out. */
cards schwarz_leads(const struct skat_bot_view *view, cards legal);

#endif
