// SPDX-License-Identifier: MIT
/* arena/config/rule_words.h - options of rules as words of a command line: "passed_in=ramsch",
 * "bock.triggers=sixty_sixty,re_said", "value.null=[23,35,46,69]"; or in the short forms that
 * people type: "grand=20", "kontra=re", "bock=true". */
#ifndef ARENA_CONFIG_RULE_WORDS_H
#define ARENA_CONFIG_RULE_WORDS_H

#include "arena/base/json_read.h"
#include "arena/base/command_line.h"

/* Changes the rules of a config, `rules` in its root, by the words: a rule set named there is
 * extended, an object gets these members. Adds errors, each with its word; returns false if there
 * were any. */
bool rule_words_apply(cJSON *root, const struct word_list *words, struct errors *errors);

/* A rule set as text, for all that take a name of one: `name` (NULL: skat) changed by the words, as
 * the JSON of an object. NULL with errors if a word is wrong. The caller frees it with free(). */
char *rule_words_text(const char *name, const struct word_list *words, struct errors *errors);

/* Sets the option of one word in an object of options. `place` is the option of the command line
 * that the word is of, for errors. False with an error. */
bool rule_words_set(cJSON *rules, const char *word, const char *place, struct errors *errors);

enum { SHORT_FORM_SIZE = 80 };
/* Short form number `index` as it is typed, and the word that it stands for: "kontra=re",
 * "kontra.levels=2"; "grand=...", "value.grand=...". False after the last. */
bool rule_words_short_form(int index, char typed[SHORT_FORM_SIZE], char word[SHORT_FORM_SIZE]);

#endif
