// SPDX-License-Identifier: MIT
/* arena/bot/own_descriptors.h - the pipes of a worker, which a bot that runs in it can close: are
 * they still there? */
#ifndef ARENA_BOT_OWN_DESCRIPTORS_H
#define ARENA_BOT_OWN_DESCRIPTORS_H

#include <stdbool.h>
#include <sys/stat.h>

enum { OWN_DESCRIPTORS = 2 };

struct own_descriptors {
    int numbers[OWN_DESCRIPTORS];
    struct stat files[OWN_DESCRIPTORS]; /* what they are open for */
};

/* Remembers two open descriptors. */
void own_descriptors_note(struct own_descriptors *own, int first, int second);

/* Whether both are open for the same files as then. */
bool own_descriptors_are_there(const struct own_descriptors *own);

#endif
