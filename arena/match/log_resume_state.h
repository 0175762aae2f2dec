// SPDX-License-Identifier: MIT
/* arena/match/log_resume_state.h - the state of a run, read back from its log and checked.
 *
 * Every game is replayed as `verify` does, so what is continued or merged is what was played. Only
 * whole units count (deals with all their tables, or sessions): a run that was cut off resumes
 * after the last whole unit. Where the log has only a part of the games, the journal of the units
 * says what was counted of the others. */
#ifndef ARENA_MATCH_LOG_RESUME_STATE_H
#define ARENA_MATCH_LOG_RESUME_STATE_H

#include "arena/compare/inconsistency.h"
#include "arena/compare/run_stats.h"
#include "arena/log/log_reader.h"
#include "arena/match/answer_audit.h"
#include "arena/record/tally.h"

struct log_resume_state {
    struct tally tally;
    uint64_t deals, games; /* in whole units */
    int64_t bytes;         /* of the log, up to the end of the last whole unit */
    uint64_t cut;          /* games after that, of an unfinished unit; includes a torn one */
    int64_t journal_bytes; /* of the journal, up to the end of that unit; 0 without one */
};

/* Reads all of an open log that has its manifest, and adds the games of whole units to `stats`, to
 * `finder` and to `audit` (any of them may be NULL), up to the verdict of a test. Their lines are
 * copied to `copy`, the file `copy_path`, unless it is NULL. False with errors when a line is not
 * the game that belongs there, or when the copy cannot be written; in that case its error indicator
 * is set. */
bool log_resume_state_read(struct log_resume_state *journal, struct log_reader *log,
                           struct run_stats *stats, struct inconsistency_finder *finder,
                           struct answer_audit *audit, FILE *copy, const char *copy_path,
                           struct errors *errors);

/* The same for a log that keeps a part of the games, with the journal in `folder`
 * (unit_journal.h): tally and statistics are the journal's, of the log the lines of its units count
 * and are replayed. */
bool log_resume_state_read_part(struct log_resume_state *journal, struct log_reader *log,
                                const char *folder, struct run_stats *stats,
                                struct inconsistency_finder *finder, struct answer_audit *audit,
                                FILE *copy, const char *copy_path, struct errors *errors);

#endif
