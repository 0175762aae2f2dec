/* arena/match/supervisor_faults.h - for the supervisor: workers that die or hang, and which bot
 * pays. */
#ifndef ARENA_MATCH_SUPERVISOR_FAULTS_H
#define ARENA_MATCH_SUPERVISOR_FAULTS_H

#include "arena/match/supervisor_state.h"

/* The process of worker `index` has ended: charges the bot at fault, if any, and starts a new
 * one. */
void supervisor_worker_gone(struct supervisor *run, int index);
/* Ends calls that have taken too long. */
void supervisor_watch_calls(struct supervisor *run);

#endif
