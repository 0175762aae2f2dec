// SPDX-License-Identifier: MIT
/* arena/cli/commit_options.h - the options of commands that play the bots of commits. */
#ifndef ARENA_CLI_COMMIT_OPTIONS_H
#define ARENA_CLI_COMMIT_OPTIONS_H

#include "arena/cli/play_options.h"
#include "arena/history/commit_bot.h"

struct commit_options {
    struct play_options play;
    const char *build, *module, *cache, *rules, *scoring, *format; /* NULL: not given */
    int64_t deals;
    double largest; /* 0: by the rules */
    bool resume;
};

enum { COMMIT_OPTIONS = 9 };

/* Fills a command's table with its `count` own options, then these, then those of all commands that
 * play. Returns the number of entries. The table has room for count + COMMIT_OPTIONS +
 * PLAY_OPTIONS. */
int commit_options_table(struct commit_options *options, const struct cli_option *own, int count,
                         struct cli_option *table);

/* Opens the repository and makes the plan, without a cache; what it points to comes from the pool,
 * or is the command's. The others of the comparison are left to the command. Returns an exit code:
 * EXIT_OK, or EXIT_USAGE, EXIT_BAD_FILE with errors. */
int commit_options_plan(struct commit_plan *plan, const struct commit_options *options,
                        const char *repository, struct pool *pool, struct errors *errors);

/* Makes the result folder, whose name begins with `kind`, and the cache of the plan. False with
 * errors. */
bool commit_options_open(struct commit_plan *plan, const struct commit_options *options,
                         const char *kind, char out[FOLDER_PATH_SIZE], struct pool *pool,
                         struct errors *errors);

/* Says how to go on after an interruption. */
void commit_options_interrupted(const char *out);

#endif
