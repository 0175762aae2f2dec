/* arena/match/log_resume_state.h - a log as the state of its run: what has been played, read back and checked.
 *
 * Every game is replayed as `verify` does, so what is continued or merged is what was played. Games
 * count by whole units (deals with all their tables, or sessions): a run that was cut off goes on
 * behind the last whole one. */
#ifndef ARENA_MATCH_LOG_RESUME_STATE_H
#define ARENA_MATCH_LOG_RESUME_STATE_H

#include "arena/compare/run_stats.h"
#include "arena/log/log_reader.h"
#include "arena/record/tally.h"

struct log_resume_state {
    struct tally tally;
    uint64_t deals, games; /* of whole units */
    int64_t bytes;         /* of the log, up to the end of the last whole unit */
    uint64_t cut;          /* games behind it, of a unit that was not finished; a torn one, too */
};

/* Reads the whole of an open log that has its manifest, and feeds `analysis` (NULL is allowed) with the
 * games of whole units, up to the verdict of a test. `copy`, where it is not NULL, takes their lines;
 * it is the file `copy_path`. False with errors when a line is not the game that belongs there, or
 * the copy cannot be written: then it has its error indicator set. */
bool log_resume_state_read(struct log_resume_state *journal, struct log_reader *log, struct run_stats *stats,
                  FILE *copy, const char *copy_path, struct errors *errors);

#endif
