// SPDX-License-Identifier: MIT
/* arena/config/comparison_plan.h - which two bots a run compares, at which tables, and by which
 * test. */
#ifndef ARENA_CONFIG_COMPARISON_PLAN_H
#define ARENA_CONFIG_COMPARISON_PLAN_H

#include "arena/base/json_read.h"
#include "arena/config/config_bots.h"
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

/* ---- tables that can be compared seat by seat ----
 *
 * Deals on which the two bid differently there can be dealt again (compare/redeal_case.h). */

/* A table of the pair at which one of the two has a single seat. */
struct redeal_table {
    int place;                           /* of the deal's tables */
    uint8_t seat;                        /* of the single one */
    uint8_t counterpart[SKAT_SEATS_MAX]; /* bots by seat, with the other one there, too */
    int counterpart_number;              /* tables with the same counterpart have the same: 0 .. */
    int same_seat;                       /* tables before it with the same single seat */
};

/* The tables of a deal's group that can have cases: each shares its counterpart with
 * another one, since only then games show whether both answer alike. */
struct redeal_tables {
    int count, counterparts;
    struct redeal_table of[ARRANGEMENTS_MAX];
};

/* Lists the tables of the group of arrangement `first` for the bots a and b. Where both have one
 * seat, that of b is the counterpart on even deals, that of a on odd ones. */
void redeal_tables_of(struct redeal_tables *tables, const struct schedule *schedule, uint32_t first,
                      int a, int b, bool odd);

/* Why deals between a and b (-1: none are compared) cannot be dealt again under these rules, by
 * this schedule and these bots: a sentence's end, or NULL. */
const char *redeals_wrong(const struct skat_rules *rules, const struct schedule *schedule, int a,
                          int b, const struct bot *bots, int bot_count);

/* Why deals that a and b (-1: none are compared) bid alike have to be played all the same, although
 * both play cards alike: the same. */
const char *bidding_wrong(const struct skat_rules *rules, const struct schedule *schedule, int a,
                          int b, const struct bot *bots, int bot_count);

#endif
