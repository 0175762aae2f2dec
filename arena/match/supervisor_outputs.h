// SPDX-License-Identifier: MIT
/* arena/match/supervisor_outputs.h - where a run starts, where its output goes, and its result. */
#ifndef ARENA_MATCH_SUPERVISOR_OUTPUTS_H
#define ARENA_MATCH_SUPERVISOR_OUTPUTS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "arena/log/log_writer.h"
#include "arena/match/board.h"
#include "arena/compare/run_fold.h"
#include "arena/record/table_limits.h"
#include "arena/record/tally.h"
#include "arena/stats/latency_histogram.h"

/* The result of a run. */
struct supervisor_result {
    struct tally tally;
    uint64_t games;   /* finished and, with a log, written */
    bool interrupted; /* by SIGINT, SIGTERM or SIGHUP, before all games were played */
    bool enough;      /* other shards had decided (board.h) before all games were played */
    double seconds;   /* wall time */
    struct latency_histogram times[BOTS_MAX];                /* of decisions, per bot */
    uint64_t kept[BOTS_MAX];                                 /* answers that needed no question */
    uint64_t batch_calls[BOTS_MAX], batch_answers[BOTS_MAX]; /* side_by_side.h */
};

/* The outputs of a run besides its result. All may be NULL or false. */
struct supervisor_outputs {
    struct log_writer *log;
    const char *faults_path;  /* faults.jsonl, created with the first fault report */
    const char *redeals_path; /* redeals.jsonl, created with the first case */
    FILE *game_stats;         /* struct game_stats, one after another */
    struct run_fold
        *fold; /* gets every game, and ends the run once its test has decided; the run goes
                          on after the games that it has */
    struct board *board; /* of a shard of a run: board.h; it ends when the board has a verdict */
    int most_faults;     /* ends the run after so many; 0: never */
    bool progress; /* show progress on standard error: a line that is renewed, or one each minute */
};

#endif
