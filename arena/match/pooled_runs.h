// SPDX-License-Identifier: MIT
/* arena/match/pooled_runs.h - pools runs of the same bots at the same tables with other seeds:
 * their deals are independent, so one summary is of all of them. The games stay in the logs of the
 * runs. A run with a test is refused: its length depends on what it showed. */
#ifndef ARENA_MATCH_POOLED_RUNS_H
#define ARENA_MATCH_POOLED_RUNS_H

#include "arena/match/merge.h"

/* Pools the runs in these folders, in any order, into the result folder plan->out; what it makes
 * does not depend on the order. Every game is replayed. Returns an exit code as merge_shards(). */
int pool_runs(const char *const *folders, int count, const struct merge_plan *plan,
              struct merged *merged, struct errors *errors);

#endif
