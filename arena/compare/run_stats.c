#include "arena/compare/run_stats.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/memory.h"
#include "arena/compare/head_to_head.h"
#include "arena/compare/estimate_json.h"
#include "arena/base/json_write.h"
#include "arena/compare/rating.h"
#include "arena/record/table_limits.h"
#include "arena/stats/fault_test.h"
#include "arena/stats/holm.h"
#include "arena/stats/stopped_estimate.h"

/* Pairs of different bots at one table, at most. */
enum { MEETINGS_MAX = SKAT_SEATS_MAX * (SKAT_SEATS_MAX - 1) / 2 };

/* Two bots that share tables. */
struct pair {
    uint8_t a, b;
    int tables;                      /* of a deal, with both */
    int64_t unit;                    /* of the current unit, in SEAT_WEIGHT-ths of points */
    struct moments difference, sign; /* sign: 2 a ahead, 1 equal, 0 behind */
};

/* A bot's score over the units in which it had a seat: sums of scores and of seats. */
struct standing {
    int64_t score[STATS_SCORINGS], seats; /* of the current unit */
    struct joint joint[STATS_SCORINGS];
};

struct run_stats {
    const struct skat_rules *rules;
    const struct schedule *schedule;
    const struct comparison_plan *compared;
    const char *const *names;
    int bots;
    enum stats_scoring primary;
    bool sits[BOTS_MAX];
    struct standing standings[BOTS_MAX];
    struct pair *pairs;
    int pair_count;
    int16_t pair_of[BOTS_MAX][BOTS_MAX]; /* a < b: its index, or -1 */
    bool recorded;                       /* recorded games: tables are not known in advance */
    int16_t met[MEETINGS_MAX];           /* if so: the pairs of the unit, which is one game */
    int met_count;
    struct rating *rating;    /* of three or more bots, or NULL */
    struct head_to_head *two; /* or NULL */
    struct game_stats *games; /* of the current unit */
    size_t unit_games, game_stats_count;
    uint64_t units;
    int64_t failed[2]; /* deals in which only a, or only b, was at fault */
    enum verdict verdict;
    bool decided, decided_by_faults;
};

/* ---- set-up ---- */

/* Lists the different bots at a table and their numbers of seats; returns how many bots. */
static int bots_at(const struct schedule *schedule, uint32_t arrangement, uint8_t *bots, int *seats)
{
    int count = 0;

    for (int seat = 0; seat < schedule->seats; seat++) {
        uint8_t bot = schedule->arrangements[arrangement][seat];
        int i = 0;
        while (i < count && bots[i] != bot)
            i++;
        if (i == count) {
            bots[count] = bot;
            seats[count++] = 0;
        }
        seats[i]++;
    }
    return count;
}

static void count_pairs_of_table(struct run_stats *stats, uint32_t arrangement)
{
    uint8_t bots[SKAT_SEATS_MAX];
    int seats[SKAT_SEATS_MAX];
    int count = bots_at(stats->schedule, arrangement, bots, seats);

    for (int i = 0; i < count; i++)
        for (int k = 0; k < count; k++)
            if (bots[i] < bots[k])
                stats->pair_of[bots[i]][bots[k]]++; /* for now, a count */
}

/* Any pair may meet: the tables of recorded games are not known in advance. */
static void expect_all_pairs(struct run_stats *stats)
{
    for (int a = 0; a < stats->bots; a++)
        for (int b = a + 1; b < stats->bots; b++)
            stats->pair_of[a][b] = 1;
}

/* Numbers the pairs that meet. All groups of a schedule have equal shares of the tables. */
static void find_pairs(struct run_stats *stats)
{
    const struct schedule *schedule = stats->schedule;
    int groups = stats->recorded ? 1 : schedule->arrangement_count / schedule->per_deal;

    if (stats->recorded)
        expect_all_pairs(stats);
    for (int i = 0; !stats->recorded && i < schedule->arrangement_count; i++)
        count_pairs_of_table(stats, (uint32_t)i);
    stats->pairs = xcalloc((size_t)(stats->bots * stats->bots) + 1, sizeof *stats->pairs);
    for (int a = 0; a < stats->bots; a++)
        for (int b = a + 1; b < stats->bots; b++) {
            int tables = stats->pair_of[a][b];
            stats->pair_of[a][b] = (int16_t)(tables ? stats->pair_count : -1);
            if (tables)
                stats->pairs[stats->pair_count++] =
                    (struct pair){.a = (uint8_t)a, .b = (uint8_t)b, .tables = tables / groups};
        }
}

struct run_stats *run_stats_new(const struct skat_rules *rules, const struct schedule *schedule,
                                const struct comparison_plan *compared, const char *const *names,
                                int bots)
{
    struct run_stats *stats = xcalloc(1, sizeof *stats);

    *stats = (struct run_stats){
        .rules = rules,
        .schedule = schedule,
        .compared = compared,
        .names = names,
        .bots = bots,
        .primary = stats_primary_scoring(rules),
        .recorded = schedule->kind == SCHEDULE_RECORDED,
        .unit_games = (size_t)schedule->per_deal * (schedule->whole_sessions ? schedule->deals : 1),
    };
    stats->games = xcalloc(stats->unit_games, sizeof *stats->games);
    int sitting = schedule_bots(schedule, stats->sits);
    find_pairs(stats);
    if (sitting > 2 && !stats->recorded)
        stats->rating = rating_new(schedule, bots);
    if (compared->a >= 0)
        stats->two = head_to_head_new(schedule, rules, compared->a, compared->b);
    return stats;
}

void run_stats_free(struct run_stats *stats)
{
    if (!stats)
        return;
    rating_free(stats->rating);
    head_to_head_free(stats->two);
    free(stats->pairs);
    free(stats->games);
    free(stats);
}

/* ---- games ---- */

static void add_to_standings(struct run_stats *stats, const struct game_stats *game)
{
    for (int seat = 0; seat < game->seats; seat++) {
        struct standing *standing =
            &stats->standings[stats->schedule->arrangements[game->arrangement][seat]];
        standing->seats++;
        for (int scoring = 0; scoring < STATS_SCORINGS; scoring++)
            standing->score[scoring] += game->score[scoring][seat];
    }
}

static void add_to_pairs(struct run_stats *stats, const struct game_stats *game)
{
    const uint8_t *table = stats->schedule->arrangements[game->arrangement];
    uint8_t bots[SKAT_SEATS_MAX];
    int seats[SKAT_SEATS_MAX];
    int64_t merit[SKAT_SEATS_MAX] = {0};
    int count = bots_at(stats->schedule, game->arrangement, bots, seats);

    for (int i = 0; i < count && count > 1; i++) {
        for (int seat = 0; seat < game->seats; seat++)
            if (table[seat] == bots[i])
                merit[i] += game->score[stats->primary][seat];
        merit[i] *= SEAT_WEIGHT / seats[i]; /* at most four seats, since there is another bot */
    }
    for (int i = 0; i < count; i++)
        for (int k = 0; k < count; k++)
            if (bots[i] < bots[k]) {
                int16_t pair = stats->pair_of[bots[i]][bots[k]];
                stats->pairs[pair].unit += merit[i] - merit[k];
                if (stats->recorded)
                    stats->met[stats->met_count++] = pair;
            }
}

/* ---- units ---- */

static void end_standings(struct run_stats *stats)
{
    for (int bot = 0; bot < stats->bots; bot++) {
        struct standing *standing = &stats->standings[bot];
        stats->sits[bot] |= standing->seats > 0;
        for (int scoring = 0; standing->seats && scoring < STATS_SCORINGS; scoring++) {
            joint_add(&standing->joint[scoring],
                      (int64_t[]){standing->score[scoring], standing->seats}, 2);
            standing->score[scoring] = 0;
        }
        standing->seats = 0;
    }
}

static void end_pair(struct pair *pair)
{
    moments_add(&pair->difference, pair->unit);
    moments_add(&pair->sign, 1 + (pair->unit > 0) - (pair->unit < 0));
    pair->unit = 0;
}

static void end_pairs(struct run_stats *stats)
{
    for (int i = 0; !stats->recorded && i < stats->pair_count; i++)
        end_pair(&stats->pairs[i]);
    for (int i = 0; i < stats->met_count; i++)
        end_pair(&stats->pairs[stats->met[i]]);
    stats->met_count = 0;
}

static double largest_difference(const struct run_stats *stats)
{
    double planned = stats->compared->test.largest;
    return planned ? planned : head_to_head_largest(stats->two);
}

static struct counted_sample tested_sample(const struct run_stats *stats)
{
    return head_to_head_sample(stats->two, (int)stats->primary, largest_difference(stats));
}

static void look_at_test(struct run_stats *stats)
{
    const struct test_plan *plan = &stats->compared->test;
    const struct moments *moments = &stats->two->score[stats->primary];

    if (!test_due(plan, moments->units, moments_deviation(moments),
                  stats->units == schedule_units(stats->schedule)))
        return;
    struct counted_sample sample = tested_sample(stats);
    stats->verdict = test_judge(plan, test_llr(plan, &sample));
    stats->decided = stats->verdict != VERDICT_UNDECIDED;
    free(sample.values);
}

/* ---- faults ---- */

/* Between looks at faults, which need no minimum: few, since each may cost a time limit. */
enum { FAULT_UNITS = 10 };

static int64_t fault_block(const struct run_stats *stats)
{
    int64_t block = stats->compared->test.block;
    return stats->schedule->whole_sessions ? 1 : block % FAULT_UNITS ? block : FAULT_UNITS;
}

/* Counts a deal in which just one of the two failed. */
static void count_faults(struct run_stats *stats, const struct game_stats *games)
{
    bool failed[2] = {false, false};

    for (int i = 0; i < stats->schedule->per_deal; i++) {
        const uint8_t *table = stats->schedule->arrangements[games[i].arrangement];
        if (games[i].fault_seat == SKAT_NOBODY ||
            !head_to_head_holds_both(stats->two, games[i].arrangement))
            continue;
        failed[0] |= table[games[i].fault_seat] == stats->compared->a;
        failed[1] |= table[games[i].fault_seat] == stats->compared->b;
    }
    stats->failed[0] += failed[0] && !failed[1];
    stats->failed[1] += failed[1] && !failed[0];
}

static void look_at_faults(struct run_stats *stats)
{
    double alpha = stats->compared->test.faults;

    if (!alpha || stats->units % (uint64_t)fault_block(stats) ||
        fault_evidence(stats->failed[0], stats->failed[1]) < 1 / alpha)
        return;
    stats->verdict = VERDICT_REJECT;
    stats->decided = stats->decided_by_faults = true;
}

static void end_unit(struct run_stats *stats)
{
    size_t per_deal = (size_t)stats->schedule->per_deal;

    for (size_t i = 0; i < stats->unit_games; i++) {
        add_to_standings(stats, &stats->games[i]);
        add_to_pairs(stats, &stats->games[i]);
    }
    if (stats->rating)
        rating_add_unit(stats->rating, stats->units, stats->games, stats->unit_games,
                        stats->primary);
    end_standings(stats);
    end_pairs(stats);
    stats->units++;
    if (!stats->two)
        return;
    for (size_t i = 0; i < stats->unit_games; i += per_deal) {
        head_to_head_add_deal(stats->two, stats->games + i);
        count_faults(stats, stats->games + i);
    }
    head_to_head_end_unit(stats->two);
    if (stats->compared->tested)
        look_at_test(stats);
    if (stats->compared->tested && !stats->decided)
        look_at_faults(stats);
}

bool run_stats_add(struct run_stats *stats, const struct game_stats *game)
{
    if (stats->decided)
        return false;
    stats->games[stats->game_stats_count++] = *game;
    if (stats->game_stats_count == stats->unit_games) {
        end_unit(stats);
        stats->game_stats_count = 0;
    }
    return !stats->decided;
}

bool run_stats_decided(const struct run_stats *stats) { return stats->decided; }

enum verdict run_stats_verdict(const struct run_stats *stats) { return stats->verdict; }

uint64_t run_stats_block_deals(const struct run_stats *stats)
{
    if (!stats->compared->tested || stats->schedule->whole_sessions)
        return UINT64_MAX; /* whole sessions are never split */
    return (uint64_t)(stats->compared->test.faults ? fault_block(stats)
                                                   : stats->compared->test.block);
}

/* ---- numbers ---- */

static void add_standings(const struct run_stats *stats, cJSON *summary)
{
    cJSON *list = cJSON_AddArrayToObject(summary, "standings");

    for (int bot = 0; bot < stats->bots; bot++) {
        const struct standing *standing = &stats->standings[bot];
        if (!stats->sits[bot])
            continue;
        cJSON *object = cJSON_CreateObject();
        cJSON_AddStringToObject(object, "bot", stats->names[bot]);
        json_put_int(object, "units", standing->joint[0].units);
        json_put_int(object, "seats", standing->joint[0].sum[1]);
        for (int scoring = 0; scoring < STATS_SCORINGS; scoring++) {
            cJSON *item = cJSON_AddObjectToObject(object, stats_scoring_names[scoring]);
            estimate_to_json(
                item, "per_36",
                estimate_scaled(joint_ratio(&standing->joint[scoring]), DEALS_OF_SERIES));
        }
        cJSON_AddItemToArray(list, object);
    }
}

/* Of several pairs, each alone would be significant too often: Holm's method adjusts them. */
static void add_p_values(cJSON *list, double *p, int count)
{
    cJSON *pair = list->child;

    for (int i = 0; i < count; i++, pair = pair->next)
        json_put_real(pair, "p", p[i]);
    holm_adjust(p, count);
    pair = list->child;
    for (int i = 0; i < count; i++, pair = pair->next)
        json_put_real(pair, "p_holm", p[i]);
}

static void add_pairs(const struct run_stats *stats, cJSON *summary)
{
    const struct schedule *schedule = stats->schedule;
    double deals = schedule->whole_sessions ? (double)schedule->deals : 1;
    cJSON *list = cJSON_AddArrayToObject(summary, "pairs");
    double *p = xcalloc((size_t)stats->pair_count + 1, sizeof *p);
    int count = 0;

    for (int i = 0; i < stats->pair_count; i++) {
        const struct pair *pair = &stats->pairs[i];
        if (stats->recorded && !pair->difference.units)
            continue;
        struct estimate difference = estimate_scaled(moments_estimate(&pair->difference),
                                                     1 / (SEAT_WEIGHT * pair->tables * deals));
        cJSON *object = cJSON_CreateObject();
        cJSON_AddStringToObject(object, "a", stats->names[pair->a]);
        cJSON_AddStringToObject(object, "b", stats->names[pair->b]);
        json_put_int(object, "units", pair->difference.units);
        json_put_int(object, "games", pair->difference.units * pair->tables * (int64_t)deals);
        estimate_to_json(object, "difference", difference);
        estimate_per_series_to_json(object, difference);
        estimate_to_json(object, "superiority",
                         estimate_scaled(moments_estimate(&pair->sign), 0.5));
        estimate_likelihood_to_json(object, difference, pair->difference.units);
        double above = estimate_likelihood(difference, pair->difference.units);
        p[count++] = 2 * fmin(above, 1 - above);
        cJSON_AddItemToArray(list, object);
    }
    add_p_values(list, p, count);
    free(p);
}

static void add_test(const struct run_stats *stats, cJSON *summary)
{
    const struct test_plan *plan = &stats->compared->test;
    const struct moments *moments = &stats->two->score[stats->primary];
    double scale = head_to_head_scale(stats->two);
    double mean = moments_mean(moments) * scale, deviation = moments_deviation(moments) * scale,
           largest = largest_difference(stats);
    int64_t least = test_least_units(plan, largest, deviation);
    struct counted_sample sample = tested_sample(stats);
    cJSON *test = cJSON_AddObjectToObject(summary, "test");

    test_plan_to_json(plan, test);
    json_put_int(test, "units", moments->units);
    json_put_real(test, "mean", mean);
    json_put_real(test, "deviation", deviation);
    json_put_real(test, "llr", moments->units ? test_llr(plan, &sample) : NAN);
    json_put_real(test, "lower", test_lower(plan));
    json_put_real(test, "upper", test_upper(plan));
    double skewness = histogram_skewness(&stats->two->histogram[stats->primary]);
    json_put_real(test, "skewness", skewness);
    if (!plan->largest)
        json_put_real(test, "largest", largest);
    json_put_int(test, "least_units", least < INT64_MAX ? least : 0);
    estimate_to_json(
        test, "estimate",
        stopped_estimate(plan, &sample, least, (int64_t)schedule_units(stats->schedule)));
    cJSON *faults = cJSON_AddObjectToObject(test, "faults");
    json_put_int(faults, "only_a", stats->failed[0]);
    json_put_int(faults, "only_b", stats->failed[1]);
    json_put_real(faults, "evidence", fault_evidence(stats->failed[0], stats->failed[1]));
    cJSON_AddBoolToObject(faults, "decided", stats->decided_by_faults);
    cJSON_AddStringToObject(test, "verdict", verdict_names[stats->verdict]);
    free(sample.values);
}

void run_stats_to_json(const struct run_stats *stats, const char *log, cJSON *summary)
{
    json_put_int(summary, "units", (int64_t)stats->units);
    cJSON_AddStringToObject(summary, "unit", stats->schedule->whole_sessions ? "session" : "deal");
    add_standings(stats, summary);
    add_pairs(stats, summary);
    if (stats->rating)
        rating_to_json(stats->rating, stats->names, summary);
    if (!stats->two)
        return;
    cJSON_AddItemToObject(summary, "comparison",
                          head_to_head_to_json(stats->two, stats->rules, stats->names, log));
    if (stats->compared->tested)
        add_test(stats, summary);
}

void run_stats_progress(const struct run_stats *stats, char *text, size_t size)
{
    enum { ENOUGH = 2 };
    const struct comparison_plan *compared = stats->compared;

    *text = '\0';
    if (!stats->two || stats->units < ENOUGH)
        return;
    struct estimate estimate = estimate_scaled(moments_estimate(&stats->two->score[stats->primary]),
                                               head_to_head_scale(stats->two));
    int length =
        snprintf(text, size, "%.40s - %.40s %+.2f (%+.2f to %+.2f)", stats->names[compared->a],
                 stats->names[compared->b], estimate.mean, estimate.low, estimate.high);
    if (!compared->tested || length < 0 || (size_t)length >= size)
        return;
    struct counted_sample sample = tested_sample(stats);
    snprintf(text + length, size - (size_t)length, ", LLR %.2f in %.2f .. %.2f",
             test_llr(&compared->test, &sample), test_lower(&compared->test),
             test_upper(&compared->test));
    free(sample.values);
}

bool run_stats_diverges(const struct run_stats *stats, const struct game_stats *games)
{
    return stats->two && head_to_head_diverges(stats->two, games);
}
