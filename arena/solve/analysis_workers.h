// SPDX-License-Identifier: MIT
/* arena/solve/analysis_workers.h - several workers analyse the games of a log; analyses keep its
 * order.
 *
 * Each worker is a process that reads the log itself and takes every nth deal, with all seatings,
 * for n workers. Its analyses come through its own pipe, and the pipes are read in turn. So nothing
 * depends on the number of workers, and memory use does not grow with the log. */
#ifndef ARENA_SOLVE_ANALYSIS_WORKERS_H
#define ARENA_SOLVE_ANALYSIS_WORKERS_H

#include "arena/solve/game_analysis.h"
#include "arena/log/log_reader.h"

/* Which games, and how. */
struct analysis_plan {
    const char *path, *rules; /* as for log_reader_open() */
    struct game_analysis_options options;
    uint64_t first;                  /* skip games before this index */
    uint64_t count;                  /* maximum number of games; 0: all */
    uint64_t sample;                 /* every nth deal (session), with all its seatings; 1: all */
    int workers;                     /* at least 1 */
    bool progress;                   /* show progress in a line on standard error */
    uint64_t done_deals, done_games; /* that were analysed before: they are left out */
};

enum analysis_end { ANALYSIS_DONE, ANALYSIS_BAD_FILE, ANALYSIS_INTERRUPTED, ANALYSIS_FAILED };

/* Analyses the games of `log`, which is open and gives rules and manifest; calls `take` for each,
 * in order. A worker that is killed from outside is started again, up to 20 times in all. A
 * damaged line ends it with errors; SIGINT, SIGTERM and SIGHUP end it, too. */
enum analysis_end
analysis_workers_run(const struct analysis_plan *plan, const struct log_reader *log,
                     void (*take)(void *context, const struct game_analysis *analysis),
                     void *context, struct errors *errors);

#endif
