// SPDX-License-Identifier: MIT
/* arena/solve/log_analysis.h - analyses the games of a log on several threads, and keeps what is
 * finished in a journal, an entry for each deal with all its seatings.
 *
 * A thread takes a deal with all seatings at a time, and analyses come in the order of the log. So
 * nothing depends on the number of threads, and memory use does not grow with the log. */
#ifndef ARENA_SOLVE_LOG_ANALYSIS_H
#define ARENA_SOLVE_LOG_ANALYSIS_H

#include "arena/log/log_reader.h"
#include "arena/solve/game_analysis.h"

/* The name of the journal in the folder of the results. */
#define ANALYSIS_JOURNAL_FILE "analysis.part"

/* Which games, and how. */
struct analysis_plan {
    const char *path; /* of the log, for messages */
    struct game_analysis_options options;
    uint64_t first;  /* skip games before this index */
    uint64_t count;  /* maximum number of games; 0: all */
    uint64_t sample; /* every nth deal (session), with all its seatings; 1: all */
    int workers;     /* threads, at least 1 */
    bool progress;   /* show progress in a line on standard error */
};

/* Whether the units of a log are sessions. */
bool log_analysis_by_session(const struct log_reader *log);

struct log_analysis;

/* Opens the journal at `path` of the analysis of `log`, which was opened and not read yet; `take`
 * is called for each game, in the order of the log. With `resume`, for those of the deals that are
 * in the journal at once. NULL with an error, as journal_open(), or an entry is none. Plan and log
 * outlive it; log_analysis_end() must follow. */
struct log_analysis *
log_analysis_open(const struct analysis_plan *plan, struct log_reader *log, const char *path,
                  bool resume, void (*take)(void *context, const struct game_analysis *analysis),
                  void *context, struct errors *errors);

/* Analyses the other games. Returns an exit code: EXIT_OK; EXIT_BAD_FILE with errors, for a line
 * that is damaged; EXIT_INTERRUPTED, by SIGINT, SIGTERM or SIGHUP. */
int log_analysis_run(struct log_analysis *all, struct errors *errors);

/* With the exit code of the whole: keeps the journal of what is to be gone on with, and removes
 * that of what is finished or of a damaged log. Returns the code, or EXIT_INTERNAL with an error.
 */
int log_analysis_end(struct log_analysis *all, int code, struct errors *errors);

#endif
