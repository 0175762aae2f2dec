/* arena/match/supervisor_faults.h - workers that end or hang, and what that costs whom. For the supervisor. */
#ifndef ARENA_MATCH_SUPERVISOR_FAULTS_H
#define ARENA_MATCH_SUPERVISOR_FAULTS_H

#include "arena/match/supervisor_state.h"

/* The process of box `index` is gone: charges whom it is to be charged to, and starts the next one. */
void run_worker_gone(struct run *run, int index);
/* Ends the calls that have taken too long. */
void run_watch_calls(struct run *run);

#endif
