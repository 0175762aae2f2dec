// SPDX-License-Identifier: MIT
/* arena/match/supervisor.h - the supervisor: plays a configured run with forked workers. */
#ifndef ARENA_MATCH_SUPERVISOR_H
#define ARENA_MATCH_SUPERVISOR_H

#include <stdio.h>

#include "arena/config/config.h"
#include "arena/match/supervisor_outputs.h"

/* Plays all games of `config`. Lines and statistics come in schedule order. On failure (the disk is
 * full, a bot cannot start, a worker died in our own code) adds an error and returns false; the
 * games finished before are in the log and in *result. SIGINT, SIGTERM and SIGHUP end the run after
 * the units that have begun. */
bool supervisor_play(const struct config *config, const struct supervisor_outputs *outputs,
                     struct supervisor_result *result, struct errors *errors);

#endif
