// SPDX-License-Identifier: MIT
/* arena/match/regression.h - the verdict on a changed bot, in the lines that tell its reasons. What
 * is decided is decided in arena/result/run_verdict.h. */
#ifndef ARENA_MATCH_REGRESSION_H
#define ARENA_MATCH_REGRESSION_H

#include <cjson/cJSON.h>
#include <stdbool.h>

#include "arena/result/run_summary.h"

/* What is known. */
struct regression_evidence {
    struct lone_play plays[LONE_PLAYS]; /* of both, alone */
    bool same_file;                     /* the modules and options of both are the same */
    const struct run_summary *summary;  /* of the run that compares them; of what the new bot
                                           played alone, if that was enough */
    const char *folder;                 /* of the results */
};

struct regression {
    const struct run_verdict *verdict;
    char texts[VERDICT_QUESTIONS][1600]; /* the reason of each of its checks */
};

/* Finds the reasons. The verdict is the summary's. */
void regression_explain(struct regression *regression, const struct regression_evidence *evidence);

/* The verdict with its reasons as JSON (docs/formats.md); the caller deletes it. */
cJSON *regression_to_json(const struct regression *regression,
                          const struct regression_evidence *evidence);

#endif
