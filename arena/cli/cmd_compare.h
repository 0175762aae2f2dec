// SPDX-License-Identifier: MIT
/* arena/cli/cmd_compare.h - what `compare` concludes with, also after `run --resume`. */
#ifndef ARENA_CLI_CMD_COMPARE_H
#define ARENA_CLI_CMD_COMPARE_H

#include "arena/cli/play_options.h"
#include "arena/match/tournament.h"

/* Prints the run in `folder`, which `compare` began with `command` (resume.json). Returns the exit
 * code; `code` is that of the play. */
int compare_conclude(const cJSON *command, const struct tournament *tournament, const char *folder,
                     const struct play_options *options, int code);

#endif
