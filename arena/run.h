/* arena/run.h - the supervisor: plays a configured run with forked workers. */
#ifndef ARENA_RUN_H
#define ARENA_RUN_H

#include <stdio.h>

#include "arena/config.h"
#include "arena/tally.h"

/* What came of it. */
struct run_result {
    struct tally tally;
    uint64_t games;      /* finished and, with a log, written */
    bool interrupted;    /* by SIGINT, SIGTERM or SIGHUP */
    double seconds;      /* wall time */
    uint64_t timed[BOTS_MAX], nanoseconds[BOTS_MAX]; /* decisions that were timed, per bot */
};

/* Plays all games of `config`. Lines go to `log` in schedule order (NULL: none). With `progress`
 * a line on standard error is kept up to date. On failure (the disk is full, a bot cannot start,
 * a worker died in our own code) returns false after a problem; what was finished before is in
 * the log and in *result. SIGINT, SIGTERM and SIGHUP end it after the units that were begun. */
bool run_play(const struct config *config, FILE *log, bool progress, struct run_result *result,
              struct problems *problems);

#endif
