// SPDX-License-Identifier: MIT
/* arena/base/system_random.h - numbers that nobody knows before, from the system. */
#ifndef ARENA_BASE_SYSTEM_RANDOM_H
#define ARENA_BASE_SYSTEM_RANDOM_H

#include <stdbool.h>
#include <stddef.h>

/* Fills at most 256 bytes. Signals do not interrupt it. False, and errno, if the system has none.
 */
bool system_random(void *bytes, size_t size);

#endif
