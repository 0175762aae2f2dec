// SPDX-License-Identifier: MIT
/* arena/match/summary.h - the summary of a run: all its statistics. */
#ifndef ARENA_MATCH_SUMMARY_H
#define ARENA_MATCH_SUMMARY_H

#include "arena/compare/inconsistency.h"
#include "arena/compare/run_stats.h"
#include "arena/record/tally.h"
#include "arena/result/run_summary.h"

/* What a run was, and what has seen its games. */
struct summary_sources {
    const struct tally *tally;
    const struct skat_rules *rules;
    const char *const *names; /* of the bots in the tally */
    int bots;
    uint64_t planned;                /* games that were to be played */
    const struct schedule *schedule; /* NULL: of no shard of a run */
    bool tested;                     /* of a shard: the run has a test */
    bool uses_clock;                 /* some bot declares that it does */
    bool seed_can_be_tried;          /* by the isolated bots of the run */
    const struct run_stats *stats;
    const struct inconsistency_finder *finder; /* or NULL, as the next one */
    const char *log;                           /* path of games.jsonl */
    const cJSON *manifest; /* or what else has `alone` (run_verdict.h); NULL: nobody played alone */
};

/* Fills in all statistics and the verdict; texts and lists come from the pool. */
void summary_of(struct run_summary *summary, const struct summary_sources *sources,
                struct pool *pool);

#endif
