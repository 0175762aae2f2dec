// SPDX-License-Identifier: MIT
/* arena/import/import_journal.h - the games of an unfinished import, so that it can go on: an entry
 * for each block of records, with what is counted of its games, where the next record begins, and
 * how long the files of the results are. */
#ifndef ARENA_IMPORT_IMPORT_JOURNAL_H
#define ARENA_IMPORT_IMPORT_JOURNAL_H

#include "arena/base/errors.h"
#include "arena/import/import_totals.h"
#include "arena/iss/iss_record.h"
#include "arena/record/game_stats.h"
#include "arena/record/tally.h"

/* Its name in the folder of the results. */
#define IMPORT_JOURNAL_FILE "import.part"

/* What is written to: the order of `length` below. */
enum import_output { IMPORT_LOG, IMPORT_RECORDS, IMPORT_ISSUES, IMPORT_OUTPUTS };

/* A game: what is counted of it later, its players, and its record (record_index.h). */
struct import_game {
    struct game_stats stats;
    char names[SKAT_PLAYERS][ISS_NAME_SIZE];
    uint64_t key;
};

/* Where an import stands after a record. Plain data; what is counted is so from the beginning. */
struct import_place {
    uint32_t source;                /* number of the file that is read */
    uint64_t bytes;                 /* of it, before the next record */
    uint64_t line, column;          /* where that begins */
    bool torn;                      /* records.sgf does not end with a newline */
    int64_t length[IMPORT_OUTPUTS]; /* of the files that are written */
    struct import_totals totals;    /* without the names of files */
    uint32_t first[ISSUE_REASONS];  /* the number of the file that has the first of each */
    struct tally tally;
};

struct import_journal;

/* Opens the journal in `folder`, of the work that `work` describes (one line). With `resume` its
 * entries are read first, with import_journal_next(). NULL with an error, as journal_open(). One of
 * the last two functions must follow. */
struct import_journal *import_journal_open(const char *folder, const char *work, bool resume,
                                           struct errors *errors);

/* Is there one in the folder? */
bool import_journal_exists(const char *folder);

/* The games of the next block that is there, *count of them, with where the import, of so many
 * files, stood after it. Valid until the next call. NULL after the last one, or with an error when
 * the next one is none: whatever is used as an index is checked, and texts end. */
const struct import_game *import_journal_next(struct import_journal *journal, int sources,
                                              struct import_place *place, size_t *count,
                                              struct errors *errors);

/* Notes a game for the next entry. */
void import_journal_game(struct import_journal *journal, const struct import_game *game);

/* How many games were noted since the last entry. */
size_t import_journal_noted(const struct import_journal *journal);

/* Adds an entry of these games. All that is written of them must be on the disk. */
void import_journal_add(struct import_journal *journal, const struct import_place *place);

/* Keeps it for later, or removes it. False with an error. */
bool import_journal_keep(struct import_journal *journal, struct errors *errors);
bool import_journal_remove(struct import_journal *journal, struct errors *errors);

#endif
