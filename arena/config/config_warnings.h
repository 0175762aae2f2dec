// SPDX-License-Identifier: MIT
/* arena/config/config_warnings.h - what a user should know before a long run is played. */
#ifndef ARENA_CONFIG_CONFIG_WARNINGS_H
#define ARENA_CONFIG_CONFIG_WARNINGS_H

#include "arena/config/config.h"

/* Warns on standard error of rules, a seed, given deals and bots with which a run is not what
 * somebody may expect. */
void config_warn(const struct config *config);

/* The units (deals, or whole sessions) that a verdict of the config's test takes at least; with a
 * margin, those that a pass takes of a bot that is not better. */
uint64_t config_least_units(const struct config *config);

/* Warns when a config has too few deals (sessions) for intervals, or for its test to decide. */
void config_warn_of_units(const struct config *config);

/* ---- what runs without isolation ----
 *
 * Which modules that did not come with the program run with the rights of its user, and what this
 * machine lacks for the sandbox of the others: a line on standard error for each, once a command.
 */

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
