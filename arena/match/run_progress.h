// SPDX-License-Identifier: MIT
/* arena/match/run_progress.h - how far a run is: for the index, for the live page, and for
 * `results`. Looks, and changes nothing: not even for a moment does it take the lock of a run. */
#ifndef ARENA_MATCH_RUN_PROGRESS_H
#define ARENA_MATCH_RUN_PROGRESS_H

#include <stdint.h>

#include "arena/log/manifest.h"

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

/* How many games are a unit: a deal with all its tables, or a session. */
double run_unit_games(const struct schedule *schedule);

/* A shard as JSON: {"shard", "folder", "state", "units", "of", "units_per_second",
 * "last_seconds_ago"}, where null stands for what is not known. `folder`: its name; NULL: it is on
 * a board. `unit`: games of a unit; `rate`: games a second. */
cJSON *run_shard_json(int number, const char *folder, const struct run_progress *progress,
                      double unit, double rate);

/* Such an array, by number, of the shard in a folder and of all others of the same run beside it;
 * of a run that is no shard, or several merged ones, it has one element. `rate` is of the one in
 * the folder. The caller deletes it. */
cJSON *run_shards(const char *folder, const struct manifest *manifest,
                  const struct run_progress *progress, double rate);

#endif
