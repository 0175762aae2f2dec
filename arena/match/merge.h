// SPDX-License-Identifier: MIT
/* arena/match/merge.h - makes one of several: shards of a run are merged into the files that one
 * machine would have written; runs of the same bots at the same tables with other seeds are pooled:
 * their deals are independent, so one summary is of all of them. */
#ifndef ARENA_MATCH_MERGE_H
#define ARENA_MATCH_MERGE_H

#include <stdbool.h>

#include "arena/base/errors.h"
#include "arena/result/run_summary.h"

/* The result. */
struct merged {
    struct run_summary *summary; /* NULL if there is none */
    struct pool pool;            /* of the summary, freed by the caller */
};

/* What is merged where. */
struct merge_plan {
    const char *out; /* result folder */
    bool force;      /* existing results there are removed */
    bool part; /* neighbouring shards of the run are enough: they make a part of it, which can be
                        merged like a shard */
    const char *same_bots; /* of --same-bots (merge_are_same_bots()); NULL: none */
    int workers;           /* threads, 0: one for each processor; the files do not depend on it */
};

/* Is this "A=B" or "A=B,C=D" and so on, each a SHA-256 in hexadecimal? */
bool merge_are_same_bots(const char *text);

/* Merges result folders of shards, or of parts, in any order. Checks manifests, bots and games.
 * Returns an exit code: EXIT_OK; with errors EXIT_USAGE when `out` cannot be used, EXIT_BAD_FILE
 * when the folders do not make a complete run (or part), EXIT_INTERNAL when something cannot be
 * written. */
int merge_shards(const char *const *folders, int count, const struct merge_plan *plan,
                 struct merged *merged, struct errors *errors);

/* Pools runs, in any order, into a summary; what it makes does not depend on the order. Every game
 * is replayed, and stays in the log of its run. A run with a test is refused: its length depends on
 * what it showed. The same exit codes. */
int pool_runs(const char *const *folders, int count, const struct merge_plan *plan,
              struct merged *merged, struct errors *errors);

#endif
