// SPDX-License-Identifier: MIT
/* arena/serve/table_question.h - a decision for the page of a table: what may be answered. The page
 * knows no rule: it offers what is here, and sends back what the answer says. */
#ifndef ARENA_SERVE_TABLE_QUESTION_H
#define ARENA_SERVE_TABLE_QUESTION_H

#include <cjson/cJSON.h>

#include "arena/record/language.h"
#include "engine/game/game.h"

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
