// SPDX-License-Identifier: MIT
/* arena/match/merge.h - merges shards of a run into the files that one machine would have
 * written. */
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

/* Merges the result folders `folders`, in any order, into the result folder `out`; `force` removes
 * existing results there. Checks manifests, bots and games. Returns an exit code: EXIT_OK; with
 * errors EXIT_USAGE when `out` cannot be used, EXIT_BAD_FILE when the folders do not make a
 * complete run, EXIT_INTERNAL when something cannot be written. `workers` is the number of threads,
 * 0: one for each processor; the files do not depend on it. */
int merge_shards(const char *const *folders, int count, const char *out, bool force, int workers,
                 struct merged *merged, struct errors *errors);

#endif
