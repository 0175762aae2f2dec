// SPDX-License-Identifier: MIT
/* arena/positions/known_failures.h - positions that a bot is known to fail: a file with an id a
 * line; empty lines and lines that begin with # are ignored. Committed beside the positions, it
 * shows what a change of the bot gains and loses. */
#ifndef ARENA_POSITIONS_KNOWN_FAILURES_H
#define ARENA_POSITIONS_KNOWN_FAILURES_H

#include <stdbool.h>
#include <stdio.h>

#include "arena/positions/position_test.h"

/* Reads the file, before the bot is asked: for each position of the set whether it is known to
 * fail. The caller frees the array. NULL with errors if the file cannot be read or names a position
 * that the set does not have. */
bool *known_failures_read(const char *path, const struct position_set *set, struct errors *errors);

/* Prints which positions newly fail and which newly pass. Returns EXIT_OK if none does, and
 * EXIT_REJECTED if any does. */
int known_failures_compare(const bool *known, const struct position_set *set,
                           const struct position_answer *answers, FILE *out);

#endif
