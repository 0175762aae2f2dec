// SPDX-License-Identifier: MIT
/* arena/bot/module_description.h - the description of a module, as a probe has written it, and what
 * it says. The module's own code may have written it: nothing in it is trusted before it is
 * checked. */
#ifndef ARENA_BOT_MODULE_DESCRIPTION_H
#define ARENA_BOT_MODULE_DESCRIPTION_H

#include <stdbool.h>

#include "arena/base/json_read.h"
#include "bots/skat_bot.h"

enum {
    DESCRIPTION_MAX = 1 << 16, /* bytes */
    CHOICES_MAX = 64,          /* of an option */
    OPTION_TYPES = SKAT_BOT_OPTION_TEXT + 1
};

/* The words for enum skat_bot_option_type. */
extern const char *const module_option_types[OPTION_TYPES];

/* Reads a description: id, version, author, description, abi, flags, decisions, variants, options,
 * and of an instance that says so `indifferent`, `batch` and `policy`. Every member has the type
 * and range that the readers below and module_settings() rely on. All texts are printable, and
 * single lines, except values of text options; if one was not, MODULE_UNPRINTABLE names the first
 * of them, "options[0].help". `text` is changed. NULL and the reason if it is no description. The
 * caller deletes it. */
#define MODULE_UNPRINTABLE "unprintable"
cJSON *module_description_read(char *text, size_t length, char *reason, size_t size);

/* Puts what an instance says of itself, as described by a probe with settings - the variants that
 * it supports, the rule options that it is indifferent to, how many games it answers in one call,
 * whether it has a policy - in place of what its module says. */
void module_take_claims(cJSON *description, cJSON *started);

/* Whether the described module answers all decisions in `needed` (bits). */
bool module_decides(const cJSON *description, uint64_t needed);
/* Whether it says that this option of a rule set never changes what it decides. */
bool module_is_indifferent(const cJSON *description, const char *option);
/* Whether its instance says how likely its answers are. */
bool module_has_policy(const cJSON *description);
/* The most games that its instance answers in one call; 0: it answers them one by one. */
uint32_t module_batch(const cJSON *description);
bool module_has_flag(const cJSON *description, const char *flag);
/* Whether it was written for a rule variant. */
bool module_knows(const cJSON *description, enum skat_bot_variant variant);

#endif
