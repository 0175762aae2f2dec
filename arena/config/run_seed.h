// SPDX-License-Identifier: MIT
/* arena/config/run_seed.h - the seed of a run: as a JSON value, and drawn by a command to which
 * none is given. */
#ifndef ARENA_CONFIG_RUN_SEED_H
#define ARENA_CONFIG_RUN_SEED_H

#include <cjson/cJSON.h>
#include <stdbool.h>

#include "arena/base/errors.h"
#include "arena/base/json_read.h"
#include "engine/seed.h"

/* ---- as JSON: a number below 2^53, or a text in the form of skat_seed_parse() for any seed ----
 */

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

/* ---- of a command to which none is given ----
 *
 * It is drawn once, so that all configs that the command makes have the same deals. */

/* A drawn seed, in the result folder of a command that --resume continues. */
#define SEED_FILE "seed.json"

/* If it is set, it is taken instead of a drawn one. */
#define SEED_VARIABLE "SKAT_ARENA_SEED"

/* A random number below 2^32, which a person can type; or what the environment says. False with an
 * error if there is none. */
bool drawn_seed_take(struct skat_seed *seed, struct errors *errors);

/* Whether the environment says it: then nothing is drawn. */
bool drawn_seed_is_given(void);

/* Says on standard error which seed was drawn, if one was: for commands that do not name the seed
 * of their deals anyway. */
void drawn_seed_tell(void);

/* Keeps the seed, if one was drawn, in the result folder of a command that --resume continues; with
 * `resume`, takes the one that is kept there. False with errors. */
bool drawn_seed_keep(const char *folder, bool resume, struct errors *errors);

#endif
