// SPDX-License-Identifier: MIT
/* arena/history/commit_build.h - the bot module of a commit: built in a worktree, kept by its
 * bytes.
 *
 * CACHE/modules/HASH.so is a module, CACHE/builds/COMMIT-WHAT.json says which one a commit gave
 * with this build command; CACHE/tree is the worktree of the commit that is built, the same place
 * for all: compilers write it into what they make. Only what was built is kept: a build that failed
 * is tried again, since what it lacked may be there by then. */
#ifndef ARENA_HISTORY_COMMIT_BUILD_H
#define ARENA_HISTORY_COMMIT_BUILD_H

#include "arena/history/git_repository.h"

/* How a module is built. */
struct build_plan {
    const char *command; /* for the shell, run in the repository's folder in the worktree */
    const char *module;  /* the file that it makes, from there */
    const char *cache;   /* a folder that exists; absolute */
};

/* What came of it; texts come from the pool. */
struct commit_build {
    bool built;
    const char *sha256; /* of the module */
    const char *path;   /* of the copy that is kept */
    const char *note;   /* why it was not built; NULL */
};

/* The file that a command makes: its last word, if that ends in ".so"; from the pool. NULL: no such
 * word. */
const char *build_module_of(const char *command, struct pool *pool);

/* Builds the module of a commit, or takes it from the cache. Returns an exit code: EXIT_OK, also
 * for a commit that does not build; EXIT_INTERRUPTED; EXIT_INTERNAL with errors. */
int commit_build_make(const struct git_repository *repository, const struct build_plan *plan,
                      const struct git_commit *commit, struct commit_build *build,
                      struct pool *pool, struct errors *errors);

#endif
