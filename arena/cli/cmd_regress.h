// SPDX-License-Identifier: MIT
/* arena/cli/cmd_regress.h - what other commands need of `regress`. */
#ifndef ARENA_CLI_CMD_REGRESS_H
#define ARENA_CLI_CMD_REGRESS_H

#include "arena/cli/play_options.h"
#include "arena/match/tournament.h"

/* Whether a run of `regress` that is resumed was still at what both bots play alone, which is null
 * in `command` then; and plays it from its beginning, as `regress` would, on its board, if it has
 * one (else NULL). Returns its exit code, or EXIT_BAD_FILE with an error when another process plays
 * it. */
bool regress_was_alone(const cJSON *command);
int regress_resume(const cJSON *command, const struct config *config, const char *folder,
                   const char *board, const struct play_options *options, struct errors *errors);

/* Whether the run in `folder` is of `regress`, or a shard of one, by its manifest. */
bool regress_is_in(const char *folder);

/* Writes the JUnit file `path` of a run of `regress` in `folder`, of which `summary` was made from
 * all shards: as one machine writes it. False with an error when it cannot be written. */
bool regress_write_junit(const struct run_summary *summary, const char *folder, const char *path,
                         struct errors *errors);

#endif
