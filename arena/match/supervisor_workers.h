/* arena/match/supervisor_workers.h - workers that are started, and units of games that are given to them. For the supervisor. */
#ifndef ARENA_MATCH_SUPERVISOR_WORKERS_H
#define ARENA_MATCH_SUPERVISOR_WORKERS_H

#include "arena/match/supervisor_state.h"

/* Forks the worker of worker `index`. False with an error where that is not possible. */
bool supervisor_start_worker(struct supervisor *run, int index);
/* Tells a worker that there is one unit more. */
void supervisor_order_unit(const struct worker_handle *handle);
/* A slot whose unit begins anew. */
void supervisor_clear_slot(const struct supervisor *run, struct work_slot *slot);

#endif
