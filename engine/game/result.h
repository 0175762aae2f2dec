// SPDX-License-Identifier: MIT
/* engine/game/result.h - the result of a finished game; facts.h has what it depends on, scores.h
 * what each seat scores by it. */
#ifndef SKAT_ENGINE_GAME_RESULT_H
#define SKAT_ENGINE_GAME_RESULT_H

#include "engine/game/state.h"
#include "engine/value.h"

/* The result of a finished game: a pure function of rules, deal and decisions. */
void skat_game_result(const struct skat_game *game, struct skat_result *result);

#endif
