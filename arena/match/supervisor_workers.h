// SPDX-License-Identifier: MIT
/* arena/match/supervisor_workers.h - starts the supervisor's workers and gives them units. */
#ifndef ARENA_MATCH_SUPERVISOR_WORKERS_H
#define ARENA_MATCH_SUPERVISOR_WORKERS_H

#include "arena/match/supervisor_state.h"

/* Forks worker `index`. False with an error when that fails. */
bool supervisor_start_worker(struct supervisor *run, int index);
/* Tells a worker that it has one more unit. */
void supervisor_order_unit(const struct worker_handle *handle);
/* Writes the unit of a slot to shared memory, as not played. */
void supervisor_lay_unit(const struct supervisor *run, int index, int slot_index);
/* Writes it again, and keeps what was played of it. */
void supervisor_lay_orders(const struct supervisor *run, int index, int slot_index);

#endif
