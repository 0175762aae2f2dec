// SPDX-License-Identifier: MIT
/* arena/positions/known_failures.h - positions that a bot is known to fail: a file with an id a
 * line; empty lines and lines that begin with # are ignored. Committed beside the positions, it
 * shows what a change of the bot gains and loses. */
#ifndef ARENA_POSITIONS_KNOWN_FAILURES_H
#define ARENA_POSITIONS_KNOWN_FAILURES_H

#include <stdio.h>

#include "arena/positions/position_test.h"

/* Prints which positions newly fail and which newly pass. Returns EXIT_OK if none does,
 * EXIT_REJECTED if any does, and EXIT_BAD_FILE with errors if the file cannot be read or names a
 * position that the set does not have. */
int known_failures_compare(const char *path, const struct position_set *set,
                           const struct position_answer *answers, FILE *out, struct errors *errors);

#endif
