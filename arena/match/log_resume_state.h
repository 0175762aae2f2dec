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
#include "arena/match/reported_faults.h"
#include "arena/record/tally.h"

struct log_resume_state {
    struct tally tally;
    uint64_t deals, games; /* in whole units */
    int64_t bytes;         /* of the log, up to the end of the last whole unit */
    uint64_t cut;          /* games after that, of an unfinished unit; includes a torn one */
    bool damaged;          /* what follows did not all reach the disk: a line that has zeros, a
                            * game whose fault was not reported, or a deal without its re-deals */
    int64_t journal_bytes; /* of the journal, up to the end of that unit; 0 without one */
};

/* Where the games of whole units go; any of them may be NULL. */
struct log_resume_sinks {
    struct run_stats *stats;
    struct inconsistency_finder *finder;
    FILE *copy; /* for their lines: the file `copy_path` */
    const char *copy_path;
    FILE *game_stats;               /* for the struct game_stats of each: a temporary file */
    struct redeals_source *redeals; /* of a run with re-deals: reading ends where one is missing */
    const struct reported_faults *reported; /* reading ends at a fault that is not among them */
};

/* Reads an open log that has its manifest, up to its end, to the verdict of a test, or to what did
 * not reach the disk. False with errors when a line is not the game that belongs there, or when the
 * copy or the statistics cannot be written; in that case the error indicator of the file is set. */
bool log_resume_state_read(struct log_resume_state *state, struct log_reader *log,
                           const struct log_resume_sinks *sinks, struct errors *errors);

/* The same for a log that keeps a part of the games, with the journal in `folder`
 * (unit_journal.h): tally and statistics are the journal's, of the log the lines of its units count
 * and are replayed. */
bool log_resume_state_read_part(struct log_resume_state *state, struct log_reader *log,
                                const char *folder, const struct log_resume_sinks *sinks,
                                struct errors *errors);

#endif
