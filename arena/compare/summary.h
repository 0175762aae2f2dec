// SPDX-License-Identifier: MIT
/* arena/compare/summary.h - the summary of a run: all its statistics. */
#ifndef ARENA_COMPARE_SUMMARY_H
#define ARENA_COMPARE_SUMMARY_H

#include "arena/compare/inconsistency.h"
#include "arena/compare/run_stats.h"
#include "arena/record/tally.h"
#include "arena/result/run_summary.h"

/* What a run was, and what has seen its games: for fold.h. */
struct summary_sources {
    const struct manifest *manifest;
    const struct tally *tally;
    const struct run_stats *stats;
    const struct inconsistency_finder *finder; /* or NULL */
    const char *log;                           /* path of the log, or NULL */
};

/* Fills in all statistics and the verdict; texts and lists come from the pool. */
void summary_of(struct run_summary *summary, const struct summary_sources *sources,
                struct pool *pool);

#endif
