// SPDX-License-Identifier: MIT
/* arena/solve/analysis_workers.h - several threads analyse the games of a log; analyses keep its
 * order.
 *
 * The caller's thread reads the log some deals ahead. A thread takes a deal with all seatings at a
 * time, and analyses come in the order of the log. So nothing depends on the number of threads, and
 * memory use does not grow with the log. */
#ifndef ARENA_SOLVE_ANALYSIS_WORKERS_H
#define ARENA_SOLVE_ANALYSIS_WORKERS_H

#include "arena/solve/game_analysis.h"
#include "arena/log/log_reader.h"

/* Which games, and how. */
struct analysis_plan {
    const char *path; /* of the log, for messages */
    struct game_analysis_options options;
    uint64_t first;                  /* skip games before this index */
    uint64_t count;                  /* maximum number of games; 0: all */
    uint64_t sample;                 /* every nth deal (session), with all its seatings; 1: all */
    int workers;                     /* threads, at least 1 */
    bool progress;                   /* show progress in a line on standard error */
    uint64_t done_deals, done_games; /* that were analysed before: they are left out */
};

enum analysis_end { ANALYSIS_DONE, ANALYSIS_BAD_FILE, ANALYSIS_INTERRUPTED, ANALYSIS_FAILED };

/* Analyses the games of `log`, which was opened and not read yet; calls `take` for each, in order,
 * in the caller's thread. A damaged line ends it with errors; SIGINT, SIGTERM and SIGHUP end it,
 * too. */
enum analysis_end analysis_workers_run(const struct analysis_plan *plan, struct log_reader *log,
                                       void (*take)(void *context,
                                                    const struct game_analysis *analysis),
                                       void *context, struct errors *errors);

#endif
