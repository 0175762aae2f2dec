// SPDX-License-Identifier: MIT
/* bots/pimc/announce.h - after the pick-up: which game and which two discards. */
#ifndef PIMC_ANNOUNCE_H
#define PIMC_ANNOUNCE_H

#include "bots/pimc/judge.h"

#include "bots/pimc/belief.h"
#include "bots/neural/announcement.h"

enum { ANNOUNCE_WORLDS = 256 }; /* the most that can be played out */

/* Plays out the choices that are expected to be best in up to `worlds` sampled worlds, and replaces
 * *contract and *aside, which are stammtisch's choice, by the best one. What is expected of suit
 * games and grands comes from the network; from stammtisch's tables if that is NULL, as in null. */
void announce_game(struct judge *judge, const struct belief *belief,
                   const struct skat_bot_view *view, int worlds, const struct hand_network *net,
                   struct skat_bot_contract *contract, cards *aside);

#endif
