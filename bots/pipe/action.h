// SPDX-License-Identifier: MIT
/* bots/pipe/action.h - actions as JSON: "pass", {"bid": 20}, {"card": "CJ"}, {"declare": "GH"}. */
#ifndef PIPE_ACTION_H
#define PIPE_ACTION_H

#include <cjson/cJSON.h>

#include "bots/pipe/text.h"
#include "bots/skat_bot.h"

/* Writes an answer to `decision`; DECIDE_NOTHING if that is unknown and does not matter. */
void put_action(struct text *text, const char *key, const struct skat_bot_action *action,
                enum skat_bot_decision_kind decision, int ouvert_needs_hand);

/* Reads an answer to `decision`. Returns 0 if it is not an action for this decision; the arena
 * checks whether it is legal. `json` may be NULL. */
int read_action(const cJSON *json, enum skat_bot_decision_kind decision,
                struct skat_bot_action *action);

#endif
