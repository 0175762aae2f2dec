// SPDX-License-Identifier: MIT
/* engine/json/rules_json.h - rule sets as JSON: an object whose members are the options of
 * docs/rules.md.
 *
 *     {"extends": "skat", "passed_in": "ramsch", "kontra": {"levels": 2, "when": "first_trick"}}
 *
 * This is the only folder of libskat that allocates: cJSON (libcjson) does. No files are read; who
 * has rule sets in files says how a name is looked up. */
#ifndef SKAT_ENGINE_JSON_RULES_JSON_H
#define SKAT_ENGINE_JSON_RULES_JSON_H

#include <cjson/cJSON.h>

#include "engine/rules.h"

/* How the caller of skat_rules_read() hears of what is wrong, and where names of rule sets lead. */
struct skat_rules_reading {
    void *context; /* first argument of the functions */
    /* "extends" names a rule set: sets *rules to it, or reports that itself and returns false.
     * NULL: only "skat" and "isko" are known, every option's default and the official rules. */
    bool (*extend)(void *context, const char *name, struct skat_rules *rules);
    /* The value at `path`, "kontra.when" or "value.null[2]", is not what is allowed: `allowed` in
     * words. */
    void (*wrong)(void *context, const char *path, const cJSON *value, const char *allowed);
    /* The object at `path`, "" for the rule set itself, has a key that is none of those `keys`, or
     * has it twice. */
    void (*unknown)(void *context, const char *path, const char *key, const char *const keys[],
                    size_t count);
    void (*twice)(void *context, const char *path, const char *key);
    /* Says in one sentence what else is wrong with the value at `path`. */
    void (*conflict)(void *context, const char *path, const char *sentence);
};

/* Changes *rules by the options of `object`; with "extends", that set replaces all of them first.
 * "description" and "description_de", the same in German, are texts that are not read. The rule set
 * is not prepared. Returns false if anything was reported; *rules is then not to be used. */
bool skat_rules_read(struct skat_rules *rules, const cJSON *object,
                     const struct skat_rules_reading *reading);

/* Sets one option; `path` is where `value` stands. Returns as skat_rules_read(). */
bool skat_rules_read_option(struct skat_rules *rules, const struct skat_rule_option *option,
                            const cJSON *value, const char *path,
                            const struct skat_rules_reading *reading);

/* The rule set of a JSON text of `length` bytes, prepared: all that those need who have the text
 * and nothing else. "extends" can only be "skat" or "isko". On failure returns false with the first
 * reason in *error. */
bool skat_rules_parse(struct skat_rules *rules, const char *text, size_t length,
                      struct skat_error *error);

/* All options that the game has with their values, in the order of skat_rule_options. The caller
 * frees it with cJSON_Delete(). */
cJSON *skat_rules_to_json(const struct skat_rules *rules);
/* The value of one option; the caller frees it with cJSON_Delete(). */
cJSON *skat_rules_option_to_json(const struct skat_rules *rules,
                                 const struct skat_rule_option *option);

#endif
