/* bots/pipe/rules.h - the rules of a session as JSON. */
#ifndef PIPE_RULES_H
#define PIPE_RULES_H

#include "bots/pipe/text.h"
#include "bots/skat_bot.h"

/* Writes an object with the names and words of rule-set files (configs/README.md) plus ladder. */
void put_rules(struct text *text, const char *key, const struct skat_bot_rules *rules);

#endif
