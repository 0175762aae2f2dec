/* arena/compare/recompare.h - compares any two bots of a finished run from its log. */
#ifndef ARENA_COMPARE_RECOMPARE_H
#define ARENA_COMPARE_RECOMPARE_H

#include <cjson/cJSON.h>

#include "arena/log/log_reader.h"
#include "arena/base/errors.h"
#include "arena/config/comparison_plan.h"

/* Finds the pair `names` among the bots of a folder. False with errors if they do not fit. */
bool recompare_find_pair(struct comparison_plan *compared, const struct manifest *manifest,
                         const char *const names[2], const char *folder, struct errors *errors);
/* Replays an open log, and returns the members of a summary that compare this pair. Errors when the
 * log cannot be used, or has other games than summary.json in `folder`; without a summary, a
 * warning on stderr. The caller deletes it. */
cJSON *recompare(struct log_reader *log, const char *folder, const struct comparison_plan *compared,
                 struct errors *errors);

#endif
