// SPDX-License-Identifier: MIT
/* arena/regress/regression.h - the verdict on a changed bot, in the lines that tell its reasons.
 * What is decided is decided in arena/result/decide_verdict.h. */
#ifndef ARENA_REGRESS_REGRESSION_H
#define ARENA_REGRESS_REGRESSION_H

#include <cjson/cJSON.h>
#include <stdbool.h>

#include "arena/result/run_summary.h"

/* What is known. */
struct regression_evidence {
    struct lone_play plays[LONE_PLAYS]; /* of both, alone */
    const struct run_verdict *verdict;
    const struct run_summary *summary; /* of the run that compares them; of what the new bot
                                           played alone, if that was enough; NULL: nothing was
                                           played, since both are the same file */
    const char *folder;                /* of the results */
};

struct regression {
    const struct run_verdict *verdict;
    char texts[VERDICT_QUESTIONS][1600]; /* the reason of each of its checks */
};

/* Finds the reasons of the verdict. */
void regression_explain(struct regression *regression, const struct regression_evidence *evidence);

/* The verdict with its reasons as JSON (docs/formats.md); the caller deletes it. */
cJSON *regression_to_json(const struct regression *regression,
                          const struct regression_evidence *evidence);

#endif
