// SPDX-License-Identifier: MIT
/* arena/serve/table_state.h - a deal for the page of a table: what the person may know of it. */
#ifndef ARENA_SERVE_TABLE_STATE_H
#define ARENA_SERVE_TABLE_STATE_H

#include <cjson/cJSON.h>

#include "arena/record/language.h"
#include "engine/game/game.h"

/* {"hands": ["CJSJ...", "", ...]  the cards that lie open to the person, by position
 *  "left": [10, 10, 10]           how many each holds
 *  "skat", "turned"               cards that the person sees of it
 *  "moves": [[1, "18"], ...]      all but cards, as in records, without what others put aside
 *  "trick", "last"                {"leader": 0, "cards": "CJ...", "winner": 1}: the open one and
 *                                 the one before, if there is one
 *  "tricks": [0, 2, 1]            that each has taken
 *  "declarer", "contract", "null", "bid", "turn", "bock", "round"}
 * What is not there is missing. `own`: the person's position; SKAT_NOBODY: one who looks on, and
 * sees no hand. The caller deletes it. */
cJSON *table_state_json(const struct language *language, const struct skat_game *game,
                        unsigned own);

#endif
