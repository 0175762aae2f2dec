// SPDX-License-Identifier: MIT
/* arena/base/printed.h - the output of a process of strangers: how much it is, its beginning and
 * end. */
#ifndef ARENA_BASE_PRINTED_H
#define ARENA_BASE_PRINTED_H

#include <stddef.h>
#include <stdint.h>

/* Zero-initialise. */
struct printed {
    uint64_t bytes;
    char head[64], tail[512]; /* texts */
};

/* Adds what can be read from a descriptor that does not block, or a part of it if it is endless. */
void printed_drain(struct printed *printed, int from);

/* The last non-empty line of the tail, cut to `size`, without control characters; "" if there is
 * none. Returns `line`. */
const char *printed_last_line(const struct printed *printed, char *line, size_t size);

#endif
