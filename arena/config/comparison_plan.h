// SPDX-License-Identifier: MIT
/* arena/config/comparison_plan.h - which two bots a run compares, and by which test. */
#ifndef ARENA_CONFIG_COMPARISON_PLAN_H
#define ARENA_CONFIG_COMPARISON_PLAN_H

#include "arena/base/json_read.h"
#include "arena/config/schedule.h"
#include "arena/record/game_stats.h"
#include "arena/stats/sequential_test.h"

/* Re-deals of a case (compare/redeal_case.h): at most so many; and as many as a pilot says
 * (match/pilot.h). */
enum { REDEALS_MOST = 7, REDEALS_AUTO = -1 };
#define REDEAL_WORDS "auto|off|1|2|3|4|5|6|7"

/* What a verdict allows for beyond what was seen: a hand thrown away (hand_cost.h) so rarely that
 * it did not occur, or nothing. */
enum allow_for { ALLOW_FOR_HAND, ALLOW_FOR_NONE };
extern const char *const allow_for_names[2]; /* "hand", "none" */

struct comparison_plan {
    int a, b; /* the bots to compare in detail; -1: none */
    enum allow_for allow_for;
    int redeals;  /* a difference in the auction is dealt again so many times, at most
                       (compare/redeal_case.h); 0: not; REDEALS_AUTO, before the run begins */
    bool bidding; /* the two play cards alike: deals that are bid alike are not played
                       (match/worker.c) */
    bool tested;  /* a sequential test on the difference a - b may end the run */
    struct test_plan test;
};

/* Default values of a test: [0] if the unit is the deal (and on the command line), [1] if it is the
 * session; there are fewer sessions, and each is closer to a normal distribution. */
extern const struct test_plan test_defaults[2];
/* The same for a test with a margin, which needs no minimum and may look often. */
extern const struct test_plan margin_test_defaults[2];

/* Reads the members `compare`, `allow_for`, `redeals`, `bidding` and `test` of a config or a
 * manifest. Without `compare`, the two bots of the schedule, if it has
 * two. `names` are those of all bots; the schedule must be built. */
bool comparison_plan_read(struct comparison_plan *compared, const struct json_value *root,
                          const char *const *names, int bots, const struct schedule *schedule);

/* Whether the two bots sit at a table together. */
bool comparison_plan_pair_meets(const struct comparison_plan *compared,
                                const struct schedule *schedule);

/* By how many points a deal the difference of a unit between bots number `a` and `b` changes at
 * most if one hand is thrown away; 0 if the plan does not allow for that.
 *
 * Re-deals do not make it less. A seat counts the mean of the deal and of its re-deals, so what
 * happens in one of these counts only in part; but the player has the same hand in all of them, and
 * a bot that throws it away in one may do so in each. Where the two differ later, in kontra or in
 * the play of the cards, there are no re-deals. */
double comparison_plan_hand(const struct comparison_plan *compared, const struct skat_rules *rules,
                            const struct schedule *schedule, int a, int b,
                            enum stats_scoring scoring);

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
