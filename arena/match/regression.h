// SPDX-License-Identifier: MIT
/* arena/match/regression.h - is a changed bot worse? Judged by the audit of both bots alone and by
 * the summary of a run that compares "new" (a) with "old" (b). */
#ifndef ARENA_MATCH_REGRESSION_H
#define ARENA_MATCH_REGRESSION_H

#include <cjson/cJSON.h>
#include <stdbool.h>

#include "arena/match/bot_audit.h"
#include "arena/result/run_summary.h"

/* Chance of calling a bot that fails as often as the old one one that fails more often. */
#define REGRESSION_FAULTS_ALPHA 0.01

enum regression_question {
    REGRESSION_FAULTS,     /* more faults than before? */
    REGRESSION_DIVERGENCE, /* does it play differently? (not a failure) */
    REGRESSION_POINTS,     /* is it worse by more than the margin? */
    REGRESSION_CHECKS
};
enum regression_verdict { REGRESSION_OK, REGRESSION_FAILED, REGRESSION_UNDECIDED };
extern const char *const regression_verdict_names[3]; /* "ok", "failed", "undecided" */

/* One answer. */
struct regression_check {
    const char *name;
    char text[1600];
    enum regression_verdict verdict;
};

enum { REGRESSION_OLD, REGRESSION_NEW };

/* What is known. */
struct regression_evidence {
    struct bot_audit audits[2];        /* of REGRESSION_OLD and REGRESSION_NEW */
    bool same_file;                    /* the modules and options of both are the same */
    const struct run_summary *summary; /* of the run; NULL when the audits were enough */
    const char *folder;                /* of the results */
    double margin;                     /* points a deal by which the new bot may be worse */
};

struct regression {
    struct regression_check checks[REGRESSION_CHECKS];
    enum regression_verdict verdict;
    bool more_faults;    /* REGRESSION_FAULTS failed for games that ended by faults */
    char headline[400];  /* one line */
    const char *warning; /* that the order of the deals matters, the summary's; or NULL */
};

/* Whether the audits alone show that new fails more often, so that nothing need be played: then the
 * results in the folder are those of its audit. */
bool regression_ends_early(const struct bot_audit audits[2]);

void regression_judge(struct regression *regression, const struct regression_evidence *evidence);

/* The judgement as JSON (docs/formats.md); the caller deletes it. */
cJSON *regression_to_json(const struct regression *regression,
                          const struct regression_evidence *evidence);

#endif
