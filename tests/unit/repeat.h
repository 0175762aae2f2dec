// SPDX-License-Identifier: MIT
/* tests/unit/repeat.h - how often a test repeats what it draws at random. */
#ifndef SKAT_TESTS_REPEAT_H
#define SKAT_TESTS_REPEAT_H

#include <stdlib.h>
#include <string.h>

/* `full` repetitions when the environment has FULL=1, else as many as tell a regression in the
 * seconds that a developer waits. The assertions are the same for both. */
static inline int full_or(int full, int usual)
{
    const char *value = getenv("FULL");
    return value && strcmp(value, "1") == 0 ? full : usual;
}

#endif
