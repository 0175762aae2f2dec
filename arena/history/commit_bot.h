// SPDX-License-Identifier: MIT
/* arena/history/commit_bot.h - the bot of a commit: built in a worktree, kept by its bytes, loaded,
 * and tried alone, before it plays against others.
 *
 * CACHE/modules/HASH.so is a module, CACHE/builds/COMMIT-WHAT.json says which one a commit gave
 * with this build command; CACHE/tree is the worktree of the commit that is built, the same place
 * for all: compilers write it into what they make. Only what was built is kept: a build that failed
 * is tried again, since what it lacked may be there by then. */
#ifndef ARENA_HISTORY_COMMIT_BOT_H
#define ARENA_HISTORY_COMMIT_BOT_H

#include "arena/campaign/campaign.h"
#include "arena/config/command_config.h"
#include "arena/history/git_repository.h"

/* How a module is built. */
struct build_plan {
    const char *command; /* for the shell, run in the repository's folder in the worktree */
    const char *module;  /* the file that it makes, from there */
    const char *cache;   /* a folder that exists; absolute */
};

/* The file that a command makes: its last word, if that ends in ".so"; from the pool. NULL: no such
 * word. */
const char *build_module_of(const char *command, struct pool *pool);

/* How the bots of commits are built and play. */
struct commit_plan {
    struct git_repository repository;
    struct build_plan build;
    struct campaign *campaign; /* its cache also keeps the modules */
    struct config_overrides overrides;
    /* Rules, scoring, deals, test, others of each comparison; bots and names are those of it. */
    struct two_bots compared;
};

enum commit_status {
    COMMIT_PLAYS,
    COMMIT_NOT_BUILT, /* the build failed, or made no module */
    COMMIT_REFUSED,   /* what was built is no bot that can play by these rules */
    COMMIT_FAILS,     /* the bot fails in most games that it plays alone */
    COMMIT_STATUSES
};
extern const char *const commit_status_names[COMMIT_STATUSES];

/* Texts come from the pool. */
struct commit_bot {
    enum commit_status status;
    const char *sha256; /* of its module; NULL: not built */
    const char *path;   /* of its module */
    const char *note;   /* why it does not play; NULL */
};

/* Finds out what the bot of a commit is. Returns an exit code: EXIT_OK, whatever it is;
 * EXIT_INTERRUPTED; EXIT_INTERNAL with errors. */
int commit_bot_make(const struct commit_plan *plan, const struct git_commit *commit,
                    struct commit_bot *bot, struct pool *pool, struct errors *errors);

/* The config of a comparison as planned: the first bot less the second, called by these names. The
 * caller frees it even on false, which has errors. */
bool commit_plan_config(struct config *config, const struct commit_plan *plan,
                        const char *const bots[2], const char *const names[2],
                        struct errors *errors);

#endif
