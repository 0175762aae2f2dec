/* arena/compare/regression.h - is a changed bot worse? Judged by a summary of "new" and "old". */
#ifndef ARENA_COMPARE_REGRESSION_H
#define ARENA_COMPARE_REGRESSION_H

#include <cjson/cJSON.h>
#include <stdbool.h>

enum regression_question {
    REGRESSION_FAULTS,     /* more faults than before? */
    REGRESSION_DIVERGENCE, /* does it play differently? (not a failure) */
    REGRESSION_POINTS,     /* is it worse by more than the margin? */
    REGRESSION_CHECKS
};

/* One answer. */
struct regression_check {
    const char *name;
    char text[400];
    bool failed; /* the new bot is worse, or was not shown not to be */
};

struct regression {
    struct regression_check checks[REGRESSION_CHECKS];
    int failures;
    bool undecided; /* for the points, neither verdict was reached */
};

/* `margin`: points a deal by which the new bot may be worse. */
void regression_judge(struct regression *regression, const cJSON *summary, double margin);

#endif
