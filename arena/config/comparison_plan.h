// SPDX-License-Identifier: MIT
/* arena/config/comparison_plan.h - which two bots a run compares, and by which test. */
#ifndef ARENA_CONFIG_COMPARISON_PLAN_H
#define ARENA_CONFIG_COMPARISON_PLAN_H

#include "arena/base/json_read.h"
#include "arena/config/schedule.h"
#include "arena/stats/sequential_test.h"

/* Re-deals of a case (compare/redeal_case.h): at most so many; and as many as a pilot says
 * (match/pilot.h). */
enum { REDEALS_MOST = 7, REDEALS_AUTO = -1 };
#define REDEAL_WORDS "auto|off|1|2|3|4|5|6|7"

struct comparison_plan {
    int a, b;                   /* the bots to compare in detail; -1: none */
    double largest;             /* difference of a unit that is possible, in points a deal
                       (largest_difference.h); 0: what follows from the rules */
    double largest_with_faults; /* the same once a difference was beyond that one, where the number
                                   of deals is fixed in advance */
    int redeals;                /* a difference in the auction is dealt again so many times, at most
                       (compare/redeal_case.h); 0: not; REDEALS_AUTO, before the run begins */
    bool bidding;               /* the two play cards alike: deals that are bid alike are not played
                       (match/bid_scout.h) */
    bool tested;                /* a sequential test on the difference a - b may end the run */
    struct test_plan test;
};

/* Default values of a test: [0] if the unit is the deal (and on the command line), [1] if it is the
 * session; there are fewer sessions, and each is closer to a normal distribution. */
extern const struct test_plan test_defaults[2];
/* The same for a test with a margin, which needs no minimum and may look often. */
extern const struct test_plan margin_test_defaults[2];

/* Reads the members `compare`, `largest_difference` and its like with faults, `redeals`, `bidding`
 * and `test` of a config or a manifest. Without `compare`, the two bots of the schedule, if it has
 * two. `names` are those of all bots; the schedule must be built. */
bool comparison_plan_read(struct comparison_plan *compared, const struct json_value *root,
                          const char *const *names, int bots, const struct schedule *schedule);

/* Whether the two bots sit at a table together. */
bool comparison_plan_pair_meets(const struct comparison_plan *compared,
                                const struct schedule *schedule);

/* Sets the largest differences by the rules, unless they were given: one that is given for deals
 * without faults holds for those with faults, too, if none is given for those. */
void comparison_plan_settle(struct comparison_plan *compared, const struct skat_rules *rules,
                            const struct schedule *schedule);

/* Adds these members if two bots are compared, and `test` if there is one. */
void comparison_plan_to_json(const struct comparison_plan *compared, const char *const *names,
                             cJSON *root);

/* Adds the members of a plan to an object, as in a config. Numbers of units that are 0 are omitted:
 * their defaults apply. */
void test_plan_to_json(const struct test_plan *plan, cJSON *test);

/* Why this test is not possible, or would accept the worse of two bots, which is nearly always a
 * mistake: the end of a sentence, or NULL if it is as it should be. */
const char *test_plan_wrong(const struct test_plan *plan);

#endif
