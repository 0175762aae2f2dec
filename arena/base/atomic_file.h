/* arena/base/atomic_file.h - writes a file atomically: to a temporary file next to it, which is
 * renamed over it when complete. */
#ifndef ARENA_BASE_ATOMIC_FILE_H
#define ARENA_BASE_ATOMIC_FILE_H

#include <stdbool.h>
#include <stdio.h>

#include "arena/base/errors.h"

struct atomic_file {
    FILE *file; /* to write to */
    const char *path;
    char *beside; /* NULL: written in place */
};

/* Whether a file can be written there now; false with an error. Checked before a long run. */
bool atomic_file_possible(const char *path, struct errors *errors);

/* Begins a file at `path`, which must outlive it. An existing file that is not regular (a device, a
 * pipe, a link) is written in place. False if it cannot be opened; atomic_file_end() says why. */
bool atomic_file_begin(struct atomic_file *save, const char *path);
/* Discards it: an existing file stays unchanged. */
void atomic_file_drop(struct atomic_file *save);
/* Ends it. False with an error if it was not written completely; an existing file then stays. */
bool atomic_file_end(struct atomic_file *save, struct errors *errors);

#endif
