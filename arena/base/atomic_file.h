/* arena/base/atomic_file.h - writing a whole file so that nobody ever finds half of one: through a file beside
 * it, which takes its place when it is whole. */
#ifndef ARENA_BASE_ATOMIC_FILE_H
#define ARENA_BASE_ATOMIC_FILE_H

#include <stdbool.h>
#include <stdio.h>

#include "arena/base/errors.h"

struct atomic_file {
    FILE *file;       /* to write to */
    const char *path;
    char *beside;     /* NULL: written in place */
};

/* Could a file be written there now? False with an error: better before a long run than after. */
bool atomic_file_possible(const char *path, struct errors *errors);

/* Begins a file at `path`, which outlives it. What is there already and is no regular file (a device, a
 * pipe, a link) is written in place. False when it cannot be opened: atomic_file_end() tells of that, too. */
bool atomic_file_begin(struct atomic_file *save, const char *path);
/* Gives it up: what was there stays. */
void atomic_file_drop(struct atomic_file *save);
/* Ends it. False with an error when it could not be written as a whole; what was there stays then. */
bool atomic_file_end(struct atomic_file *save, struct errors *errors);

#endif
