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

/* Where the games of whole units go; all but the fold may be NULL. */
struct log_resume_sinks {
    struct run_fold *fold;
    struct log_writer *copy;        /* for their lines */
    FILE *game_stats;               /* for the struct game_stats of each: a temporary file */
    struct redeals_source *redeals; /* of a run with re-deals: reading ends where one is missing */
    struct fault_reader *reported; /* of a run that was cut off: reading ends at a fault that is not
                                      among them, and where a compressed log has lost its end */
};

/* Reads an open log that has its manifest, up to its end, to the verdict of a test, or to what did
 * not reach the disk. False with errors when a line is not the game that belongs there, or when the
 * copy or the statistics cannot be written; in that case the error indicator of the file is set. */
bool log_resume_state_read(struct log_resume_state *state, struct log_reader *log,
                           const struct log_resume_sinks *sinks, struct errors *errors);

/* Reads the log of a run that was cut off with `workers` threads into the fold and, unless it is
 * NULL, the struct game_stats of each game into `game_stats`; cuts off what is not part of a whole
 * unit, also from faults.jsonl and redeals.jsonl. False with errors. */
bool log_resume_state_continue(struct log_resume_state *state, const char *folder, int workers,
                               struct run_fold *fold, FILE *game_stats, struct errors *errors);

#endif
