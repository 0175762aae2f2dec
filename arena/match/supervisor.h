// SPDX-License-Identifier: MIT
/* arena/match/supervisor.h - the supervisor: plays a configured run with forked workers, from where
 * it starts to where its output goes. */
#ifndef ARENA_MATCH_SUPERVISOR_H
#define ARENA_MATCH_SUPERVISOR_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "arena/compare/run_fold.h"
#include "arena/config/config.h"
#include "arena/log/log_writer.h"
#include "arena/match/board.h"
#include "arena/record/game_outcome.h"
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
    const char *part_of; /* what it begins with where the run is one of many; else NULL */
};

/* Plays all games of `config`. Lines and statistics come in schedule order. On failure (the disk is
 * full, a bot cannot start, a worker died in our own code) adds an error and returns false; the
 * games finished before are in the log and in *result. SIGINT, SIGTERM and SIGHUP end the run after
 * the units that have begun. */
bool supervisor_play(const struct config *config, const struct supervisor_outputs *outputs,
                     struct supervisor_result *result, struct errors *errors);

#endif
