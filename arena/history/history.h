// SPDX-License-Identifier: MIT
/* arena/history/history.h - `skat-arena history`: how strong the bots of commits are. */
#ifndef ARENA_HISTORY_HISTORY_H
#define ARENA_HISTORY_HISTORY_H

#include "arena/history/commit_bot.h"
#include "arena/result/history_result.h"

/* What history.json and bisect.json begin with, but for the sentence; `config` is that of some
 * comparison of the plan. Texts come from the pool. */
struct history_head history_head_of(const struct commit_plan *plan, const struct config *config,
                                    struct pool *pool);

/* What these files say of a commit and its bot. */
struct history_commit history_commit_of(const struct git_commit *commit,
                                        const struct commit_bot *bot);

/* What they say of a run; the folder as `shown` is from the result folder. The second bot is called
 * by this name. */
struct history_duel *history_duel_of(const struct campaign_run *run, const char *cache,
                                     const char *second, struct pool *pool);

/* Plays all commits against their parents and the anchor, and the newest against the oldest.
 * *history gets what was played, also after an interruption; its texts come from the pool. Returns
 * an exit code: EXIT_OK, EXIT_INTERRUPTED, or EXIT_USAGE, EXIT_BAD_FILE, EXIT_INTERNAL with errors.
 */
int history_play(struct history_result *history, const struct commit_plan *plan,
                 const struct git_commits *commits, const char *anchor, struct pool *pool,
                 struct errors *errors);

#endif
