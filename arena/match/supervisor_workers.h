/* arena/match/supervisor_workers.h - starts the supervisor's workers and gives them units. */
#ifndef ARENA_MATCH_SUPERVISOR_WORKERS_H
#define ARENA_MATCH_SUPERVISOR_WORKERS_H

#include "arena/match/supervisor_state.h"

/* Forks worker `index`. False with an error when that fails. */
bool supervisor_start_worker(struct supervisor *run, int index);
/* Tells a worker that it has one more unit. */
void supervisor_order_unit(const struct worker_handle *handle);
/* Resets a slot: none of its unit has been played. */
void supervisor_clear_slot(const struct supervisor *run, struct work_slot *slot);

#endif
