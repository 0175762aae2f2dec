// SPDX-License-Identifier: MIT
/* arena/cli/play_run.h - plays a config into a result folder, or continues that run, and concludes
 * it as the command that began it: for `run`, `compare`, `regress`, `ladder`, and for `run
 * --resume` after each of them. */
#ifndef ARENA_CLI_PLAY_RUN_H
#define ARENA_CLI_PLAY_RUN_H

#include "arena/cli/play_options.h"
#include "arena/match/tournament.h"

/* Prints the run in `folder`, which a command began that left `command` in resume.json. `code` is
 * how the play ended: EXIT_OK or EXIT_INTERRUPTED. Returns the exit code. */
typedef int run_conclusion(const cJSON *command, const struct tournament *tournament,
                           const char *folder, const struct play_options *options, int code,
                           struct errors *errors);

/* Each in the file of its command. */
run_conclusion run_conclude, compare_conclude, regress_conclude, ladder_conclude;

/* Plays into the open folder, or with `resume` what is missing there. `command` has in "name" whose
 * conclusion it is; NULL: that of `run`. `board`: of a shard, or NULL. Returns the exit code. */
int play_run(const struct config *config, const char *folder, const struct play_options *options,
             const cJSON *command, const char *board, bool resume, struct errors *errors);

#endif
