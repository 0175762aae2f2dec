// SPDX-License-Identifier: MIT
/* arena/serve/run_status.h - how far a run and its shards are, and the verdict so far: what
 * `results --status` says, by a board (arena/match/board.h) or by a result folder. */
#ifndef ARENA_SERVE_RUN_STATUS_H
#define ARENA_SERVE_RUN_STATUS_H

#include <cjson/cJSON.h>

#include "arena/base/errors.h"

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

/* The run of a board, its shards, and the verdict on its gapless beginning. NULL with an error. The
 * caller deletes it. */
cJSON *board_status(const char *folder, struct errors *errors);

/* The same of a run in a result folder that is played, was interrupted or is over; of a shard of a
 * run that joined a board, what the board says, as long as it is there. Reads all games, and of a
 * run that is played it looks twice, two seconds apart. NULL with an error. The caller deletes it.
 */
cJSON *folder_status(const char *folder, struct errors *errors);

#endif
