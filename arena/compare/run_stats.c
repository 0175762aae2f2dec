// SPDX-License-Identifier: MIT
#include "arena/compare/run_stats.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/memory.h"
#include "arena/compare/head_to_head.h"
#include "arena/compare/rating.h"
#include "arena/compare/seat_weights.h"
#include "arena/record/table_limits.h"
#include "arena/stats/fault_test.h"
#include "arena/stats/confidence_sequence.h"

/* Pairs of different bots at one table, at most. */
enum { MEETINGS_MAX = SKAT_SEATS_MAX * (SKAT_SEATS_MAX - 1) / 2 };

/* Two bots that share tables. */
struct pair {
    uint8_t a, b;
    int tables;                      /* of a deal, with both */
    int64_t unit;                    /* of the current unit, in `weight`-ths of points */
    struct moments difference, sign; /* sign: 2 a ahead, 1 equal, 0 behind */
    struct histogram values;         /* of the differences */
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
    int weight; /* of a point in pairs: as in head_to_head.h */
    bool (*change_of)(void *context, uint64_t deal, struct redeal_change *change);
    void *change_context;
    void (*watcher)(void *context, const struct unit_sums *sums); /* or NULL */
    void *watcher_context;
    enum stats_scoring primary;
    bool sits[BOTS_MAX];
    struct standing standings[BOTS_MAX];
    struct pair *pairs;
    int pair_count;
    int16_t pair_of[BOTS_MAX][BOTS_MAX]; /* a < b: its index, or -1 */
    bool recorded;                       /* recorded games: tables are not known in advance */
    int16_t met[MEETINGS_MAX];           /* if so: the pairs of the unit, which is one game */
    int met_count;
    struct rating *rating;               /* of three or more bots, or NULL */
    struct head_to_head *two;            /* or NULL */
    struct confidence_sequence sequence; /* of their differences, if they are tested */
    struct game_stats *games;            /* of the current unit */
    size_t unit_games, game_stats_count;
    uint64_t units;
    int64_t failed[2]; /* deals in which only a, or only b, was at fault */
    enum test_verdict verdict;
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

static void start_sequence(struct run_stats *stats)
{
    const struct test_plan *plan = &stats->compared->test;
    const struct sequence_plan sequence =
        test_sequence(plan, head_to_head_scale(stats->two), stats->two->hand[stats->primary]);

    confidence_sequence_start(&stats->sequence, &sequence);
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
        .weight = compared->redeals ? REDEAL_WEIGHT : SEAT_WEIGHT,
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
        stats->two = head_to_head_new(schedule, rules, compared);
    if (stats->two)
        stats->two->bidding = compared->bidding;
    if (stats->two && compared->tested)
        start_sequence(stats);
    return stats;
}

void run_stats_free(struct run_stats *stats)
{
    if (!stats)
        return;
    rating_free(stats->rating);
    head_to_head_free(stats->two);
    confidence_sequence_free(&stats->sequence);
    for (int i = 0; i < stats->pair_count; i++)
        histogram_free(&stats->pairs[i].values);
    free(stats->pairs);
    free(stats->games);
    free(stats);
}

void run_stats_take_redeals(struct run_stats *stats,
                            bool (*change_of)(void *context, uint64_t deal,
                                              struct redeal_change *change),
                            void *context)
{
    stats->change_of = change_of;
    stats->change_context = context;
}

void run_stats_watch(struct run_stats *stats,
                     void (*unit)(void *context, const struct unit_sums *sums), void *context)
{
    stats->watcher = unit;
    stats->watcher_context = context;
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

    if (!stats->pair_count)
        return;
    int64_t merit[SKAT_SEATS_MAX] = {0};
    int count = bots_at(stats->schedule, game->arrangement, bots, seats);

    for (int i = 0; i < count && count > 1; i++) {
        for (int seat = 0; seat < game->seats; seat++)
            if (table[seat] == bots[i])
                merit[i] += game->score[stats->primary][seat];
        merit[i] *= stats->weight / seats[i]; /* at most four seats, since there is another bot */
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
    histogram_add(&pair->values, pair->unit);
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

static struct counted_sample tested_sample(const struct run_stats *stats)
{
    return head_to_head_sample(stats->two, (int)stats->primary);
}

static enum test_verdict verdict_by_ratio(const struct run_stats *stats)
{
    const struct test_plan *plan = &stats->compared->test;
    struct counted_sample sample = tested_sample(stats);
    enum test_verdict verdict = test_judge(plan, test_llr(plan, &sample));

    free(sample.values);
    return verdict;
}

/* Whether the difference is shown to lie above or below -margin. */
static enum test_verdict verdict_by_margin(const struct run_stats *stats)
{
    enum sequence_side truth;

    if (!confidence_sequence_excludes(&stats->sequence, &truth))
        return VERDICT_UNDECIDED;
    return truth == SEQUENCE_ABOVE ? VERDICT_ACCEPT : VERDICT_REJECT;
}

static void look_at_test(struct run_stats *stats)
{
    const struct test_plan *plan = &stats->compared->test;
    const struct moments *moments = &stats->two->score[stats->primary];

    if (!test_due(plan, moments->units, moments_deviation(moments),
                  stats->units == schedule_units(stats->schedule)))
        return;
    stats->verdict = plan->margin ? verdict_by_margin(stats) : verdict_by_ratio(stats);
    stats->decided = stats->verdict != VERDICT_UNDECIDED ||
                     (plan->margin && confidence_sequence_is_over(&stats->sequence));
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

static void count_faulty_games(const struct run_stats *stats, const struct game_stats *games,
                               struct unit_sums *sums)
{
    for (int i = 0; i < stats->schedule->per_deal; i++) {
        const uint8_t *table = stats->schedule->arrangements[games[i].arrangement];
        const uint8_t seat = games[i].fault_seat;
        sums->faults[0] += seat != SKAT_NOBODY && table[seat] == stats->compared->a;
        sums->faults[1] += seat != SKAT_NOBODY && table[seat] == stats->compared->b;
    }
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

/* Adds what the re-deals of a deal change, to the two and to their pair. */
static void add_redeals(struct run_stats *stats, const struct game_stats *games)
{
    const uint64_t deal = games->session * stats->schedule->deals + games->deal;
    const int a = stats->compared->a, b = stats->compared->b;
    struct redeal_change change = {.cases = 0};

    if (!stats->change_of || !stats->change_of(stats->change_context, deal, &change))
        return;
    head_to_head_change(stats->two, &change);
    stats->pairs[stats->pair_of[a < b ? a : b][a < b ? b : a]].unit +=
        change.score[stats->primary] * (a < b ? 1 : -1);
}

/* Ends the unit of the two, whose parts are complete, and looks whether it decides. */
static void end_unit_of_two(struct run_stats *stats)
{
    const int64_t difference = stats->two->parts.score[stats->primary];

    head_to_head_end_unit(stats->two);
    if (!stats->compared->tested)
        return;
    confidence_sequence_add(&stats->sequence, difference);
    look_at_test(stats);
    if (!stats->decided)
        look_at_faults(stats);
}

static void tell_watcher(const struct run_stats *stats, const struct unit_sums *sums)
{
    if (stats->watcher)
        stats->watcher(stats->watcher_context, sums);
}

static void end_unit(struct run_stats *stats)
{
    const int64_t failed[2] = {stats->failed[0], stats->failed[1]};
    struct unit_sums sums = {.difference = 0};
    size_t per_deal = (size_t)stats->schedule->per_deal;

    for (size_t i = 0; i < stats->unit_games; i++)
        if (stats->games[i].bids.known != STATS_BIDS_ALIKE) {
            add_to_standings(stats, &stats->games[i]);
            add_to_pairs(stats, &stats->games[i]);
        }
    if (stats->rating)
        rating_add_unit(stats->rating, stats->units, stats->games, stats->unit_games,
                        stats->primary);
    for (size_t i = 0; stats->two && stats->compared->redeals && i < stats->unit_games;
         i += per_deal)
        add_redeals(stats, stats->games + i);
    end_standings(stats);
    end_pairs(stats);
    stats->units++;
    for (size_t i = 0; stats->two && i < stats->unit_games; i += per_deal) {
        head_to_head_add_deal(stats->two, stats->games + i);
        count_faults(stats, stats->games + i);
        count_faulty_games(stats, stats->games + i, &sums);
        sums.deals++;
    }
    if (stats->two) {
        sums.difference = stats->two->parts.score[stats->primary];
        sums.divergent = stats->two->parts.divergent;
        for (int bot = 0; bot < 2; bot++)
            sums.failed[bot] = stats->failed[bot] - failed[bot];
        end_unit_of_two(stats);
    }
    tell_watcher(stats, &sums);
}

bool run_stats_add_sums(struct run_stats *stats, const struct unit_sums *sums)
{
    struct head_to_head *two = stats->two;

    if (stats->decided)
        return false;
    stats->units++;
    if (!two)
        return true;
    const int a = two->a, b = two->b;
    struct pair *pair = &stats->pairs[stats->pair_of[a < b ? a : b][a < b ? b : a]];
    pair->unit = a < b ? sums->difference : -sums->difference;
    end_pair(pair);
    two->parts.score[stats->primary] = sums->difference;
    two->parts.divergent = sums->divergent;
    two->deals += sums->deals;
    two->divergent += sums->divergent;
    for (int bot = 0; bot < 2; bot++)
        stats->failed[bot] += sums->failed[bot];
    end_unit_of_two(stats);
    return !stats->decided;
}

uint64_t run_stats_units(const struct run_stats *stats) { return stats->units; }

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

uint64_t run_stats_unplayed(const struct run_stats *stats)
{
    return stats->two ? (uint64_t)stats->two->unplayed * (uint64_t)stats->schedule->per_deal : 0;
}

uint64_t run_stats_block_deals(const struct run_stats *stats)
{
    /* Also in a shard of a run, whose own test is off: it is judged when the shards are merged. */
    if (!stats->compared->test.block || stats->schedule->whole_sessions)
        return UINT64_MAX; /* whole sessions are never split */
    return (uint64_t)(stats->compared->test.faults ? fault_block(stats)
                                                   : stats->compared->test.block);
}

/* ---- numbers ---- */

static struct bot_standing standing_of(const struct run_stats *stats, const char *const *names,
                                       int bot)
{
    const struct standing *standing = &stats->standings[bot];

    return (struct bot_standing){.bot = names[bot],
                                 .units = standing->joint[0].units,
                                 .seats = standing->joint[0].sum[1],
                                 .classic = joint_ratio(&standing->joint[STATS_CLASSIC]),
                                 .seeger_fabian = joint_ratio(&standing->joint[STATS_SEEGER]),
                                 .score = joint_ratio(&standing->joint[STATS_OWN])};
}

static bool is_compared(const struct run_stats *stats, const struct pair *pair)
{
    const struct comparison_plan *compared = stats->compared;

    return (pair->a == compared->a && pair->b == compared->b) ||
           (pair->a == compared->b && pair->b == compared->a);
}

/* What a test may end at any time is judged by an interval that holds whenever it does. */
static struct judged judged_anytime(const struct run_stats *stats, const struct pair *pair)
{
    const struct confidence_sequence *sequence = &stats->sequence;
    const struct estimate found = estimate_scaled(confidence_sequence_estimate(sequence),
                                                  pair->a == stats->compared->a ? 1 : -1);
    const double p = stats->units > 1 ? confidence_sequence_p(sequence, 0) : NAN;

    return (struct judged){found.low, found.high, p, p};
}

static struct judged judged_fixed(const struct run_stats *stats, const struct pair *pair,
                                  double scale)
{
    struct counted_sample sample = {.count = 0};

    sample.values = histogram_values(&pair->values, scale, &sample.count);
    const struct judged judged =
        judged_of(&sample, comparison_plan_hand(stats->compared, stats->rules, stats->schedule,
                                                pair->a, pair->b, stats->primary));
    free(sample.values);
    return judged;
}

/* NULL where nothing is known: of other pairs, if the two that are tested may end the run. */
static struct judged *judged_pair(const struct run_stats *stats, const struct pair *pair,
                                  double scale, struct pool *pool)
{
    const bool tested = stats->two && stats->compared->tested;

    if (tested && !is_compared(stats, pair))
        return NULL;
    const struct judged judged =
        tested ? judged_anytime(stats, pair) : judged_fixed(stats, pair, scale);
    return judged_copy(&judged, pool);
}

static struct pair_difference difference_of(const struct run_stats *stats, const char *const *names,
                                            const struct pair *pair, struct pool *pool)
{
    const struct schedule *schedule = stats->schedule;
    const double deals = schedule->whole_sessions ? (double)schedule->deals : 1,
                 scale = 1 / ((double)stats->weight * pair->tables * deals);
    const int64_t units = pair->difference.units;
    struct estimate difference = estimate_scaled(moments_estimate(&pair->difference), scale);

    return (struct pair_difference){
        .a = names[pair->a],
        .b = names[pair->b],
        .units = units,
        .games = units * pair->tables * (int64_t)deals,
        .difference = difference,
        .superiority = estimate_scaled(moments_estimate(&pair->sign), 0.5),
        .judged = judged_pair(stats, pair, scale, pool),
    };
}

/* Adjusts p of several pairs by Holm's method: each alone would be significant too often. */
static void adjust(struct pair_difference *pairs, int count)
{
    struct judged **judged = xcalloc((size_t)count + 1, sizeof *judged);

    for (int i = 0; i < count; i++)
        judged[i] = pairs[i].judged;
    judged_adjust(judged, count);
    free(judged);
}

static void add_bots(const struct run_stats *stats, const char *const *names,
                     struct run_numbers *numbers, struct pool *pool)
{
    numbers->standings = pool_alloc(pool, (size_t)stats->bots, sizeof *numbers->standings);
    for (int bot = 0; bot < stats->bots; bot++)
        if (stats->sits[bot])
            numbers->standings[numbers->standings_count++] = standing_of(stats, names, bot);
    numbers->pairs = pool_alloc(pool, (size_t)stats->pair_count, sizeof *numbers->pairs);
    for (int i = 0; i < stats->pair_count; i++)
        if (!stats->recorded || stats->pairs[i].difference.units)
            numbers->pairs[numbers->pairs_count++] =
                difference_of(stats, names, &stats->pairs[i], pool);
    adjust(numbers->pairs, numbers->pairs_count);
}

static struct anytime_estimate *anytime_of(const struct run_stats *stats, struct pool *pool)
{
    const struct confidence_sequence *sequence = &stats->sequence;
    struct anytime_estimate *anytime = pool_alloc(pool, 1, sizeof *anytime);

    *anytime = (struct anytime_estimate){
        .difference = confidence_sequence_estimate(sequence),
        .alpha_low = sequence->plan.alpha[SEQUENCE_ABOVE],
        .alpha_high = sequence->plan.alpha[SEQUENCE_BELOW],
        .p = confidence_sequence_p(sequence, 0),
        .lowest = stats->units ? (double)sequence->lowest * sequence->plan.scale : NAN,
        .highest = stats->units ? (double)sequence->highest * sequence->plan.scale : NAN,
        .least_above = stats->compared->test.margin
                           ? sequence_least_units(&sequence->plan, SEQUENCE_ABOVE)
                           : FIELD_NO_INT,
    };
    return anytime;
}

static struct test_result *test_of(const struct run_stats *stats, struct pool *pool)
{
    const struct test_plan *plan = &stats->compared->test;
    const struct moments *moments = &stats->two->score[stats->primary];
    const double scale = head_to_head_scale(stats->two), hand = stats->two->hand[stats->primary],
                 deviation = moments_deviation(moments) * scale;
    const int64_t least = test_least_units(plan, hand, deviation);
    struct counted_sample sample = tested_sample(stats);
    struct test_result *test = pool_alloc(pool, 1, sizeof *test);

    *test = (struct test_result){
        .model = test_model_names[plan->model],
        .h0 = plan->h0,
        .h1 = plan->h1,
        .alpha = plan->alpha,
        .beta = plan->beta,
        .min_units = plan->min_units ? plan->min_units : FIELD_NO_INT,
        .block = plan->block ? plan->block : FIELD_NO_INT,
        .faults_alpha = plan->faults ? plan->faults : NAN,
        .units = moments->units,
        .mean = moments_mean(moments) * scale,
        .deviation = deviation,
        .llr = moments->units ? test_llr(plan, &sample) : NAN,
        .lower = test_lower(plan),
        .upper = test_upper(plan),
        .skewness = histogram_skewness(&stats->two->histogram[stats->primary]),
        .least_units = least < INT64_MAX ? least : 0,
        .faults = {stats->failed[0], stats->failed[1],
                   fault_evidence(stats->failed[0], stats->failed[1]), stats->decided_by_faults},
        .verdict = verdict_names[stats->verdict],
        .over = plan->margin && confidence_sequence_is_over(&stats->sequence),
        .margin = plan->margin ? plan->margin : NAN,
        .anytime = anytime_of(stats, pool),
    };
    free(sample.values);
    return test;
}

static void summarise(const struct run_stats *stats, const char *log, struct run_numbers *numbers,
                      struct pool *pool)
{
    const char **names = pool_alloc(pool, (size_t)stats->bots + 1, sizeof *names);

    for (int bot = 0; bot < stats->bots; bot++)
        names[bot] = pool_text(pool, stats->names[bot]);
    *numbers = (struct run_numbers){
        .units = (int64_t)stats->units,
        .unit = stats->schedule->whole_sessions ? "session" : "deal",
    };
    add_bots(stats, names, numbers, pool);
    if (stats->rating) {
        numbers->ratings = pool_alloc(pool, 1, sizeof *numbers->ratings);
        rating_result(stats->rating, names, numbers->ratings, pool);
    }
    if (!stats->two)
        return;
    numbers->comparison = pool_alloc(pool, 1, sizeof *numbers->comparison);
    head_to_head_result(stats->two, names, log, numbers->comparison, pool);
    if (!stats->compared->tested)
        return;
    numbers->test = test_of(stats, pool);
    for (int i = 0; i < STATS_SCORINGS; i++) {
        struct scoring_difference *found =
            comparison_scoring(numbers->comparison, (enum stats_scoring)i);
        if (found)
            found->judged = NULL; /* their number was not fixed before */
    }
}

void run_stats_numbers(const struct run_stats *stats, const char *log, struct run_numbers *numbers,
                       struct pool *pool)
{
    summarise(stats, log, numbers, pool);
    fields_round(&run_numbers_fields, numbers);
}

/* The difference so far, as it was seen. */
static struct estimate estimate_so_far(const struct run_stats *stats)
{
    if (stats->compared->tested)
        return confidence_sequence_estimate(&stats->sequence);
    return estimate_scaled(moments_estimate(&stats->two->score[stats->primary]),
                           head_to_head_scale(stats->two));
}

void run_stats_progress(const struct run_stats *stats, char *text, size_t size)
{
    enum { ENOUGH = 2 };
    const struct comparison_plan *compared = stats->compared;

    *text = '\0';
    if (!stats->two || stats->units < ENOUGH)
        return;
    const struct estimate estimate = estimate_so_far(stats);
    size_t length = (size_t)snprintf(text, size, "%+.2f", estimate.mean);
    if (isfinite(estimate.high - estimate.low) && length < size)
        length += (size_t)snprintf(text + length, size - length, " (%+.2f to %+.2f)", estimate.low,
                                   estimate.high);
    if (compared->tested && !compared->test.margin && length < size) {
        struct counted_sample sample = tested_sample(stats);
        snprintf(text + length, size - length, ", LLR %.2f in %.2f .. %.2f",
                 test_llr(&compared->test, &sample), test_lower(&compared->test),
                 test_upper(&compared->test));
        free(sample.values);
    }
}

void run_stats_pair(const struct run_stats *stats, char *text, size_t size)
{
    const struct comparison_plan *compared = stats->compared;

    *text = '\0';
    if (stats->two)
        snprintf(text, size, "%.40s - %.40s", stats->names[compared->a], stats->names[compared->b]);
}
