// SPDX-License-Identifier: MIT
/* engine/game/concession.h - when the declarer may give up (rules.md 4). */
#ifndef SKAT_ENGINE_GAME_CONCESSION_H
#define SKAT_ENGINE_GAME_CONCESSION_H

#include "engine/game/refusal.h"
#include "engine/game/state.h"

/* May the declarer concede now, asked or not? */
bool skat_may_concede(const struct skat_game *game);

/* The player at `position` concedes. */
enum skat_refusal skat_concede(struct skat_game *game, unsigned position);

#endif
