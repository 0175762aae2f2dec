// SPDX-License-Identifier: MIT
/* arena/base/guarded.h - reads what a stranger may have overwritten. */
#ifndef ARENA_BASE_GUARDED_H
#define ARENA_BASE_GUARDED_H

#include <stdbool.h>
#include <stddef.h>

/* Calls describe(of, text, size) in a child with the same memory, and stores what it has written to
 * `text`, a text of less than `size` bytes. False, and an empty text, if that crashed or took
 * longer than a second. */
bool guarded_text(void (*describe)(const void *of, char *text, size_t size), const void *of,
                  char *text, size_t size);

#endif
