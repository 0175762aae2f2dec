/* bots/pimc/announce.h - after the pick-up: which game and which two discards. */
#ifndef PIMC_ANNOUNCE_H
#define PIMC_ANNOUNCE_H

#include "bots/pimc/judge.h"

#include "bots/stammtisch/player.h"

/* Judges the choices that stammtisch's tables rate best in sampled worlds, and replaces *contract
 * and *aside, which are stammtisch's choice, by the best one. `by`: see belief.h. */
void announce(struct judge *judge, const struct player *club, const struct skat_bot_view *view,
              unsigned by, struct skat_bot_contract *contract, cards *aside);

#endif
