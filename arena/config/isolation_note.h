// SPDX-License-Identifier: MIT
/* arena/config/isolation_note.h - says which modules that did not come with the program run with
 * the rights of its user: one line on standard error, once a command. */
#ifndef ARENA_CONFIG_ISOLATION_NOTE_H
#define ARENA_CONFIG_ISOLATION_NOTE_H

#include "arena/config/config.h"

/* The modules of several configs, each once. */
struct isolation_note {
    char **names; /* as the configs name them */
    int count;
};

/* Adds the modules of a config, unless it isolates them. */
void isolation_note_add(struct isolation_note *note, const struct config *config);
/* The same of bots that a command has read, for those that it does not isolate. */
void isolation_note_add_bots(struct isolation_note *note, const struct bot *bots, int count);
/* Prints the line, if there are any, and frees the note. */
void isolation_note_print(struct isolation_note *note);

/* Both for a single config. */
void isolation_note_of(const struct config *config);
/* The same for bots of a command that cannot isolate them. */
void isolation_note_of_bots(const struct bot *bots, int count);

#endif
