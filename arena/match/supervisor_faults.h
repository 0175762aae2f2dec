// SPDX-License-Identifier: MIT
/* arena/match/supervisor_faults.h - workers that die or hang, and the bots at fault. */
#ifndef ARENA_MATCH_SUPERVISOR_FAULTS_H
#define ARENA_MATCH_SUPERVISOR_FAULTS_H

#include "arena/match/supervisor_state.h"

/* Counts a failure of worker `index` that costs no game; `in_bot`: a bot's code was running. */
void supervisor_uncharged(struct supervisor *run, int index, bool in_bot, const char *how,
                          const char *where);

/* A unit is taken, so none of its parts is played again: counts the failures in them that have not
 * shown whose they were. */
void supervisor_unit_taken(struct supervisor *run, const struct open_unit *open);

/* Worker `index` has ended: charges the bot at fault, if any, and starts a new process. */
void supervisor_worker_gone(struct supervisor *run, int index);
/* What worker `index` has left in shared memory cannot be: replaces the worker, and has its units
 * played again. */
void supervisor_worker_spoilt(struct supervisor *run, int index);
/* Ends calls that have taken too long. */
void supervisor_watch_calls(struct supervisor *run);

#endif
