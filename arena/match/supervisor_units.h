// SPDX-License-Identifier: MIT
/* arena/match/supervisor_units.h - splits the run into units and gives them to workers, in schedule
 * order. */
#ifndef ARENA_MATCH_SUPERVISOR_UNITS_H
#define ARENA_MATCH_SUPERVISOR_UNITS_H

#include "arena/match/supervisor_state.h"

/* After the pool. */
void supervisor_open_units(struct supervisor *run);
void supervisor_close_units(struct supervisor *run);

/* Gives units to workers that have nothing to do, and starts those that are needed. A failure is in
 * run->failed or run->shortage. */
void supervisor_give_units(struct supervisor *run);

/* Whether units that were begun are not taken yet. */
bool supervisor_has_units(const struct supervisor *run);
/* Whether the next unit is finished: then run->taken is what the worker has left of it. False with
 * run->failed if that cannot be. */
bool supervisor_next_unit(struct supervisor *run);
/* It was taken: its slot is free again. */
void supervisor_close_unit(struct supervisor *run);

#endif
