// SPDX-License-Identifier: MIT
/* engine/game/herzblatt.h - Herzblatt: each player in turn may play alone (rules.md 10.6).
 *
 * Phase OFFER. The first player to say yes is the declarer, without a bid. If nobody does,
 * the deal is passed in. */
#ifndef SKAT_ENGINE_GAME_HERZBLATT_H
#define SKAT_ENGINE_GAME_HERZBLATT_H

#include "engine/game/refusal.h"
#include "engine/game/state.h"

/* Begins a deal: forehand is asked first. */
void skat_herzblatt_begin(struct skat_game *game);

/* The player being asked plays alone, or passes. */
enum skat_refusal skat_herzblatt_answer(struct skat_game *game, const struct skat_action *action);

#endif
