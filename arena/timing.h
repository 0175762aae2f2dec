/* arena/timing.h - how long a run took. */
#ifndef ARENA_TIMING_H
#define ARENA_TIMING_H

#include "arena/config.h"
#include "arena/run_outputs.h"

/* Wall time, host, workers, rates: what differs from run to run. */
cJSON *timing_of(const struct config *config, const struct run_result *result);

#endif
