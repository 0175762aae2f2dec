// SPDX-License-Identifier: MIT
/* engine/game/offer.h - Herzblatt: each player in turn may play alone (rules.md 10.6).
 *
 * Phase OFFER. The first player to say yes is the declarer, without
 * a bid. If nobody does, the deal is passed in. */
#ifndef SKAT_ENGINE_GAME_OFFER_H
#define SKAT_ENGINE_GAME_OFFER_H

#include "engine/game/refusal.h"
#include "engine/game/state.h"

/* Begins a deal: forehand is asked first. */
void skat_offer_begin(struct skat_game *game);

/* The player being asked plays alone, or passes. */
enum skat_refusal skat_offer_answer(struct skat_game *game, const struct skat_action *action);

#endif
