// SPDX-License-Identifier: MIT
/* engine/game/declaring.h - from the end of the auction to the announced game (rules.md 4, 7.6,
 * 7.8): phases GAME and DECLARE, and TURN of Turnéskat. */
#ifndef SKAT_ENGINE_GAME_DECLARING_H
#define SKAT_ENGINE_GAME_DECLARING_H

#include "engine/game/refusal.h"
#include "engine/game/state.h"

/* `declarer` plays alone and announces a game next. */
void skat_declaring_start(struct skat_game *game, unsigned declarer);

void skat_declaring_offer(const struct skat_game *game, struct skat_decision *decision);
enum skat_refusal skat_declaring_answer(struct skat_game *game, const struct skat_action *action);

#endif
