// SPDX-License-Identifier: MIT
/* arena/match/run_progress.h - how far a run is: for the index, for the live page, and for
 * `results`; and its games, while another process plays them. Looks, and changes nothing: not even
 * for a moment does it take the lock of a run. */
#ifndef ARENA_MATCH_RUN_PROGRESS_H
#define ARENA_MATCH_RUN_PROGRESS_H

#include <cjson/cJSON.h>
#include <stdint.h>

#include "arena/base/errors.h"
#include "arena/log/manifest.h"
#include "arena/result/run_summary.h"

enum run_state {
    RUN_NOT_BEGUN,   /* there is no run, or its folder is gone */
    RUN_INTERRUPTED, /* it was interrupted or killed, and can be resumed */
    RUN_STOPPED,     /* of a shard on a board: no more is needed of it */
    RUN_SILENT,      /* of a shard on a board: nothing was heard of it for long */
    RUN_PLAYING,     /* a process plays it */
    RUN_FINISHED,    /* its summary is there, and nothing to resume */
    RUN_STATES
};
extern const char *const run_state_words[RUN_STATES];

enum run_state run_state_of(const char *folder);

/* How far a run is, or one shard of it. */
struct run_progress {
    enum run_state state;
    double games;   /* up to the last one that its log has; NaN: not known, as there is no log */
    double planned; /* games of the run, or of the shard */
    double heard;   /* seconds since its log grew; NaN: not known */
};

/* How far the run in a folder is, whose manifest this is. Reads the end of the log only. */
struct run_progress run_progress_of(const char *folder, const struct manifest *manifest);

/* ---- how fast it is ---- */

/* What was seen of a run that is played; zeroed at first. */
struct run_pace {
    int count;
    struct run_moment {
        int64_t ms;
        double games;
    } seen[64]; /* about a minute, looking once a second */
};

/* Notes how far the run is at this moment. */
void run_pace_note(struct run_pace *pace, const struct run_progress *progress);
/* Games a second; NaN: not known. Where hardly a game came while one looked, it is the rate since
 * the run was begun, pauses included. */
double run_pace_rate(const struct run_pace *pace, const char *folder);

/* ---- shards ---- */

/* A list of shards by number, each {"shard", "folder", "state", "units", "of", "units_per_second",
 * "last_seconds_ago"}, where null stands for what is not known: of the shard in a folder and of all
 * others of the same run beside it; of a run that is no shard, or several merged ones, it has one
 * element. `rate` is of the one in the folder. The caller deletes it. */
cJSON *run_shards(const char *folder, const struct manifest *manifest,
                  const struct run_progress *progress, double rate);

/* ---- its games ----
 *
 * Each is read once, as the log grows. What is counted is what `verify` would of the games that are
 * there: whole units, in the order of the log. */

struct run_follow;

/* Opens a run that has its manifest. NULL with errors; there may be none if the run has only just
 * begun. The caller closes it. */
struct run_follow *run_follow_open(const char *folder, struct errors *errors);
void run_follow_close(struct run_follow *follow); /* NULL is allowed */

/* Reads up to about `most` games that have come. Returns how many were read; 0 if there are no new
 * ones; -1 with errors if what is there are not the games of this run. */
int64_t run_follow_read(struct run_follow *follow, int64_t most, struct errors *errors);
/* Reads all games that have come. False with errors. */
bool run_follow_read_all(struct run_follow *follow, struct errors *errors);

/* Whether another run has taken the place of this one, its log was cut, or its folder is gone. */
bool run_follow_is_over(const struct run_follow *follow);

const struct manifest *run_follow_manifest(const struct run_follow *follow);
/* Games so far, with those that need not be played since their deals are bid alike. */
uint64_t run_follow_games(const struct run_follow *follow);

/* The summary: that of its file if the run has ended, else of what was read. Its texts come from
 * the pool or last as long as `follow`. False if there is none, with errors if it cannot be read.
 */
bool run_follow_summary(const struct run_follow *follow, struct run_summary *summary,
                        struct pool *pool, struct errors *errors);

/* ---- what `results` says of a run ---- */

/* The run of a board, its shards, and the verdict on its gapless beginning. NULL with an error. The
 * caller deletes it. */
cJSON *board_status(const char *folder, struct errors *errors);

/* The same of a run in a result folder that is played, was interrupted or is over; of a shard of a
 * run that joined a board, what the board says, as long as it is there. Reads all games, and of a
 * run that is played it looks twice, two seconds apart. NULL with an error. The caller deletes it.
 */
cJSON *folder_status(const char *folder, struct errors *errors);

#endif
