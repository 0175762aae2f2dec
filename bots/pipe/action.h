/* bots/pipe/action.h - actions as JSON: "pass", {"bid": 20}, {"card": "CJ"}, {"declare": "GH"}. */
#ifndef PIPE_ACTION_H
#define PIPE_ACTION_H

#include <cjson/cJSON.h>

#include "bots/pipe/text.h"
#include "bots/skat_bot.h"

/* As `decision` is answered; DECIDE_NOTHING where that is not known and does not matter. */
void put_action(struct text *text, const char *key, const struct skat_bot_action *action,
                enum skat_bot_decision_kind decision, int ouvert_needs_hand);

/* Reads an answer to `decision`. Returns 0 when it is no action that this question knows; whether it
 * is legal is the arena's to say. `json` may be NULL. */
int read_action(const cJSON *json, enum skat_bot_decision_kind decision,
                struct skat_bot_action *action);

#endif
