// SPDX-License-Identifier: MIT
/* arena/config/drawn_seed.h - the seed of a command to which none is given. It is drawn once, so
 * that all configs that the command makes have the same deals. */
#ifndef ARENA_CONFIG_DRAWN_SEED_H
#define ARENA_CONFIG_DRAWN_SEED_H

#include "arena/base/errors.h"
#include "engine/seed.h"

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
