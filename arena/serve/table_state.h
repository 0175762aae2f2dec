// SPDX-License-Identifier: MIT
/* arena/serve/table_state.h - a deal for the page of a table: what the person may know of it, and
 * what may be answered. The page knows no rule: it offers what is here, and sends back what the
 * answer says. */
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

/* {"text": "Which card?",
 *  "choices": [{"say": "pass", "label": "Pass"}, ...]  answers by themselves
 *  "bids": ["18", "20", ...]                           likewise, and there may be many
 *  "contracts": [{"say": "GH", "label": "grand hand"}, ...]
 *                        answers by themselves or, where "count" is set, with so many of "cards"
 *  "cards": "CJSJ...",                                  each one an answer, or `count` of them
 *  "count": 2}
 * What is not offered is missing. The caller deletes it. */
cJSON *table_question_json(const struct language *language, const struct skat_game *game,
                           const struct skat_decision *decision);

#endif
