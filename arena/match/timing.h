// SPDX-License-Identifier: MIT
/* arena/match/timing.h - timing.json: how long a run took. */
#ifndef ARENA_MATCH_TIMING_H
#define ARENA_MATCH_TIMING_H

#include "arena/config/config.h"
#include "arena/match/supervisor_outputs.h"

/* Wall time, host, workers and rates: everything that differs from run to run. */
cJSON *timing_of(const struct config *config, const struct supervisor_result *result);

#endif
