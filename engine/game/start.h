// SPDX-License-Identifier: MIT
/* engine/game/start.h - how a deal begins. */
#ifndef SKAT_ENGINE_GAME_START_H
#define SKAT_ENGINE_GAME_START_H

#include "engine/game/state.h"

/* Starts a deal. `rules` must be prepared and must outlive the game; `deal` is of its deck. `terms`
 * come from earlier deals (skat_session_terms); NULL: an ordinary deal. */
void skat_game_start(struct skat_game *game, const struct skat_rules *rules,
                     const struct skat_deal *deal, const struct skat_terms *terms);

#endif
