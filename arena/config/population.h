// SPDX-License-Identifier: MIT
/* arena/config/population.h - who sits at the table, as a file of its own: configs/populations. */
#ifndef ARENA_CONFIG_POPULATION_H
#define ARENA_CONFIG_POPULATION_H

#include <cjson/cJSON.h>
#include <stdbool.h>

#include "arena/base/errors.h"

/* Puts `bots` and `seats` of the population into a config's root, in place of its own. `name` is
 * that of a file in configs/populations, or a path; relative ones start from the current folder.
 * `place` is the place of errors. A config that compares two of its own bots has no use for others:
 * an error. */
bool population_seat(cJSON *root, const char *name, const char *place, struct errors *errors);

/* The description of a population, which the caller frees; NULL if the file cannot be read. */
char *population_description(const char *name);

#endif
