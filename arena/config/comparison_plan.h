/* arena/config/comparison_plan.h - what a run is to find out: which two bots it compares, and by which test. */
#ifndef ARENA_CONFIG_COMPARISON_PLAN_H
#define ARENA_CONFIG_COMPARISON_PLAN_H

#include "arena/base/json_read.h"
#include "arena/config/schedule.h"
#include "arena/stats/sequential_test.h"

struct comparison_plan {
    int a, b;              /* bots that are compared in detail; -1: none are */
    bool tested;           /* a sequential test on the difference a - b may end the run */
    struct test_plan test;
};

/* What a test has where its keys are left out: [0] where the unit is the deal (and on the command
 * line), [1] where it is the session, of which there are fewer and each is closer to normal. */
extern const struct test_plan test_defaults[2];

/* Reads the members `compare` and `test` of a config or a manifest. Without `compare` the bots are
 * those of the schedule when there are two. `names` are of all bots; the schedule is built. */
bool comparison_plan_read(struct comparison_plan *compared, const struct json_value *root,
                   const char *const *names, int bots, const struct schedule *schedule);

/* Do the two bots sit at some table together? */
bool comparison_plan_pair_meets(const struct comparison_plan *compared, const struct schedule *schedule);

/* Adds both members, where there is something to say. */
void comparison_plan_to_json(const struct comparison_plan *compared, const char *const *names, cJSON *root);

/* Adds the members of a plan to an object, as a config has them. Numbers of units that are 0 are left
 * to the defaults. */
void test_plan_to_json(const struct test_plan *plan, cJSON *test);

/* Which hypotheses cannot be tested: NULL, or a sentence's end. */
const char *test_plan_wrong(const struct test_plan *plan);

#endif
