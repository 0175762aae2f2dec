// SPDX-License-Identifier: MIT
/* arena/match/unit_journal.h - journal.bin: what was counted of each unit of a run whose log keeps
 * only a part of the games, so that it can be continued and merged.
 *
 * The log is the state of a run where it has all games. With --log divergent most deals are not in
 * it; of these the journal has what everything else is computed from: the tally of the unit and the
 * game statistics of its games, with runs of zeros left out, each game as the difference from the
 * one before. It is written after the lines of the unit, and says where in the log they end. A
 * record that is cut off or damaged ends it; so does one whose lines are not in the log.
 * A checksum is not a signature: whoever gives away a folder can write any record. So one that is
 * whole is checked, field by field, before anybody sees it, and refused if this program cannot have
 * written it of this schedule.
 *
 * It is the memory of the program that wrote it: another build does not read it, as it does not
 * continue the run (resume.h) or merge it. */
#ifndef ARENA_MATCH_UNIT_JOURNAL_H
#define ARENA_MATCH_UNIT_JOURNAL_H

#include <stdio.h>

#include "arena/base/errors.h"
#include "arena/base/folder.h"
#include "arena/config/schedule.h"
#include "arena/log/result_files.h"
#include "arena/record/game_stats.h"
#include "arena/record/tally.h"

/* Whether there is one in a folder. */
bool unit_journal_exists(const char *folder);

/* ---- writing ---- */

/* Opens a new one, or one to go on with, for a run with so many bots. NULL with an error. The
 * caller closes it with fclose(). */
FILE *unit_journal_open(const char *path, bool append, int bots, struct errors *errors);

/* Adds a unit: its tally, with what inconsistency.h found, its games in schedule order, and where
 * their lines end in the log. False when it cannot be written. */
bool unit_journal_add(FILE *journal, const struct tally *tally, int bots,
                      const struct game_stats *games, uint32_t count, int64_t log_end);

/* ---- reading ---- */

/* A unit that was read. */
struct journaled_unit {
    struct tally tally;
    struct game_stats *games;
    uint32_t count, capacity;
    int64_t log_end; /* of its lines in the log */
    int64_t end;     /* of its record in the journal */
};

struct unit_journal_reader {
    char path[FOLDER_PATH_SIZE];
    FILE *file;    /* NULL: there are no units */
    int64_t begin; /* of the first record; 0 if what is there has not even a head */
    const struct schedule *schedule;
    int bots;
    uint64_t games; /* of the units that were read */
    struct journaled_unit unit;
    unsigned char *packed, *plain;
    size_t packed_room, plain_room;
};

/* Opens the journal in a folder, of a run with this schedule, which must outlive the reader, and so
 * many bots. False with an error if there is none, or if another build has written it. One whose
 * head did not reach the disk whole has no units. The caller ends with unit_journal_close(), also
 * after false. */
bool unit_journal_read(struct unit_journal_reader *reader, const char *folder,
                       const struct schedule *schedule, int bots, struct errors *errors);
void unit_journal_close(struct unit_journal_reader *reader);

/* The next unit, valid until the one after it: it has the games of the schedule that come next, all
 * indices in their statistics are valid, its tally is sound, and it ends in the log where the one
 * before it does, or later. NULL at the end, or where the file is damaged; with an error where a
 * record is whole and has something else, and then for good. */
const struct journaled_unit *unit_journal_next(struct unit_journal_reader *reader,
                                               struct errors *errors);

/* After that: goes back to the end of the last whole record. What a run that is being played adds
 * to the file is then read by the next unit_journal_next(). */
void unit_journal_rewind(struct unit_journal_reader *reader);

#endif
