// SPDX-License-Identifier: MIT
/* arena/match/supervisor_workers.h - starts workers, watches over them, and says who is at fault
 * when one dies or hangs. */
#ifndef ARENA_MATCH_SUPERVISOR_WORKERS_H
#define ARENA_MATCH_SUPERVISOR_WORKERS_H

#include "arena/match/supervisor_state.h"

/* Forks worker `index`. When that fails, false; run->failed with an error, or run->shortage. */
bool supervisor_start_worker(struct supervisor *run, int index);
/* Tells a worker that it has one more unit. */
void supervisor_order_unit(struct worker_handle *handle);

/* Counts a failure of worker `index` that costs no game; `in_bot`: a bot's code was running. */
void supervisor_uncharged(struct supervisor *run, int index, bool in_bot, const char *how,
                          const char *where);
/* Worker `index` has ended: charges the bot at fault, if any, and starts a new process. */
void supervisor_worker_gone(struct supervisor *run, int index);
/* Ends calls that have taken too long. */
void supervisor_watch_calls(struct supervisor *run);

#endif
