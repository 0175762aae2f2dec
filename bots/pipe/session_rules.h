// SPDX-License-Identifier: MIT
/* bots/pipe/session_rules.h - the rules of a session as JSON. */
#ifndef PIPE_SESSION_RULES_H
#define PIPE_SESSION_RULES_H

#include "bots/pipe/text.h"
#include "bots/skat_bot.h"

/* Writes an object with all options, by the names and words of rule-set files (configs/README.md),
 * and what follows from them. */
void put_rules(struct text *text, const char *key, const struct skat_bot_rules *rules);

#endif
