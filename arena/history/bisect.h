// SPDX-License-Identifier: MIT
/* arena/history/bisect.h - `skat-arena history --good --bad`: the commit with which a bot lost
 * points.
 *
 * Each step tests a commit against the good one, by the sequential test of `regress`: is it worse
 * by more than the margin? At most 1 + ceil(log2(n)) of n commits are tested: the bad one, and then
 * the middle one of those that may still be the first bad one. So each step gets that part of alpha
 * as the chance that it errs, in either direction. Then, with a chance of at least 1 - alpha, every
 * commit that is called bad is worse than the good one by more than the margin, and every one that
 * is called good is not; however the strength goes up and down in between, the commit that is found
 * is bad and the one tested before it is not. */
#ifndef ARENA_HISTORY_BISECT_H
#define ARENA_HISTORY_BISECT_H

#include "arena/history/commit_bot.h"
#include "arena/result/campaign_result.h"

struct bisect_plan {
    struct commit_plan how; /* its test is set for each step */
    struct git_commit good;
    struct git_commits after; /* the commits after it; the last one is the bad one; >= 1 */
    double margin, alpha;
};

/* Searches. *bisect gets what was found, or how far it came; its texts come from the pool. Unless
 * the campaign is quiet, tells each step on standard error. Returns an exit code: EXIT_OK (found),
 * EXIT_REJECTED (the bad one is not worse), EXIT_UNDECIDED, EXIT_INTERRUPTED, or EXIT_USAGE,
 * EXIT_BAD_FILE (the good or the bad one does not play), EXIT_INTERNAL with errors. */
int bisect_play(struct bisect_result *bisect, const struct bisect_plan *plan, struct pool *pool,
                struct errors *errors);

#endif
