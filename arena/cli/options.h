// SPDX-License-Identifier: MIT
/* arena/cli/options.h - parses command lines. */
#ifndef ARENA_CLI_OPTIONS_H
#define ARENA_CLI_OPTIONS_H

#include "arena/base/errors.h"
#include "arena/cli/command.h"

/* Parses argv (argv[0] is the command's name) and stores the words that are not options in *words.
 * Returns -1 to continue, or the exit code to exit with (after --help, or a printed error). */
int cli_parse(const struct cli_command *command, const struct cli_option *options, int count,
              int argc, char **argv, const char **words, int *word_count, int word_min,
              int word_max);

/* --seed, whose text is stored; "commit" is replaced by the seed that git's HEAD in the working
 * directory gives. */
#define SEED_OPTION(seed)                                                                          \
    {                                                                                              \
        "seed", 's', CLI_SEED, "SEED",                                                             \
            "a number, or commit: of git's HEAD (default: the config's, or drawn)", seed, 0, 0     \
    }

/* An option that has no meaning where it was given. */
struct refusal {
    bool given;
    const char *option, *why;
};
/* Adds an error for each that was given. Returns whether there is no error. */
bool options_refuse(const struct refusal *list, int count, struct errors *errors);

#endif
