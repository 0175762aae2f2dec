// SPDX-License-Identifier: MIT
/* engine/game/ace.h - Ass: the holder of the named ace plays alone (rules.md 10.4).
 *
 * Nobody bids. The ace (option `ass.ace` of the rule set) is the highest trump, whatever suit its
 * holder makes trumps: skat_rules_ranking(). If it is in the skat, the deal is passed in. */
#ifndef SKAT_ENGINE_GAME_ACE_H
#define SKAT_ENGINE_GAME_ACE_H

#include "engine/game/state.h"

/* Begins a deal. */
void skat_ace_begin(struct skat_game *game);

#endif
