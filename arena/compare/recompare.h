/* arena/compare/recompare.h - a pair of a run that was played, compared from its log. */
#ifndef ARENA_COMPARE_RECOMPARE_H
#define ARENA_COMPARE_RECOMPARE_H

#include <cjson/cJSON.h>

#include "arena/log/log_reader.h"
#include "arena/base/errors.h"
#include "arena/config/comparison_plan.h"

/* Finds the pair `names` among the bots of a folder. False with errors where it is none. */
bool recompare_find_pair(struct comparison_plan *compared, const struct manifest *manifest,
                         const char *const names[2], const char *folder,
                         struct errors *errors);
/* Replays an open log, and gives the members of a summary that compare this pair. Errors where the log
 * cannot be used, or is not all that summary.json in `folder` is about; where there is no summary, a
 * warning on stderr. The caller deletes it. */
cJSON *recompare(struct log_reader *log, const char *folder, const struct comparison_plan *compared,
                 struct errors *errors);

#endif
