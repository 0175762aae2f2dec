// SPDX-License-Identifier: MIT
/* arena/match/board.h - a folder that the shards of a run share, so that they stop together.
 *
 * Each shard appends the sums of its units to a file of its own, which nobody else writes. Whoever
 * reads all of them judges the gapless beginning of the run, as far as it is there, by the run's
 * test: once that has decided, no shard plays on. When a shard looks decides how soon it stops and
 * nothing else: what `merge` makes of the shards ends with the unit that decided.
 *
 * It is a note of what the logs have, never the state of a run: a shard that is continued writes
 * its file again from its log. So nothing is synced; a record that is torn or damaged, and all
 * after it, count as not there. */
#ifndef ARENA_MATCH_BOARD_H
#define ARENA_MATCH_BOARD_H

#include "arena/base/errors.h"
#include "arena/compare/run_stats.h"
#include "arena/log/manifest.h"

/* ---- reading ---- */

struct board_reader {
    const char *folder;
    int shards;              /* of the run */
    struct manifest whole;   /* as one machine would have written it */
    struct run_stats *stats; /* of the gapless beginning */
    int64_t faults[2];       /* games of it that ended by a fault of a, or of b */
    int shard;               /* that is read next, from 1 */
    uint64_t next;           /* its unit that is read next */
};

/* Is this folder a board? */
bool board_exists(const char *folder);
/* Opens a board, `folder` outlives it. False with an error. The caller closes it in any case. */
bool board_reader_open(struct board_reader *reader, const char *folder, struct errors *errors);
void board_reader_close(struct board_reader *reader);
/* Reads what is new of the beginning. Returns whether the test has decided. */
bool board_reader_look(struct board_reader *reader);

/* What a shard has written. */
struct board_shard {
    bool begun;
    uint64_t units, of;  /* finished, and all of the shard */
    uint64_t timed;      /* those that were played in one go, with their times: */
    int64_t from, until; /* when the first and the last of these were, in seconds since 1970 */
    bool interrupted;    /* it has noted that it was, and has not gone on */
};
/* What the board has of shard `number`, from 1. */
struct board_shard board_shard(const struct board_reader *reader, int number);

/* ---- writing ---- */

struct board;

/* Puts the shard of a run on a board, whose folder is created if there is none: `manifest` is that
 * of the shard. NULL with an error: another run or other shards are there, or it cannot be written.
 */
struct board *board_join(const char *folder, const cJSON *manifest, struct errors *errors);
void board_leave(struct board *board); /* NULL is allowed */

/* Adds the next unit of the shard: a watcher of its statistics, with the board as its context. */
void board_add(void *board, const struct unit_sums *sums);
/* From now on units are played, not read back from a log. */
void board_begin_play(struct board *board);
/* Notes that the shard was interrupted; one that goes on writes its file again. */
void board_note_interruption(struct board *board);
/* Hands what was added to the system; a failure is told once, on standard error, and the shard
 * plays on without the others. Has the run's test decided, by what all shards have written? Looks
 * once a second at most, and when it is asked first. */
bool board_decided(struct board *board);
/* What it has read. */
const struct board_reader *board_reader_of(const struct board *board);

#endif
