// SPDX-License-Identifier: MIT
/* arena/config/rule_words.h - options of rules as words of a command line: "grand_base=20",
 * "kontra.levels=2", "bock.triggers=sixty_sixty,re_said", "grand_ouvert_base=null". */
#ifndef ARENA_CONFIG_RULE_WORDS_H
#define ARENA_CONFIG_RULE_WORDS_H

#include "arena/base/json_read.h"
#include "arena/base/word_list.h"

/* Changes the rules of a config, `rules` in its root, by the words: a rule set named there is
 * extended, an object gets these members. Adds errors, each with its word; returns false if there
 * were any. */
bool rule_words_apply(cJSON *root, const struct word_list *words, struct errors *errors);

/* A rule set as text, for all that take a name of one: `name` (NULL: isko) changed by the words, as
 * the JSON of an object. NULL with errors if a word is wrong. The caller frees it with free(). */
char *rule_words_text(const char *name, const struct word_list *words, struct errors *errors);

#endif
