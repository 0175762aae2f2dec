// SPDX-License-Identifier: MIT
/* arena/config/seed_json.h - a seed as a JSON value: a number below 2^53, or a text in the form of
 * skat_seed_parse() for any seed. */
#ifndef ARENA_CONFIG_SEED_JSON_H
#define ARENA_CONFIG_SEED_JSON_H

#include <cjson/cJSON.h>
#include <stdbool.h>

#include "arena/base/json_read.h"
#include "engine/seed.h"

/* How the deals of a run come from its seed: the manifest's "dealer". */
#define SEED_DEALER "sha256-siphash-pcg64"

/* Reads a seed from a config. Adds an error to value->errors if it is none. */
struct skat_seed seed_json_config(const struct json_value *value);

/* Reads a seed of a file that this program has written. False if it is none. */
bool seed_json_read(const cJSON *node, struct skat_seed *seed);

/* The seed as a number if it is one, else as a text; the caller deletes it. */
cJSON *seed_to_json(const struct skat_seed *seed);
/* Adds that to an object. */
void seed_json_put(cJSON *object, const char *key, const struct skat_seed *seed);

#endif
