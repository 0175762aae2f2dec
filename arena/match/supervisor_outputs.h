/* arena/match/supervisor_outputs.h - what a run is given and what comes of it. */
#ifndef ARENA_MATCH_SUPERVISOR_OUTPUTS_H
#define ARENA_MATCH_SUPERVISOR_OUTPUTS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "arena/compare/run_stats.h"
#include "arena/record/table_limits.h"
#include "arena/record/tally.h"
#include "arena/stats/latency_histogram.h"

/* What came of it. */
struct supervisor_result {
    struct tally tally;
    uint64_t games;      /* finished and, with a log, written */
    bool interrupted;    /* by SIGINT, SIGTERM or SIGHUP, before all was played */
    bool signalled;      /* one of these came: nothing else should be begun */
    double seconds;      /* wall time */
    struct latency_histogram times[BOTS_MAX]; /* of decisions, per bot */
};

/* What was played of it before. */
struct supervisor_start {
    uint64_t deals, games;
    struct tally tally;
};

/* Who takes what a run gives, besides its result. All may be NULL or false. */
struct supervisor_outputs {
    FILE *log;                 /* lines of games */
    const char *log_path;      /* for messages */
    const char *faults_path;   /* a file for what is known of faults, made with the first */
    FILE *game_stats;               /* struct game_stats, one after the other */
    struct run_stats *stats; /* fed with every game; ends the run when its test has decided */
    const struct supervisor_start *start; /* NULL: nothing was played before */
    bool progress;             /* a line on standard error is kept up to date */
};

#endif
