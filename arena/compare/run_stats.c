#include "arena/compare/run_stats.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "arena/compare/head_to_head.h"
#include "arena/compare/estimate_json.h"
#include "arena/base/json_write.h"
#include "arena/compare/rating.h"
#include "arena/record/table_limits.h"

/* Pairs of different bots that one table can hold. */
enum { MEETINGS_MAX = SKAT_SEATS_MAX * (SKAT_SEATS_MAX - 1) / 2 };

/* Two bots that share tables. */
struct pair {
    uint8_t a, b;
    int tables;                      /* of a deal with both */
    int64_t unit;                    /* the unit in progress, in SEAT_WEIGHT-ths of points */
    struct moments difference, sign; /* sign: 2 a ahead, 1 equal, 0 behind */
};

/* A bot's score over the units in which it sat: sums of scores and of seats. */
struct standing {
    int64_t score[FACT_SCORINGS], seats; /* of the unit in progress */
    struct joint joint[FACT_SCORINGS];
};

struct analysis {
    const struct skat_rules *rules;
    const struct schedule *schedule;
    const struct question *question;
    const char *const *names;
    int bots;
    enum fact_scoring primary;
    bool sits[BOTS_MAX];
    struct standing standings[BOTS_MAX];
    struct pair *pairs;
    int pair_count;
    int16_t pair_of[BOTS_MAX][BOTS_MAX]; /* a < b: its index, or -1 */
    bool recorded;                       /* pairs meet now and then, tables are not known before */
    int16_t met[MEETINGS_MAX];           /* then: the pairs of the unit, which is one game */
    int met_count;
    struct rating *rating;         /* of three and more bots, or NULL */
    struct comparison *comparison; /* or NULL */
    struct fact *facts;            /* of the unit in progress */
    size_t unit_games, fact_count;
    uint64_t units;
    enum verdict verdict;
    bool decided;
};

/* ---- beginning ---- */

/* How many different bots sit at a table, and which with how many seats. */
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

static void count_pairs_of_table(struct analysis *analysis, uint32_t arrangement)
{
    uint8_t bots[SKAT_SEATS_MAX];
    int seats[SKAT_SEATS_MAX];
    int count = bots_at(analysis->schedule, arrangement, bots, seats);

    for (int i = 0; i < count; i++)
        for (int k = 0; k < count; k++)
            if (bots[i] < bots[k])
                analysis->pair_of[bots[i]][bots[k]]++; /* a count at first */
}

/* All pairs may meet: recorded games turn up with their tables. */
static void expect_all_pairs(struct analysis *analysis)
{
    for (int a = 0; a < analysis->bots; a++)
        for (int b = a + 1; b < analysis->bots; b++)
            analysis->pair_of[a][b] = 1;
}

/* Numbers the pairs that meet. Groups of a schedule are alike: each has its share of the tables. */
static void find_pairs(struct analysis *analysis)
{
    const struct schedule *schedule = analysis->schedule;
    int groups = analysis->recorded ? 1 : schedule->arrangement_count / schedule->per_deal;

    if (analysis->recorded)
        expect_all_pairs(analysis);
    for (int i = 0; !analysis->recorded && i < schedule->arrangement_count; i++)
        count_pairs_of_table(analysis, (uint32_t)i);
    analysis->pairs =
        calloc((size_t)(analysis->bots * analysis->bots) + 1, sizeof *analysis->pairs);
    if (!analysis->pairs)
        abort(); /* out of memory */
    for (int a = 0; a < analysis->bots; a++)
        for (int b = a + 1; b < analysis->bots; b++) {
            int tables = analysis->pair_of[a][b];
            analysis->pair_of[a][b] = (int16_t)(tables ? analysis->pair_count : -1);
            if (tables)
                analysis->pairs[analysis->pair_count++] =
                    (struct pair){.a = (uint8_t)a, .b = (uint8_t)b, .tables = tables / groups};
        }
}

struct analysis *analysis_new(const struct skat_rules *rules, const struct schedule *schedule,
                              const struct question *question, const char *const *names, int bots)
{
    struct analysis *analysis = calloc(1, sizeof *analysis);

    if (!analysis)
        abort(); /* out of memory */
    *analysis = (struct analysis){
        .rules = rules,
        .schedule = schedule,
        .question = question,
        .names = names,
        .bots = bots,
        .primary = fact_primary(rules),
        .recorded = schedule->kind == SCHEDULE_RECORDED,
        .unit_games = (size_t)schedule->per_deal * (schedule->whole_sessions ? schedule->deals : 1),
    };
    analysis->facts = calloc(analysis->unit_games, sizeof *analysis->facts);
    if (!analysis->facts)
        abort();
    int sitting = schedule_bots(schedule, analysis->sits);
    find_pairs(analysis);
    if (sitting > 2 && !analysis->recorded)
        analysis->rating = rating_new(schedule, bots);
    if (question->a >= 0)
        analysis->comparison = comparison_new(schedule, rules, question->a, question->b);
    return analysis;
}

void analysis_free(struct analysis *analysis)
{
    if (!analysis)
        return;
    rating_free(analysis->rating);
    comparison_free(analysis->comparison);
    free(analysis->pairs);
    free(analysis->facts);
    free(analysis);
}

/* ---- games ---- */

static void add_to_standings(struct analysis *analysis, const struct fact *fact)
{
    for (int seat = 0; seat < fact->seats; seat++) {
        struct standing *standing =
            &analysis->standings[analysis->schedule->arrangements[fact->arrangement][seat]];
        standing->seats++;
        for (int scoring = 0; scoring < FACT_SCORINGS; scoring++)
            standing->score[scoring] += fact->score[scoring][seat];
    }
}

static void add_to_pairs(struct analysis *analysis, const struct fact *fact)
{
    const uint8_t *table = analysis->schedule->arrangements[fact->arrangement];
    uint8_t bots[SKAT_SEATS_MAX];
    int seats[SKAT_SEATS_MAX];
    int64_t merit[SKAT_SEATS_MAX] = {0};
    int count = bots_at(analysis->schedule, fact->arrangement, bots, seats);

    for (int i = 0; i < count && count > 1; i++) {
        for (int seat = 0; seat < fact->seats; seat++)
            if (table[seat] == bots[i])
                merit[i] += fact->score[analysis->primary][seat];
        merit[i] *= SEAT_WEIGHT / seats[i]; /* at most four seats, as there is another bot */
    }
    for (int i = 0; i < count; i++)
        for (int k = 0; k < count; k++)
            if (bots[i] < bots[k]) {
                int16_t pair = analysis->pair_of[bots[i]][bots[k]];
                analysis->pairs[pair].unit += merit[i] - merit[k];
                if (analysis->recorded)
                    analysis->met[analysis->met_count++] = pair;
            }
}

/* ---- units ---- */

static void end_standings(struct analysis *analysis)
{
    for (int bot = 0; bot < analysis->bots; bot++) {
        struct standing *standing = &analysis->standings[bot];
        analysis->sits[bot] |= standing->seats > 0;
        for (int scoring = 0; standing->seats && scoring < FACT_SCORINGS; scoring++) {
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

static void end_pairs(struct analysis *analysis)
{
    for (int i = 0; !analysis->recorded && i < analysis->pair_count; i++)
        end_pair(&analysis->pairs[i]);
    for (int i = 0; i < analysis->met_count; i++)
        end_pair(&analysis->pairs[analysis->met[i]]);
    analysis->met_count = 0;
}

static void look_at_test(struct analysis *analysis)
{
    const struct test_plan *plan = &analysis->question->test;
    const struct moments *moments = &analysis->comparison->score[analysis->primary];
    double scale = comparison_scale(analysis->comparison);
    double deviation = moments_deviation(moments) * scale;

    if (!test_due(plan, moments->units, deviation,
                  analysis->units == schedule_units(analysis->schedule)))
        return;
    double llr = test_llr(plan, moments->units, moments_mean(moments) * scale, deviation);
    analysis->verdict = test_judge(plan, llr);
    analysis->decided = analysis->verdict != VERDICT_UNDECIDED;
}

static void end_unit(struct analysis *analysis)
{
    size_t per_deal = (size_t)analysis->schedule->per_deal;

    for (size_t i = 0; i < analysis->unit_games; i++) {
        add_to_standings(analysis, &analysis->facts[i]);
        add_to_pairs(analysis, &analysis->facts[i]);
    }
    if (analysis->rating)
        rating_add_unit(analysis->rating, analysis->units, analysis->facts, analysis->unit_games,
                        analysis->primary);
    end_standings(analysis);
    end_pairs(analysis);
    analysis->units++;
    if (!analysis->comparison)
        return;
    for (size_t i = 0; i < analysis->unit_games; i += per_deal)
        comparison_add_deal(analysis->comparison, analysis->facts + i);
    comparison_end_unit(analysis->comparison);
    if (analysis->question->tested)
        look_at_test(analysis);
}

bool analysis_add(struct analysis *analysis, const struct fact *fact)
{
    if (analysis->decided)
        return false;
    analysis->facts[analysis->fact_count++] = *fact;
    if (analysis->fact_count == analysis->unit_games) {
        end_unit(analysis);
        analysis->fact_count = 0;
    }
    return !analysis->decided;
}

bool analysis_decided(const struct analysis *analysis) { return analysis->decided; }

enum verdict analysis_verdict(const struct analysis *analysis) { return analysis->verdict; }

uint64_t analysis_block_deals(const struct analysis *analysis)
{
    if (!analysis->question->tested || analysis->schedule->whole_sessions)
        return UINT64_MAX; /* a session is played in one piece anyway */
    return (uint64_t)analysis->question->test.block;
}

/* ---- numbers ---- */

static void add_standings(const struct analysis *analysis, cJSON *summary)
{
    cJSON *list = cJSON_AddArrayToObject(summary, "standings");

    for (int bot = 0; bot < analysis->bots; bot++) {
        const struct standing *standing = &analysis->standings[bot];
        if (!analysis->sits[bot])
            continue;
        cJSON *object = cJSON_CreateObject();
        cJSON_AddStringToObject(object, "bot", analysis->names[bot]);
        figures_int(object, "units", standing->joint[0].units);
        figures_int(object, "seats", standing->joint[0].sum[1]);
        for (int scoring = 0; scoring < FACT_SCORINGS; scoring++) {
            cJSON *item = cJSON_AddObjectToObject(object, fact_scoring_names[scoring]);
            estimate_to_json(item, "per_36",
                             estimate_scaled(joint_ratio(&standing->joint[scoring]), SERIES));
        }
        cJSON_AddItemToArray(list, object);
    }
}

static void add_pairs(const struct analysis *analysis, cJSON *summary)
{
    const struct schedule *schedule = analysis->schedule;
    double deals = schedule->whole_sessions ? (double)schedule->deals : 1;
    cJSON *list = cJSON_AddArrayToObject(summary, "pairs");

    for (int i = 0; i < analysis->pair_count; i++) {
        const struct pair *pair = &analysis->pairs[i];
        if (analysis->recorded && !pair->difference.units)
            continue;
        struct estimate difference = estimate_scaled(moments_estimate(&pair->difference),
                                                     1 / (SEAT_WEIGHT * pair->tables * deals));
        cJSON *object = cJSON_CreateObject();
        cJSON_AddStringToObject(object, "a", analysis->names[pair->a]);
        cJSON_AddStringToObject(object, "b", analysis->names[pair->b]);
        figures_int(object, "units", pair->difference.units);
        figures_int(object, "games", pair->difference.units * pair->tables * (int64_t)deals);
        estimate_to_json(object, "difference", difference);
        estimate_per_series_to_json(object, difference);
        estimate_to_json(object, "superiority",
                         estimate_scaled(moments_estimate(&pair->sign), 0.5));
        figures_real(object, "likelihood", estimate_likelihood(difference, pair->difference.units));
        cJSON_AddItemToArray(list, object);
    }
}

static void add_test(const struct analysis *analysis, cJSON *summary)
{
    const struct test_plan *plan = &analysis->question->test;
    const struct moments *moments = &analysis->comparison->score[analysis->primary];
    double scale = comparison_scale(analysis->comparison);
    double mean = moments_mean(moments) * scale, deviation = moments_deviation(moments) * scale;
    cJSON *test = cJSON_AddObjectToObject(summary, "test");

    test_plan_to_json(plan, test);
    figures_int(test, "units", moments->units);
    figures_real(test, "mean", mean);
    figures_real(test, "deviation", deviation);
    figures_real(test, "llr",
                 moments->units ? test_llr(plan, moments->units, mean, deviation) : NAN);
    figures_real(test, "lower", test_lower(plan));
    figures_real(test, "upper", test_upper(plan));
    double skewness = histogram_skewness(&analysis->comparison->histogram[analysis->primary]);
    figures_real(test, "skewness", skewness);
    figures_real(test, "min_units_advised", test_units_for_skewness(skewness));
    cJSON_AddStringToObject(test, "verdict", verdict_names[analysis->verdict]);
}

void analysis_to_json(const struct analysis *analysis, const char *log, cJSON *summary)
{
    figures_int(summary, "units", (int64_t)analysis->units);
    cJSON_AddStringToObject(summary, "unit",
                            analysis->schedule->whole_sessions ? "session" : "deal");
    add_standings(analysis, summary);
    add_pairs(analysis, summary);
    if (analysis->rating)
        rating_to_json(analysis->rating, analysis->names, summary);
    if (!analysis->comparison)
        return;
    cJSON_AddItemToObject(
        summary, "comparison",
        comparison_to_json(analysis->comparison, analysis->rules, analysis->names, log));
    if (analysis->question->tested)
        add_test(analysis, summary);
}

bool analysis_diverges(const struct analysis *analysis, const struct fact *facts)
{
    return analysis->comparison && comparison_diverges(analysis->comparison, facts);
}
