// SPDX-License-Identifier: MIT
/* arena/match/timing.h - timing.json: how long a run or a search took. */
#ifndef ARENA_MATCH_TIMING_H
#define ARENA_MATCH_TIMING_H

#include "arena/config/config.h"
#include "arena/match/supervisor_outputs.h"

/* The command of this process, wall time, workers and host: what has a timing.json without being a
 * run. The caller frees it. */
cJSON *timing_of_command(const struct config *config, double seconds);

/* Wall time, host, workers and rates: everything that differs from run to run. The caller frees it.
 */
cJSON *timing_of(const struct config *config, const struct supervisor_result *result);

#endif
