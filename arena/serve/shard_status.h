// SPDX-License-Identifier: MIT
/* arena/serve/shard_status.h - how far a run or a shard of one is, and what `results` says of both.
 */
#ifndef ARENA_SERVE_SHARD_STATUS_H
#define ARENA_SERVE_SHARD_STATUS_H

#include <cjson/cJSON.h>

#include "arena/result/run_verdict.h"

/* Stopped: not finished, and no more is needed of it. */
enum shard_state {
    SHARD_NOT_BEGUN,
    SHARD_INTERRUPTED,
    SHARD_STOPPED,
    SHARD_SILENT,
    SHARD_PLAYING,
    SHARD_FINISHED,
    SHARD_STATES
};
extern const char *const shard_state_words[SHARD_STATES];

struct shard_status {
    int number; /* from 1 */
    enum shard_state state;
    double units, of; /* finished, NaN: not known; and all of the shard */
    double rate;      /* units a second; NaN: not known */
    double last;      /* seconds since it was last heard of; NaN: not known */
};

struct run_status {
    const char *folder, *run; /* its name, and that of the run */
    bool whole_sessions;      /* units are sessions */
    double units, planned;    /* of all shards: finished, NaN: not known; and of the run */
    double judged;            /* units that the verdict rests on */
    int shard;            /* the verdict is of this shard alone; 0: of the beginning of the run */
    double rate;          /* of all shards that play; NaN: not known */
    double left;          /* seconds, if all are played; 0: over; NaN: not known */
    bool tested, decided; /* a sequential test; it has a verdict */
    const struct run_verdict *verdict; /* NULL: there is none yet */
};

/* What is shown, as JSON without its shards, and a part of it. The caller deletes it. */
cJSON *run_status_to_json(const struct run_status *status);
cJSON *shard_status_to_json(const struct shard_status *shard);
/* Adds the shards, and how many of them are in each state. */
void run_status_add_shards(cJSON *root, cJSON *shards);

/* The time that the rest of the run takes. */
double run_status_left(const struct run_status *status);

#endif
