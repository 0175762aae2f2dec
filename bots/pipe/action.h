// SPDX-License-Identifier: MIT
/* bots/pipe/action.h - actions as JSON: "pass", {"bid": 20}, {"hold": 20}, {"card": "CJ"},
 * {"declare": "GH"}. */
#ifndef PIPE_ACTION_H
#define PIPE_ACTION_H

#include <cjson/cJSON.h>

#include "bots/pipe/text.h"
#include "bots/skat_bot.h"

/* Writes what an event says was done, and what was held. */
void put_event(struct text *text, const struct skat_bot_event *event,
               const struct skat_bot_rules *rules);

/* Reads an answer to `decision`. Returns 0 if it is not an action for this decision, or holds
 * something else than what is to be held; the arena checks whether it is legal. `json` may be NULL.
 */
int read_action(const cJSON *json, enum skat_bot_decision_kind decision,
                const struct skat_bot_view *view, struct skat_bot_action *action);

#endif
