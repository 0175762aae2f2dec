/* arena/solve/analysis_workers.h - the games of a log looked at by several workers, analyses in the log's order.
 *
 * Every worker is a process that reads the log itself and takes every so-manieth of the deals, with
 * all seatings; its analyses come through a pipe of its own, and are taken from the pipes in
 * turn. So nothing depends on how many there are, and memory does not grow with the log. */
#ifndef ARENA_SOLVE_ANALYSIS_WORKERS_H
#define ARENA_SOLVE_ANALYSIS_WORKERS_H

#include "arena/solve/game_analysis.h"
#include "arena/log/log_reader.h"

/* Which games, and how. */
struct analysis_plan {
    const char *path, *rules; /* as log_reader_open() wants them */
    struct game_analysis_options options;
    uint64_t first;  /* games before this index are left out */
    uint64_t count;  /* at most so many games; 0: all */
    uint64_t sample; /* every so-manieth deal (session), with all its seatings; 1: all */
    int workers;     /* 1.. */
    bool progress;   /* a line on standard error */
};

enum analysis_end { ANALYSIS_DONE, ANALYSIS_BAD_FILE, ANALYSIS_INTERRUPTED, ANALYSIS_FAILED };

/* Looks at the games of `log`, which is open and tells rules and manifest; `take` is called for each, in
 * order. A damaged line ends it, with errors, as do SIGINT, SIGTERM and SIGHUP. */
enum analysis_end analysis_workers_run(const struct analysis_plan *plan, const struct log_reader *log,
                               void (*take)(void *context, const struct game_analysis *analysis),
                               void *context, struct errors *errors);

#endif
