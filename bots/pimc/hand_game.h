// SPDX-License-Identifier: MIT
/* bots/pimc/hand_game.h - after the auction: to play hand, or to pick up. */
#ifndef PIMC_HAND_GAME_H
#define PIMC_HAND_GAME_H

#include "bots/pimc/judge.h"

#include "bots/pimc/belief.h"

enum { HAND_GAME_WORLDS = 200 }; /* the most that can be played out */

/* Plays out suit games, grands and null by hand, and after the pick-up, in up to `worlds` sampled
 * worlds. Is one by hand clearly better? Then fills in *contract. Announces neither schneider nor
 * schwarz. */
int hand_game(struct judge *judge, const struct belief *belief, const struct skat_bot_view *view,
              int worlds, struct skat_bot_contract *contract);

/* Plays such a game out in up to `worlds` sampled worlds. Returns `contract`, with schneider and
 * schwarz announced if so many of a thousand worlds made them. */
struct skat_bot_contract hand_game_announced(struct judge *judge, const struct belief *belief,
                                             const struct skat_bot_view *view, int worlds,
                                             int needed, struct skat_bot_contract contract);

#endif
