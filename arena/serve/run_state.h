// SPDX-License-Identifier: MIT
/* arena/serve/run_state.h - what goes on in a result folder, and how far its run and the shards
 * beside it are. Looks, and changes nothing: not even for a moment does it take the lock of a run.
 */
#ifndef ARENA_SERVE_RUN_STATE_H
#define ARENA_SERVE_RUN_STATE_H

#include <stdint.h>

#include "arena/log/manifest.h"

enum run_state {
    RUN_STATE_NONE,     /* no run, or the folder is gone */
    RUN_STATE_PLAYING,  /* a process plays it */
    RUN_STATE_STOPPED,  /* it was interrupted or killed, and can be resumed */
    RUN_STATE_FINISHED, /* its summary is there, and nothing to resume */
    RUN_STATES
};
extern const char *const run_state_names[RUN_STATES];

enum run_state run_state_of(const char *folder);

/* A number that is another one when the files of a folder that a page is made of have changed, were
 * made or were removed. */
uint64_t folder_stamp(const char *folder);

/* Games of the run, or of its shard, up to the last one that the log in the folder has, by its last
 * line alone; 0 if it has none. */
uint64_t log_tail_games(const char *folder, const struct schedule *schedule);

/* Of a folder with a shard: an array, by number, of {"folder" (its name), "number", "of", "state"
 * (run_state_names), "games", "planned"} of each shard of the same run in the folder above, this
 * one included. Games are counted to the last that the log has. NULL for a run that is no shard, or
 * several merged ones. `manifest`: that of the folder. The caller deletes it. */
cJSON *run_shards(const char *folder, const struct manifest *manifest);

#endif
