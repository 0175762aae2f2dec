// SPDX-License-Identifier: MIT
/* arena/config/isolation_note.h - says which modules that did not come with the program run with
 * the rights of its user, and what this machine lacks for the others' sandbox: a line on standard
 * error for each, once a command. */
#ifndef ARENA_CONFIG_ISOLATION_NOTE_H
#define ARENA_CONFIG_ISOLATION_NOTE_H

#include "arena/config/config.h"

/* The modules of several configs, each once. */
struct isolation_note {
    char **names; /* of those that are not isolated, as the configs name them */
    int count;
    bool isolates; /* others are */
};

/* Adds the modules of bots. */
void isolation_note_add(struct isolation_note *note, const struct bot *bots, int count);
/* Prints the lines, if there is anything to say, and frees the note. */
void isolation_note_print(struct isolation_note *note);

/* Both for a single config. */
void isolation_note_of(const struct config *config);

#endif
