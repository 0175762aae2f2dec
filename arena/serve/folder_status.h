// SPDX-License-Identifier: MIT
/* arena/serve/folder_status.h - how far the run in a result folder is, and its verdict so far. */
#ifndef ARENA_SERVE_FOLDER_STATUS_H
#define ARENA_SERVE_FOLDER_STATUS_H

#include <cjson/cJSON.h>

#include "arena/base/errors.h"

/* Of a run that is played, was interrupted or is over, as board_status() has it; of a shard of a
 * run that joined a board, what the board says, as long as it is there. Reads all games, and of
 * a run that is played it looks twice, two seconds apart. NULL with an error. The caller deletes
 * it. */
cJSON *folder_status(const char *folder, struct errors *errors);

#endif
