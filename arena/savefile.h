/* arena/savefile.h - writing a whole file so that nobody ever finds half of one: through a file beside
 * it, which takes its place when all is on the disk. */
#ifndef ARENA_SAVEFILE_H
#define ARENA_SAVEFILE_H

#include <stdbool.h>
#include <stdio.h>

#include "arena/problems.h"

struct savefile {
    FILE *file;       /* to write to */
    const char *path;
    char *beside;     /* NULL: written in place */
};

/* Begins a file at `path`, which outlives it. What is there already and is no regular file (a device, a
 * pipe) is written in place. False when it cannot be opened: savefile_end() tells of that, too. */
bool savefile_begin(struct savefile *save, const char *path);
/* Ends it. False with a problem when it could not be written as a whole; what was there stays then. */
bool savefile_end(struct savefile *save, struct problems *problems);

#endif
