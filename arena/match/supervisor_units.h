// SPDX-License-Identifier: MIT
/* arena/match/supervisor_units.h - splits the run into units and gives their parts to workers.
 *
 * Parts are given in schedule order, each to a worker of its place that is idle, as long as fewer
 * than `workers` of the config play. Where earlier games of a deal are of use for its later ones
 * (kept_answers.h), a part waits for the one before it, as long as there is other work; the moves
 * of finished parts are kept here, where no bot can write, and sent with the part. */
#ifndef ARENA_MATCH_SUPERVISOR_UNITS_H
#define ARENA_MATCH_SUPERVISOR_UNITS_H

#include "arena/match/supervisor_state.h"

/* After the pool. False with an error when there is no memory. */
bool supervisor_open_units(struct supervisor *run);
void supervisor_close_units(struct supervisor *run);

/* Gives parts to idle workers, and starts those that are needed. A failure is in run->failed or
 * run->shortage. */
void supervisor_give_parts(struct supervisor *run);

/* Writes the part of a slot to shared memory, as not played. */
void supervisor_lay_part(const struct supervisor *run, int index, int slot_index);
/* Writes it again, and keeps what was played of it. */
void supervisor_lay_orders(const struct supervisor *run, int index, int slot_index);

/* Whether units that were begun are not taken yet. */
bool supervisor_has_units(const struct supervisor *run);

/* Keeps the moves of parts that are finished. */
void supervisor_keep_records(struct supervisor *run);

/* The next unit to be taken, if all its parts are finished; or NULL. */
struct open_unit *supervisor_finished_unit(const struct supervisor *run);
/* It was taken: its slots are free again. */
void supervisor_close_unit(struct supervisor *run);

#endif
