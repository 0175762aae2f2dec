// SPDX-License-Identifier: MIT
/* arena/history/git_repository.h - commits of a git repository, and worktrees of them. Git is run
 * as a program, with fixed arguments; no shell, no hook and no file system monitor is started. */
#ifndef ARENA_HISTORY_GIT_REPOSITORY_H
#define ARENA_HISTORY_GIT_REPOSITORY_H

#include <stdbool.h>

#include "arena/base/errors.h"
#include "arena/base/memory.h"

struct git_repository {
    const char *folder; /* as it was named; absolute */
    const char *name;   /* the last part of its path */
    const char *prefix; /* where it is below the top of the repository, "bots/mine/"; "": the top */
};

struct git_commit {
    const char *hash;    /* in full */
    const char *date;    /* of the commit, "2026-11-26" */
    const char *subject; /* printable */
};

struct git_commits {
    struct git_commit *list; /* the oldest first */
    int count;
};

enum { GIT_SHORT = 8 }; /* characters of a hash for a person to read */

/* Finds the repository that has this folder; what it points to comes from the pool. False with an
 * error: no folder, no repository, no git. */
bool git_repository_open(struct git_repository *repository, const char *folder, struct pool *pool,
                         struct errors *errors);

/* The full hash of the commit that a user calls `revision`, from the pool. NULL with an error. */
const char *git_commit_hash(const struct git_repository *repository, const char *revision,
                            struct pool *pool, struct errors *errors);

/* The last `most` (0: all) commits of a range ("v1.0..main", "HEAD") that change something in the
 * folder, along first parents, so that each is made from the one before it. False with an error,
 * also for a range that is not valid. */
bool git_commits_read(const struct git_repository *repository, const char *range, int most,
                      struct git_commits *commits, struct pool *pool, struct errors *errors);

/* Whether commit `old` is reached from commit `now` along first parents. */
bool git_commit_is_before(const struct git_repository *repository, const char *old, const char *now,
                          struct errors *errors);

/* Checks a commit out into a new worktree at `path`, which is absolute; what an interrupted command
 * left there is removed. False with an error. git_worktree_remove() ends it. */
bool git_worktree_add(const struct git_repository *repository, const char *hash, const char *path,
                      struct errors *errors);
void git_worktree_remove(const struct git_repository *repository, const char *path);

#endif
