// SPDX-License-Identifier: MIT
/* arena/compare/head_to_head.h - compares two bots on the same deals: the difference, its error,
 * and where it comes from.
 *
 * In each game with both bots at the table, the difference is the mean score of a's seats minus
 * that of b's seats. A unit's difference is the mean over its games; the reported difference is the
 * mean over units. If a bot has n seats at the table, each counts 1/n (SEAT_WEIGHT). Splits by
 * role, game and position use the same weights, so their parts add up to the difference.
 *
 * With re-deals (redeal_case.h) a unit's difference is changed by what they say of it; splits and
 * swings stay those of the games as dealt. */
#ifndef ARENA_COMPARE_HEAD_TO_HEAD_H
#define ARENA_COMPARE_HEAD_TO_HEAD_H

#include "arena/config/comparison_plan.h"
#include "arena/record/game_stats.h"
#include "arena/stats/histogram.h"
#include "arena/stats/moments.h"
#include "arena/stats/order_test.h"
#include "arena/compare/redeals.h"
#include "arena/compare/swings.h"
#include "arena/result/comparison.h"

/* What each bot did in one position of the same deal. */
enum declared_class {
    DECLARED_BOTH,
    DECLARED_ONLY_A,
    DECLARED_ONLY_B,
    DECLARED_NEITHER,
    DECLARED_CLASSES
};

enum { CALIBRATION_ROWS = 6, BID_ROWS, CURVE_POINTS = 256 }; /* the last BID_ROW: no bid */

/* What a unit says of the difference: its own sum, and the sums of all units. In `weight`-ths of
 * points unless said otherwise. */
struct unit_sum {
    int64_t now; /* of the unit in progress */
    struct moments all;
};
enum {
    SUM_SCORE,                                 /* by enum stats_scoring */
    SUM_CHANGED = SUM_SCORE + STATS_SCORINGS,  /* of the primary score, by re-deals */
    SUM_AS_DEALT,                              /* the primary score without them */
    SUM_REDEALT,                               /* cases by enum redeal_class, primary scoring */
    SUM_ROLE = SUM_REDEALT + REDEAL_CLASSES,   /* the splits: by role, */
    SUM_GAME = SUM_ROLE + STATS_ROLES,         /* game, */
    SUM_POSITION = SUM_GAME + STATS_GAMES,     /* position, the last one sitting out, */
    SUM_BID = SUM_POSITION + SKAT_PLAYERS + 1, /* and final bid */
    SUM_FIRST = SUM_BID + BID_ROWS,            /* whole deals, by the first decision that differs */
    SUM_DECLARES = SUM_FIRST + STATS_STAGES + 1, /* by game: seats as declarer, without points */
    SUM_DECLARES_ANY = SUM_DECLARES + STATS_GAMES,
    SUM_WORTH,                                  /* over matches, times the weights of both seats */
    SUM_HIGHEST = SUM_WORTH + DECLARED_CLASSES, /* likewise, without weights */
    SUM_AHEAD,                                  /* 2 a ahead, 1 equal, 0 behind */
    SUM_DIVERGENT,                              /* deals */
    UNIT_SUMS,
    SPLIT_PARTS = SUM_FIRST - SUM_ROLE
};

/* Counts of one of the two bots. */
struct compared_bot {
    struct {
        int64_t seats, points;
    } splits[SPLIT_PARTS]; /* by sum, from SUM_ROLE on */
    struct bidder bidder;
    struct games_won bids[CALIBRATION_ROWS];
    int64_t game_declared[STATS_GAMES], game_weights[STATS_GAMES]; /* as declarer; weighted */
    int64_t class_won[DECLARED_CLASSES]; /* matches in which it declared and won */
    int64_t highest;                     /* sum over matches */
};

struct curve_point {
    int64_t units;
    struct estimate estimate;
};

struct head_to_head {
    const struct schedule *schedule;
    int a, b;
    int weight;  /* of a point in all sums: SEAT_WEIGHT, or REDEAL_WEIGHT */
    int redeals; /* of a case, at most; 0: none */
    const struct skat_rules *rules;
    int players; /* of a game: occupied positions */
    enum stats_scoring primary;
    double hand[STATS_SCORINGS]; /* comparison_plan_hand() */
    uint8_t (*seats_of)[2];      /* by arrangement: how many seats a and b have */
    uint32_t *class_of;          /* by arrangement: equal if only a and b swap seats */
    bool comparable;             /* some class has several tables, so that different play shows */
    int per_deal;                /* tables of a deal with both: the same for all deals */
    int matches;                 /* pairs of games of a deal with a and b in the same position, for
                                 each position; 0 if the number depends on the position */
    struct unit_sum sums[UNIT_SUMS];
    int64_t units, deals, divergent;
    bool bidding;                   /* bids alone are compared: comparison_plan */
    struct unplayed_deals unplayed; /* `games` follows from `deals` */
    struct histogram histogram[STATS_SCORINGS];
    struct redeal_change redealt;
    int64_t first_deals[STATS_STAGES + 1];
    int64_t class_matches[DECLARED_CLASSES], higher[3]; /* a higher, b higher, the same */
    int64_t better, equal;                              /* units with difference > 0, and 0 */
    struct compared_bot bots[2];
    struct curve_point curve[CURVE_POINTS];
    int curve_count;
    int64_t curve_step;
    struct swings swings;
    struct {
        struct order_test difference, divergence;
    } order;
};

/* The two of a plan, which share some table of the schedule. The schedule outlives the comparison.
 * Returns NULL unless every deal has the same number of tables with both. The caller frees it. */
struct head_to_head *head_to_head_new(const struct schedule *schedule,
                                      const struct skat_rules *rules,
                                      const struct comparison_plan *plan);
void head_to_head_free(struct head_to_head *two); /* NULL is allowed */

/* Adds the games of one deal, all of its group, in order. */
void head_to_head_add_deal(struct head_to_head *two, const struct game_stats *games);
/* Adds what the re-deals of that deal change. */
void head_to_head_change(struct head_to_head *two, const struct redeal_change *change);
/* Ends a unit: the deals added since the last call. */
void head_to_head_end_unit(struct head_to_head *two);

/* Ranges of final bids; the last row is open-ended and has `to` 0. */
struct calibration_row {
    int from, to;
};
extern const struct calibration_row head_to_head_calibration_rows[CALIBRATION_ROWS];

/* Do both bots sit at the tables of this arrangement? */
static inline bool head_to_head_holds_both(const struct head_to_head *two, uint32_t arrangement)
{
    return two->seats_of[arrangement][0] && two->seats_of[arrangement][1];
}

/* What the units say of the difference in the primary scoring. */
static inline struct unit_sum *head_to_head_difference(struct head_to_head *two)
{
    return &two->sums[SUM_SCORE + two->primary];
}

/* Deals of a unit: one, or those of a session. */
static inline int64_t head_to_head_deals_of_unit(const struct head_to_head *two)
{
    return two->schedule->whole_sessions ? (int64_t)two->schedule->deals : 1;
}

/* The factor from a sum over a unit, in `weight`-ths, to points a deal. */
double head_to_head_scale(const struct head_to_head *two);

/* The differences of all units in points a deal, by enum stats_scoring. Their bounds are the cost
 * of a hand or, if it is larger, the largest that occurred. The caller frees sample.values. */
struct counted_sample head_to_head_sample(const struct head_to_head *two, int scoring);

/* All numbers, whose lists come from the pool; names stay those of the caller. Finds the decisions
 * that differ in `log`; NULL: there is no log. */
void head_to_head_result(const struct head_to_head *two, const char *const *names, const char *log,
                         struct comparison *comparison, struct pool *pool);

#endif
