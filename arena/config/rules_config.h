// SPDX-License-Identifier: MIT
/* arena/config/rules_config.h - the rule set of a config: the name of a file in configs/rules/, or
 * an object of options; and its options as words of a command line. What is wrong with it becomes
 * an error with its place. */
#ifndef ARENA_CONFIG_RULES_CONFIG_H
#define ARENA_CONFIG_RULES_CONFIG_H

#include <cjson/cJSON.h>

#include "arena/base/json_read.h"
#include "arena/base/command_line.h"
#include "engine/rules.h"

/* Reads a rule set from a config value: a name ("isko"), or an object of options that may name the
 * set it changes with "extends". Missing options have their official values. Names are looked up as
 * NAME.json in `folder`/rules, where `folder` is that of the config, then in configs/rules, then in
 * `folder`; names that a rule-set file extends, first next to that file. The rule set is not yet
 * prepared: a config may still override seats and deals. Adds errors to value->errors; returns
 * false if there were any. */
bool rules_config_read(struct skat_rules *rules, const struct json_value *value,
                       const char *folder);

/* The same for the path of a rule-set file, for a name, or for the text of an object. */
bool rules_config_load(struct skat_rules *rules, const char *name_or_path, struct errors *errors);

/* The same, and prepares the rule set. */
bool rules_config_load_prepared(struct skat_rules *rules, const char *name_or_path,
                                struct errors *errors);

/* Changes a rule set by an object of options. With "extends", looked up as above, that set replaces
 * all previous options of *rules. The result is not prepared either. */
bool rules_config_change(struct skat_rules *rules, const struct json_value *object,
                         const char *folder);

/* Reads the value of one option. */
void rules_config_read_option(struct skat_rules *rules, const struct json_value *value,
                              const struct skat_rule_option *option);

/* The options in which two rule sets differ: {"option": [value in base, value in rules], ...}, in
 * the order of docs/rules.md. The caller deletes it. */
cJSON *rules_config_changes(const struct skat_rules *base, const struct skat_rules *rules);

/* The description in a rule-set file, which the caller frees, or NULL; with `german` that in
 * German, if it has one. */
char *rules_config_description(const char *path, bool german);

/* ---- options as words of a command line ----
 *
 * "passed_in=ramsch", "bock.triggers=sixty_sixty,re_said", "value.null=[23,35,46,69]"; or in the
 * short forms that people type: "grand=20", "kontra=re", "bock=true". */

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

/* ---- options as documents, made from the table of options in engine/rules.c ---- */

/* The tables of options and of their short forms in Markdown. The caller frees the text. */
char *rules_reference_markdown(void);
/* A JSON Schema of an object of all options, as manifests have them. The caller deletes it. */
cJSON *rules_reference_schema(void);

#endif
