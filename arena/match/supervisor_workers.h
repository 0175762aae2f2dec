/* arena/match/supervisor_workers.h - workers that are started, and units of games that are given to them. For the supervisor. */
#ifndef ARENA_MATCH_SUPERVISOR_WORKERS_H
#define ARENA_MATCH_SUPERVISOR_WORKERS_H

#include "arena/match/supervisor_state.h"

/* Forks the worker of box `index`. False with an error where that is not possible. */
bool run_start_worker(struct run *run, int index);
/* Tells a worker that there is one unit more. */
void run_order_unit(const struct hand *hand);
/* A slot whose unit begins anew. */
void run_clear_slot(const struct run *run, struct slot *slot);

#endif
