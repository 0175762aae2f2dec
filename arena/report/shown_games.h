// SPDX-License-Identifier: MIT
/* arena/report/shown_games.h - the games of a run that its page shows card by card. */
#ifndef ARENA_REPORT_SHOWN_GAMES_H
#define ARENA_REPORT_SHOWN_GAMES_H

#include <cjson/cJSON.h>

#include "arena/log/log_reader.h"
#include "arena/record/language.h"

/* Adds to `run`, reading the log from its beginning:
 *   "swings"  the deals of the summary's comparison (largest swings, first differences) and of
 *             `picks` (game_picks.h): {"swing": the deal, "kind", "games"}
 *   "faults"  the first games that ended by a fault, or that `fault_games` (an array of numbers, or
 *             NULL) names
 * Games are as game_json() has them, in that language. `summary` and `picks` may be NULL. */
void shown_games_add(cJSON *run, struct log_reader *log, const struct language *language,
                     const cJSON *summary, const cJSON *picks, const cJSON *fault_games,
                     struct errors *errors);

#endif
