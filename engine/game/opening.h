// SPDX-License-Identifier: MIT
/* engine/game/opening.h - from the announced game to the first lead: concession (phase CONCEDE),
 * then kontra, then the lead (rules.md 4, 7.1). */
#ifndef SKAT_ENGINE_GAME_OPENING_H
#define SKAT_ENGINE_GAME_OPENING_H

#include "engine/game/refusal.h"
#include "engine/game/state.h"

/* Sets the contract; `leader` leads to the first trick. */
void skat_announce(struct skat_game *game, struct skat_contract contract, unsigned leader);

/* Asks for the first decision of the announced game. */
void skat_open(struct skat_game *game);

/* The declarer, asked whether to concede, plays on. */
enum skat_refusal skat_concede_answer(struct skat_game *game, const struct skat_action *action);

#endif
