// SPDX-License-Identifier: MIT
/* arena/sandbox/own_mappings.h - what is mapped in this process, as /proc/self/maps says. */
#ifndef ARENA_SANDBOX_OWN_MAPPINGS_H
#define ARENA_SANDBOX_OWN_MAPPINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MAPPING_NAME = 256 };

struct own_mapping {
    uintptr_t begin, end;
    int protection;          /* PROT_READ | ... */
    bool shared;             /* MAP_SHARED */
    bool file;               /* of a file, not anonymous */
    char name[MAPPING_NAME]; /* the begin of the file's path, [heap] or the like, or "" */
};

/* A descriptor for own_mappings_read(), which also works where no file can be opened any more; the
 * caller closes it. -1 and errno on failure. */
int own_mappings_open(void);

/* All mappings in the order of their addresses; the caller frees them with free(). NULL and errno
 * on failure. */
struct own_mapping *own_mappings_read(int descriptor, size_t *count);

/* Puts memory that cannot be read in the place of what is mapped. False and errno on failure. */
bool own_mappings_empty(const struct own_mapping *mapping);

#endif
