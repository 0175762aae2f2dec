// SPDX-License-Identifier: MIT
/* arena/history/history.h - `skat-arena history`: how strong the bots of commits are. */
#ifndef ARENA_HISTORY_HISTORY_H
#define ARENA_HISTORY_HISTORY_H

#include "arena/history/commit_bot.h"
#include "arena/result/campaign_result.h"

/* What history.json and bisect.json begin with, but for the sentence; `bot` is some bot that can
 * play as planned. Texts come from the pool. False with errors if it cannot. */
bool history_head_make(struct history_head *head, const struct commit_plan *plan, const char *bot,
                       struct pool *pool, struct errors *errors);

/* What these files say of a commit and its bot. */
struct history_commit history_commit_of(const struct git_commit *commit,
                                        const struct commit_bot *bot);

/* Plays a comparison as planned, of bots that are called by these names, or takes it from the
 * cache; *duel is what the files say of it, from the pool. Returns an exit code, as
 * campaign_play(). */
int history_duel_play(struct history_duel **duel, const struct commit_plan *plan,
                      const char *const bots[2], const char *const names[2], struct pool *pool,
                      struct errors *errors);

/* Plays all commits against their parents and the anchor, and the newest against the oldest.
 * *history gets what was played, also after an interruption; its texts come from the pool. Returns
 * an exit code: EXIT_OK, EXIT_INTERRUPTED, or EXIT_USAGE, EXIT_BAD_FILE, EXIT_INTERNAL with errors.
 */
int history_play(struct history_result *history, const struct commit_plan *plan,
                 const struct git_commits *commits, const char *anchor, struct pool *pool,
                 struct errors *errors);

#endif
