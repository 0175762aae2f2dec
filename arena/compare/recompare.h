// SPDX-License-Identifier: MIT
/* arena/compare/recompare.h - compares any two bots of a finished run from its log. */
#ifndef ARENA_COMPARE_RECOMPARE_H
#define ARENA_COMPARE_RECOMPARE_H

#include "arena/log/log_reader.h"
#include "arena/base/errors.h"
#include "arena/config/comparison_plan.h"
#include "arena/result/run_summary.h"

/* Finds the pair `names` among the bots of a folder; with the run's test, if the run compares these
 * two in this order. False with errors if they do not fit. */
bool recompare_find_pair(struct comparison_plan *compared, const struct manifest *manifest,
                         const char *const names[2], const char *folder, struct errors *errors);
/* Replays an open log for the numbers of a summary, compared for this pair; texts and lists come
 * from the pool. False with errors when the log cannot be used, or has other games than
 * summary.json in `folder`; without a summary, a warning on stderr. */
bool recompare(struct log_reader *log, const char *folder, const struct comparison_plan *compared,
               struct run_numbers *numbers, struct pool *pool, struct errors *errors);

#endif
