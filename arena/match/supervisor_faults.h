/* arena/match/supervisor_faults.h - workers that end or hang, and what that costs whom. For the supervisor. */
#ifndef ARENA_MATCH_SUPERVISOR_FAULTS_H
#define ARENA_MATCH_SUPERVISOR_FAULTS_H

#include "arena/match/supervisor_state.h"

/* The process of worker `index` is gone: charges whom it is to be charged to, and starts the next one. */
void supervisor_worker_gone(struct supervisor *run, int index);
/* Ends the calls that have taken too long. */
void supervisor_watch_calls(struct supervisor *run);

#endif
