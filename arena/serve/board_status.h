// SPDX-License-Identifier: MIT
/* arena/serve/board_status.h - what the board of a run says (arena/match/board.h). */
#ifndef ARENA_SERVE_BOARD_STATUS_H
#define ARENA_SERVE_BOARD_STATUS_H

#include <cjson/cJSON.h>

#include "arena/base/errors.h"

/* The run, its shards, and the verdict on its gapless beginning (shard_status.h). NULL with an
 * error. The caller deletes it. */
cJSON *board_status(const char *folder, struct errors *errors);

#endif
