/* bots/pimc/announce.h - after the pick-up: which game, and which two cards to put aside. */
#ifndef PIMC_ANNOUNCE_H
#define PIMC_ANNOUNCE_H

#include "bots/pimc/judge.h"

#include "bots/stammtisch/player.h"

/* Judges what stammtisch's tables think best in worlds that are drawn, and replaces *contract and *aside,
 * which are what that player would announce, by the best. `by`: see belief.h. */
void announce(struct judge *judge, const struct player *club, const struct skat_bot_view *view,
              unsigned by, struct skat_bot_contract *contract, cards *aside);

#endif
