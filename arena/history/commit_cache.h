// SPDX-License-Identifier: MIT
/* arena/history/commit_cache.h - the folder that keeps modules and runs of commits. */
#ifndef ARENA_HISTORY_COMMIT_CACHE_H
#define ARENA_HISTORY_COMMIT_CACHE_H

#include "arena/base/errors.h"
#include "arena/base/pool.h"

/* Makes the folder `path` if it is not there, and claims it for this process until the pool is
 * freed: two builds in one worktree would spoil each other. Returns its absolute path, from the
 * pool; NULL with an error, also when another process has it. */
const char *commit_cache_open(const char *path, struct pool *pool, struct errors *errors);

#endif
