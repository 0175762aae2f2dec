// SPDX-License-Identifier: MIT
/* arena/match/supervisor_workers.h - starts the supervisor's workers and tells them that they have
 * something to play. supervisor_faults.h starts a worker again that has ended. */
#ifndef ARENA_MATCH_SUPERVISOR_WORKERS_H
#define ARENA_MATCH_SUPERVISOR_WORKERS_H

#include "arena/match/supervisor_state.h"

/* Forks worker `index`. When that fails, false; run->failed with an error, or run->shortage. */
bool supervisor_start_worker(struct supervisor *run, int index);
/* Tells a worker that it has one more part. */
void supervisor_order_part(struct worker_handle *handle);

#endif
