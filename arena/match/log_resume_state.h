// SPDX-License-Identifier: MIT
/* arena/match/log_resume_state.h - the games of a run, read back from its log and folded.
 *
 * Every game is replayed as `verify` does, so what is continued or merged is what was played. Only
 * whole units count (deals with all their tables, or sessions): a run that was cut off resumes
 * after the last whole unit. */
#ifndef ARENA_MATCH_LOG_RESUME_STATE_H
#define ARENA_MATCH_LOG_RESUME_STATE_H

#include "arena/log/log_reader.h"
#include "arena/log/log_writer.h"
#include "arena/compare/run_fold.h"
#include "arena/match/fault_report.h"

struct log_resume_state {
    uint64_t games; /* in whole units, also those that were not played */
    int64_t bytes;  /* of the lines, up to the end of the last whole unit */
    uint64_t cut;   /* games after that, of an unfinished unit; includes a torn one */
    bool damaged;   /* what follows did not all reach the disk: a line that has zeros, a part of a
                       compressed log that cannot be read, a game whose fault was not reported, or a
                       deal without its re-deals */
};

/* How a log is read, and where the games of whole units go; all but folder and fold may be NULL. */
struct log_resume_plan {
    const char *folder;
    int workers; /* threads */
    struct run_fold *fold;
    struct log_writer *copy; /* for their lines */
    FILE *game_stats;        /* for the struct game_stats of each: a temporary file */
    uint64_t first_deal;     /* of the log in a pool of runs, else 0 */
    bool cut; /* the run was cut off: reading ends at a fault that is not reported, and where a
                 compressed log has lost its end; what is not part of a whole unit is cut off, also
                 from faults.jsonl and redeals.jsonl */
};

/* Reads the log of a folder that has its manifest, up to its end, to the verdict of a test, or to
 * what did not reach the disk. False with errors when a line is not the game that belongs there, or
 * when something cannot be written; in that case the error indicator of the file is set. Without an
 * error, it was interrupted. */
bool log_resume_state_read(struct log_resume_state *state, const struct log_resume_plan *plan,
                           struct errors *errors);

#endif
