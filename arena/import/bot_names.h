// SPDX-License-Identifier: MIT
/* arena/import/bot_names.h - numbers for the names of bots and players, in the order in which they
 * first appear. */
#ifndef ARENA_IMPORT_BOT_NAMES_H
#define ARENA_IMPORT_BOT_NAMES_H

#include <cjson/cJSON.h>

#include "arena/base/hash_index.h"

struct bot_names {
    char **names;
    struct hash_index by_name;
};

/* Empty; the owner calls bot_names_free(). */
void bot_names_start(struct bot_names *names);
void bot_names_free(struct bot_names *names);

/* The number of a name, from 0; a name that was not there gets the next one, and is copied. */
uint32_t bot_names_number(struct bot_names *names, const char *name);

/* All names in the order of their numbers, as an array of strings, which the caller deletes. */
cJSON *bot_names_json(const struct bot_names *names);

#endif
