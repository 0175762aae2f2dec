// SPDX-License-Identifier: MIT
/* arena/result/decide_verdict.h - decides what a run shows, by all that its summary has. */
#ifndef ARENA_RESULT_DECIDE_VERDICT_H
#define ARENA_RESULT_DECIDE_VERDICT_H

#include "arena/result/run_summary.h"

/* `plays`: what the two bots that were compared played alone; NULL if they did not. The verdict
 * comes from the pool, and so do its texts, but for those of the summary. */
struct run_verdict *decide_verdict(const struct run_summary *summary, const struct lone_play *plays,
                                   struct pool *pool);

/* The same of a pair of a run whose test, of `tested`, may have ended it at any time: of those two
 * in the other order by the interval of that test, turned; of any others there is none. */
struct run_verdict *decide_verdict_of_pair(const struct run_summary *summary,
                                           const struct test_result *test,
                                           const struct comparison *tested, struct pool *pool);

/* The same where nothing was played, since bots `a` and `b` are the same file with the same
 * options: a question for their author. */
struct run_verdict *decide_verdict_of_one_file(const char *a, const char *b, struct pool *pool);

#endif
