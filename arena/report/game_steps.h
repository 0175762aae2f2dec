// SPDX-License-Identifier: MIT
/* arena/report/game_steps.h - a game as JSON, for the report's page to show step by step. */
#ifndef ARENA_REPORT_GAME_STEPS_H
#define ARENA_REPORT_GAME_STEPS_H

#include "arena/record/game_json.h"
#include "arena/record/language.h"
#include "engine/solver/solver.h"

/* Deal, auction, talk, tricks and result, in that language, in the form that page/cards.js expects,
 * with the game analysis from its line of analysis.jsonl, if any (NULL: none). The caller deletes
 * it. */
cJSON *game_json(const struct game_json *line, const struct language *language,
                 const cJSON *analysis);

/* Adds to a game made so, if it was analysed, "better": the cards that would have lost nothing, by
 * the number of the card that did. The solver is used for this game from now on. */
void game_json_add_better(cJSON *object, const struct skat_game *game, struct skat_solver *solver);

#endif
