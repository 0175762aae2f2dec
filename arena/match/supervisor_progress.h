// SPDX-License-Identifier: MIT
/* arena/match/supervisor_progress.h - what a run says on standard error while it is played. */
#ifndef ARENA_MATCH_SUPERVISOR_PROGRESS_H
#define ARENA_MATCH_SUPERVISOR_PROGRESS_H

#include "arena/match/supervisor_state.h"
#include "arena/record/fault_counts.h"

/* The faults of all bots in the games that were taken. */
struct fault_counts supervisor_faults(const struct supervisor *run);

/* If progress is wanted, one line: on a terminal it is renewed in place, elsewhere it is written
 * each minute. `last`: at the end of the run. */
void supervisor_show_progress(struct supervisor *run, bool last);

/* After the first signal, once: what is waited for, about how long, and what a second one does. */
void supervisor_say_interrupted(struct supervisor *run);

#endif
