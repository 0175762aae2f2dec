// SPDX-License-Identifier: MIT
/* arena/serve/log_tail.h - how far a log is, by its last line alone. */
#ifndef ARENA_SERVE_LOG_TAIL_H
#define ARENA_SERVE_LOG_TAIL_H

#include <stdint.h>

#include "arena/config/schedule.h"

/* Games of the run, or of its shard, up to the last one that the log in the folder has; 0 if it has
 * none. */
uint64_t log_tail_games(const char *folder, const struct schedule *schedule);

#endif
