// SPDX-License-Identifier: MIT
/* arena/history/cached_run.h - runs that are played once, whoever asks for them.
 *
 * A run is found by what it plays: its manifest (rules, seed, deals, test, the bytes and options of
 * each bot), but for the paths of modules. CACHE/runs/HASH is its result folder; one that was
 * interrupted is continued. */
#ifndef ARENA_HISTORY_CACHED_RUN_H
#define ARENA_HISTORY_CACHED_RUN_H

#include "arena/base/folder.h"
#include "arena/config/config.h"
#include "arena/result/run_summary.h"

struct cached_run {
    char folder[FOLDER_PATH_SIZE];
    struct run_summary summary; /* its texts and lists come from the pool of the caller */
};

enum { RUN_KEY_SIZE = 33 };

/* The name of a run of this config in the cache. */
void cached_run_key(const struct config *config, char key[RUN_KEY_SIZE]);

/* Plays a config, or takes its result from the cache. Returns an exit code: EXIT_OK,
 * EXIT_INTERRUPTED, EXIT_BAD_FILE or EXIT_INTERNAL with errors. */
int cached_run_play(struct cached_run *run, const struct config *config, const char *cache,
                    struct pool *pool, struct errors *errors);

#endif
