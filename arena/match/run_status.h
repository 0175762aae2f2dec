// SPDX-License-Identifier: MIT
/* arena/match/run_status.h - what `results` says of a run: how far it and its shards are, and the
 * verdict so far, by a board (arena/match/board.h) or by a result folder. */
#ifndef ARENA_MATCH_RUN_STATUS_H
#define ARENA_MATCH_RUN_STATUS_H

#include <cjson/cJSON.h>

#include "arena/base/errors.h"

/* The run of a board, its shards, and the verdict on its gapless beginning. NULL with an error. The
 * caller deletes it. */
cJSON *board_status(const char *folder, struct errors *errors);

/* The same of a run in a result folder that is played, was interrupted or is over; of a shard of a
 * run that joined a board, what the board says, as long as it is there. Reads all games, and of a
 * run that is played it looks twice, two seconds apart. NULL with an error. The caller deletes it.
 */
cJSON *folder_status(const char *folder, struct errors *errors);

#endif
