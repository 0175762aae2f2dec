// SPDX-License-Identifier: MIT
/* arena/cli/options.h - parses command lines. */
#ifndef ARENA_CLI_OPTIONS_H
#define ARENA_CLI_OPTIONS_H

#include "arena/cli/command.h"

/* Parses argv (argv[0] is the command's name) and stores the words that are not options in *words.
 * Returns -1 to continue, or the exit code to exit with (after --help, or a printed error). */
int cli_parse(const struct cli_command *command, const struct cli_option *options, int count,
              int argc, char **argv, const char **words, int *word_count, int word_min,
              int word_max);

/* The title of the options below it in a table, which are rare; NULL: those below are not. */
struct cli_option option_group(const char *title);

/* --seed, whose text is stored in *seed; "commit" is replaced by the seed that git's HEAD in the
 * working directory gives. */
struct cli_option seed_option(const char **seed);

#endif
