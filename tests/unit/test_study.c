// SPDX-License-Identifier: MIT
/* tests/unit/test_study.c - effects of a study: against closed forms, published examples, and
 * computed once more, directly, from hand-made facts; and which of them is called the largest. */
#include <math.h>

#include "tests/unit/engine_helpers.h"
#include "tests/unit/passed_in.h"
#include "tests/unit/unit_test.h"

#include "arena/result/campaign_result.h"
#include "arena/study/study.h"

enum { BOTS = 2, DEALS = 40, PER_DEAL = 2, GAMES = DEALS * PER_DEAL };
static const char *const names[BOTS_MAX] = {"anna", "bert"};

static void check_close(const char *what, double got, double want)
{
    double tolerance = 1e-9 * (1 + fabs(want));

    if (!(fabs(got - want) <= tolerance))
        fail_msg("%s: got %.12g, want %.12g", what, got, want);
}

/* ---- facts ---- */

/* Two bots, two tables: anna has one seat of the first and two of the second. */
static struct schedule schedule_of(bool whole_sessions)
{
    return (struct schedule){
        .seats = 3,
        .sessions = 8,
        .deals = DEALS / 8,
        .whole_sessions = whole_sessions,
        .per_deal = PER_DEAL,
        .arrangement_count = PER_DEAL,
        .arrangements = {{0, 1, 1}, {1, 0, 0}},
    };
}

static struct game_stats empty_fact(const struct schedule *schedule, int game)
{
    return passed_in_game(schedule, (uint64_t)game / PER_DEAL, (uint32_t)game % PER_DEAL);
}

static void declare(struct game_stats *game_stats, int kind, int declarer, int value, bool won)
{
    game_stats->kind = (uint8_t)kind;
    game_stats->declarer = (uint8_t)declarer;
    game_stats->bid = game_stats->highest[declarer] = 18;
    game_stats->value = value;
    game_stats->won = won;
    game_stats->score[STATS_CLASSIC][declarer] = won ? value : -2 * value;
    game_stats->score[STATS_OWN][declarer] = game_stats->score[STATS_CLASSIC][declarer] + 7;
}

/* Most games are declared, everything at random. */
static void random_facts(struct game_stats *game_stats, const struct schedule *schedule,
                         uint64_t seed)
{
    for (int game = 0; game < GAMES; game++) {
        game_stats[game] = empty_fact(schedule, game);
        if (test_below(&seed, 6))
            declare(&game_stats[game], test_below(&seed, SKAT_GAME_NULL + 1), test_below(&seed, 3),
                    18 + test_below(&seed, 60), test_below(&seed, 3));
    }
}

static FILE *file_of(const struct game_stats *game_stats, size_t count)
{
    FILE *file = tmpfile();

    assert_non_null(file);
    assert_int_equal(fwrite(game_stats, sizeof *game_stats, count, file), count);
    return file;
}

/* ---- effects ---- */

struct study_measured {
    struct metrics metrics;
    struct effect effects[METRICS_MAX];
    struct errors errors;
    bool ok;
};

/* Everything that rules can have, scoring included. */
static struct study_measured *measure_units(const struct schedule *schedule, bool sessions,
                                            const struct game_stats *baseline,
                                            const struct game_stats *varied, size_t varied_count)
{
    static struct study_measured measured;
    static struct skat_rules rules;
    const struct skat_rules *all[] = {&rules};
    FILE *files[2] = {file_of(baseline, GAMES), file_of(varied, varied_count)};

    rules_of(&rules, "scoring.system=opponents passed_in=ramsch kontra.levels=2 "
                     "revolution=exchange sachsenspitze=20 bock.triggers=re_said");
    measured = (struct study_measured){0};
    metrics_list(&measured.metrics, all, 1, schedule, names);
    struct pairs pairs = {.sessions = sessions};
    measured.ok = study_measure(files[0], files[1], &measured.metrics, &pairs, measured.effects,
                                &measured.errors);
    fclose(files[0]);
    fclose(files[1]);
    return &measured;
}

static struct study_measured *measure(const struct schedule *schedule,
                                      const struct game_stats *baseline,
                                      const struct game_stats *varied, size_t varied_count)
{
    return measure_units(schedule, schedule->whole_sessions, baseline, varied, varied_count);
}

static const struct effect *effect_of(const struct study_measured *measured, const char *key)
{
    for (int i = 0; i < measured->metrics.count; i++)
        if (strcmp(measured->metrics.of[i].key, key) == 0)
            return &measured->effects[i];
    fail_msg("no metric \"%s\"", key);
    return NULL;
}

/* What is the same in every unit has no error, and p is 0. */
TEST(a_constant_difference_has_no_error)
{
    struct schedule schedule = schedule_of(false);
    struct game_stats baseline[GAMES], varied[GAMES];

    for (int game = 0; game < GAMES; game++) {
        baseline[game] = varied[game] = empty_fact(&schedule, game);
        declare(&baseline[game], SKAT_GAME_GRAND, game % 3, 48, true);
        declare(&varied[game], SKAT_GAME_GRAND, game % 3, 40, true);
    }
    const struct study_measured *measured = measure(&schedule, baseline, varied, GAMES);
    const struct effect *value = effect_of(measured, "value");
    assert_true(value->baseline == 48 && value->value == 40);
    assert_true(value->change.mean == -8 && value->change.error == 0);
    assert_true(effect_of(measured, "won")->change.error == 0);
    assert_true(isnan(effect_of(measured, "won_null")->baseline)); /* there is no null */
    assert_true(isnan(effect_of(measured, "won_null")->change.mean));
}

/* Of 80 games, 20 more are declared: in every fourth of 40 deals both. The differences of the deals
 * are 1 in 10, 0 in 30: mean 1/4, variance 40/39 (1/4 - 1/16), error the root of a 40th of it;
 * and one hand makes 1 of 0, at most. */
TEST(a_share_is_judged_by_its_units)
{
    struct schedule schedule = schedule_of(false);
    struct game_stats baseline[GAMES], varied[GAMES];
    struct counted_value values[] = {{0, 30}, {1, 10}};
    const struct counted_sample sample = {.values = values, .count = 2};
    const struct deciding_interval want = deciding_interval_of(&sample, 1);

    for (int game = 0; game < GAMES; game++) {
        baseline[game] = varied[game] = empty_fact(&schedule, game);
        if (game / PER_DEAL % 4 == 0)
            declare(&varied[game], SKAT_GAME_CLUBS, 0, 24, true);
    }
    const struct effect *declared =
        effect_of(measure(&schedule, baseline, varied, GAMES), "declared");
    check_close("mean", declared->change.mean, 0.25);
    check_close("error", declared->change.error, sqrt(40.0 / 39 * 3 / 16 / 40));
    check_close("low", declared->judged.low, want.low);
    check_close("high", declared->judged.high, want.high);
    check_close("p", declared->judged.p, want.p);
    assert_true(declared->judged.low > 0 && declared->judged.p < 0.05);
}

/* 4 points more in each of 40 deals, for 3 seats, have no error, and Student's t is sure. But who
 * could lose 540 where he won 264, in one of three seats, would lose 6.7 of them on average by one
 * such deal in 40. */
TEST(what_may_have_been_missed_is_not_significant)
{
    struct schedule schedule = schedule_of(false);
    struct game_stats baseline[GAMES], varied[GAMES];

    for (int game = 0; game < GAMES; game++) {
        baseline[game] = varied[game] = empty_fact(&schedule, game);
        declare(&baseline[game], SKAT_GAME_GRAND, game % 2, 48, true);
        declare(&varied[game], SKAT_GAME_GRAND, game % 2, 50, true);
    }
    const struct study_measured *measured = measure(&schedule, baseline, varied, GAMES);
    const struct effect *anna = effect_of(measured, "classic.anna");
    check_close("mean", anna->change.mean, 4.0 / 3);
    assert_true(anna->judged.p == 1 && anna->judged.low < 0 && anna->judged.high > 4.0 / 3);
    /* Nothing is judged where no unit differs. */
    const struct effect *won = effect_of(measured, "won");
    assert_true(won->judged.low == 0 && won->judged.high == 0 && isnan(won->judged.p));
}

/* In sessions of five deals, the hand is still one of one deal. Of ten games, five more are
 * declared in every second session of eight: differences of 1/2 and 0; one more hand that is
 * declared in both games of its deal, and never before, is a fifth, and the other deals are as on
 * average: 1/5 + 4/5 1/4. Where sessions are played as a whole for another variation, units are
 * deals, of which all games may be one hand's. */
TEST(the_guard_is_one_hand_of_one_deal)
{
    static const struct {
        bool whole_sessions, by_session;
        struct counted_value values[2];
        double hand;
    } cases[] = {
        {true, true, {{0, 4}, {0.5, 4}}, 0.2 + 0.8 * 0.25},
        {true, false, {{0, 30}, {1, 10}}, 1},
        {false, false, {{0, 30}, {1, 10}}, 1},
    };

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct schedule schedule = schedule_of(cases[i].whole_sessions);
        struct game_stats baseline[GAMES], varied[GAMES];
        struct counted_value values[2] = {cases[i].values[0], cases[i].values[1]};
        const struct counted_sample sample = {.values = values, .count = 2};
        const struct deciding_interval want = deciding_interval_of(&sample, cases[i].hand);
        for (int game = 0; game < GAMES; game++) {
            const bool more =
                cases[i].by_session ? game / 10 % 2 && game % 2 : game / PER_DEAL % 4 == 0;
            baseline[game] = varied[game] = empty_fact(&schedule, game);
            if (more)
                declare(&varied[game], SKAT_GAME_CLUBS, 0, 24, true);
        }
        const struct effect *declared = effect_of(
            measure_units(&schedule, cases[i].by_session, baseline, varied, GAMES), "declared");
        check_close("low", declared->judged.low, want.low);
        check_close("high", declared->judged.high, want.high);
    }
}

/* Anna sits alone at the first of three tables of each deal and nowhere else: a hand of hers is
 * hers in one game of one, and a third of her points only if she has all three seats. */
TEST(a_hand_counts_for_the_bot_whose_seat_it_is)
{
    struct schedule schedule = schedule_of(false);
    struct game_stats baseline[GAMES], varied[GAMES];
    double width[2];

    for (int all = 0; all < 2; all++) {
        schedule.arrangement_count = schedule.per_deal = 1;
        for (int seat = 1; seat < 3; seat++)
            schedule.arrangements[0][seat] = !all;
        schedule.deals = GAMES / 8;
        for (int game = 0; game < GAMES; game++) {
            baseline[game] = varied[game] = passed_in_game(&schedule, (uint64_t)game, 0);
            declare(&baseline[game], SKAT_GAME_GRAND, 0, 48, true);
            declare(&varied[game], SKAT_GAME_GRAND, 0, 50 + game % 3, true);
        }
        const struct judged *judged =
            &effect_of(measure(&schedule, baseline, varied, GAMES), "classic.anna")->judged;
        width[all] = judged->high - judged->low;
    }
    if (!(width[0] > 2.9 * width[1] && width[0] < 3.1 * width[1]))
        fail_msg("alone %g, with all seats %g", width[0], width[1]);
}

/* No deviation is below 0, no share changes by more than 1, and what stays 0 has no interval. */
TEST(no_interval_leaves_what_is_possible)
{
    struct schedule schedule = schedule_of(true);
    struct game_stats baseline[GAMES], varied[GAMES];
    int judged = 0;

    for (uint64_t seed = 1; seed <= 20; seed++) {
        random_facts(baseline, &schedule, seed);
        random_facts(varied, &schedule, seed + 100);
        const struct study_measured *measured = measure(&schedule, baseline, varied, GAMES);
        const struct effect *spread = effect_of(measured, "spread");
        assert_true(spread->change.low >= -spread->baseline &&
                    spread->judged.low >= -spread->baseline);
        assert_true(spread->judged.high > spread->change.mean);
        for (int i = 0; i < measured->metrics.count; i++) {
            const struct effect *effect = &measured->effects[i];
            judged += !isnan(effect->judged.p);
            if (measured->metrics.of[i].unit == METRIC_SHARE && !isnan(effect->judged.p))
                assert_true(effect->judged.low >= -1 && effect->judged.high <= 1);
        }
        const struct effect *defender = effect_of(measured, "defender"); /* classic: always 0 */
        assert_true(defender->judged.low == 0 && defender->judged.high == 0);
        assert_true(isnan(defender->judged.p));
    }
    assert_true(judged > 200);
}

/* A metric that no rule set of the study can have is not listed. */
TEST(metrics_are_those_that_are_possible)
{
    static const struct {
        const char *rules, *key;
        bool listed;
    } cases[] = {
        {"", "declared", true},
        {"", "kontra", false},
        {"kontra.levels=1", "kontra", true},
        {"kontra.levels=1", "re", false},
        {"kontra.levels=2", "re", true},
        {"", "ramsch", false},
        {"passed_in=schieberamsch", "ramsch", true},
        {"bock.triggers=re_said", "ramsch", false},
        {"bock.triggers=re_said bock.ramsch_after=true", "ramsch", true},
        {"bock.triggers=re_said", "factor", true},
        {"", "factor", false},
        {"sachsenspitze=20", "sachsenspitze", true},
        {"", "revolution", false},
        {"", "classic.anna", true},
        {"", "score.anna", false}, /* classic, once more */
    };
    static struct skat_rules official, varied;
    static struct metrics metrics;
    const struct skat_rules *rules[] = {&official, &varied};
    struct schedule schedule = schedule_of(false);

    rules_of(&official, "");
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        bool listed = false;
        rules_of(&varied, cases[i].rules);
        metrics_list(&metrics, rules, 2, &schedule, names);
        for (int k = 0; k < metrics.count; k++)
            listed |= strcmp(metrics.of[k].key, cases[i].key) == 0;
        if (listed != cases[i].listed)
            fail_msg("\"%s\": %s is %slisted", cases[i].rules, cases[i].key, listed ? "" : "not ");
    }
}

TEST(streams_of_other_games_are_refused)
{
    struct schedule schedule = schedule_of(false);
    struct game_stats baseline[GAMES], varied[GAMES];

    random_facts(baseline, &schedule, 1);
    memcpy(varied, baseline, sizeof baseline);
    varied[GAMES - 1].deal++;
    struct study_measured *measured = measure(&schedule, baseline, varied, GAMES);
    assert_false(measured->ok);
    assert_non_null(strstr(measured->errors.text, "variation"));
    assert_non_null(strstr(measured->errors.text, "game 79 of 80"));
    errors_free(&measured->errors);
    measured = measure(&schedule, baseline, baseline, GAMES - 1);
    assert_false(measured->ok);
    errors_free(&measured->errors);
}

/* ---- Holm ---- */

TEST(holm_gives_published_examples)
{
    static const struct {
        const char *from;
        int count;
        double p[5], want[5];
    } cases[] = {
        {"stdlib.io, padjust",
         5,
         {0.319, 0.201, 0.4, 0.374, 0.113},
         {0.957, 0.804, 0.957, 0.957, 0.565}},
        {"en.wikipedia.org, Holm-Bonferroni method",
         4,
         {0.01, 0.04, 0.03, 0.005},
         {0.03, 0.06, 0.06, 0.02}},
        {"one test is not adjusted", 1, {0.04}, {0.04}},
        {"at most 1, ties alike", 3, {0.5, 0.5, 1}, {1, 1, 1}},
        {"NaN is no test", 4, {NAN, 0.01, NAN, 0.02}, {NAN, 0.02, NAN, 0.02}},
    };

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct judged judged[5], *list[5];
        for (int k = 0; k < cases[i].count; k++) {
            judged[k] = (struct judged){NAN, NAN, cases[i].p[k], cases[i].p[k]};
            list[k] = &judged[k];
        }
        judged_adjust(list, cases[i].count);
        for (int k = 0; k < cases[i].count; k++)
            if (isnan(cases[i].want[k]))
                assert_true(isnan(judged[k].p_adjusted));
            else
                check_close(cases[i].from, judged[k].p_adjusted, cases[i].want[k]);
    }
}

/* ---- the largest effect: by the order that campaign_result.h states ---- */

/* An effect by its numbers, with the p value that judges it, and its error: 1,000 units. */
struct made_effect {
    const char *title, *unit;
    double baseline, value, error, p;
};

enum { EFFECTS = 26, UNITS = 1000, NOT_JUDGED = -1 };

/* A study with one variation of up to EFFECTS effects. */
struct made_study {
    struct judged judged[EFFECTS];
    struct metric_effect effect[EFFECTS];
    struct variation_result variation;
    struct study_result study;
};

static void set_variation(struct made_study *made, int count, int64_t units)
{
    made->variation = (struct variation_result){
        .name = "kontra", .units = units, .effects = made->effect, .effects_count = count};
    made->study = (struct study_result){.variations = &made->variation, .variations_count = 1};
}

static void make(struct made_study *made, const struct made_effect *of, int count)
{
    for (int i = 0; i < count; i++) {
        const double p = of[i].p == NOT_JUDGED ? NAN : of[i].p;
        made->judged[i] = (struct judged){.p = p, .p_adjusted = p};
        made->effect[i] = (struct metric_effect){
            .of = {.metric = of[i].title, .title = of[i].title, .measured_in = of[i].unit},
            .baseline = of[i].baseline,
            .value = of[i].value,
            .effect = {.mean = of[i].value - of[i].baseline, .error = of[i].error},
            .judged = &made->judged[i]};
    }
    set_variation(made, count, UNITS);
}

/* Quantiles of Student's t with 999 degrees of freedom at 1 - 0.025 / n, by tests/oracle:
 * 1.96234 for one effect, 2.24479 for two, 2.39802 for three. */
TEST(the_largest_effect_leads)
{
    static const struct {
        const char *why;
        struct made_effect of[4];
        int count;
        const char *want;
    } cases[] = {
        {"the nearer end counts, not the mean",
         {{"wide", "share", 0.5, 0.4, 0.04, 0.04},
          {"narrow", "share", 0.5, 0.45, 0.005, 0.001},
          {"unsure", "share", 0.5, 0.9, 0.2, 0.2}},
         3,
         "largest effect under kontra: narrow, -5.00 (95 % for the largest of 3: -6.20 to -3.80) "
         "percentage points; 2 of 3 effects are shown"},
        {"shares come before points",
         {{"points", "points", 10, 19, 0.5, 0.00001}, {"share", "share", 0.1, 0.11, 0.0025, 0.01}},
         2,
         "largest effect under kontra: share, +1.00 (95 % for the largest of 2: +0.44 to +1.56) "
         "percentage points; 2 of 2 effects are shown"},
        {"what the baseline has not at all comes last",
         {{"new", "share", 0, 0.3, 0.05, 0.00001}, {"points", "points", 20, 18, 0.5, 0.00001}},
         2,
         "largest effect under kontra: points, -2.00 (95 % for the largest of 2: -3.12 to -0.88) "
         "points; 2 of 2 effects are shown"},
        {"and is named where nothing else is shown",
         {{"new", "share", 0, 0.3, 0.05, 0.00001}, {"points", "points", 20, 18, 1.5, 0.3}},
         2,
         "largest effect under kontra: new, +30.00 (95 % for the largest of 2: +18.78 to +41.22) "
         "percentage points; 1 of 2 effects is shown"},
        {"other numbers have no unit, and one effect is not chosen",
         {{"factor", "number", 1, 1.0652, 1.0 / 64, 0.02}},
         1,
         "largest effect under kontra: factor, +0.0652 (95 %: +0.0345 to +0.0959); "
         "1 of 1 effects is shown"},
        {"what is shown, but not at this level, does not lead",
         {{"less sure", "share", 0.1, 0.9, 0.36, 0.03}, {"sure", "points", 1, 2, 0.1, 0.00001}},
         2,
         "largest effect under kontra: sure, +1.00 (95 % for the largest of 2: +0.78 to +1.22) "
         "points; 2 of 2 effects are shown"},
        {"nothing is shown, and something cannot be judged",
         {{"share", "share", 0.1, 0.11, 0.01, 0.4},
          {"gone", "share", 0.5, NAN, NAN, NOT_JUDGED},
          {"deviation", "points", 0, 3, 0, NOT_JUDGED},
          {"nowhere", "share", NAN, NAN, NAN, NOT_JUDGED}},
         4,
         "no effect is shown, of 1 that can be judged; 2 cannot be judged"},
        {"nothing can be judged",
         {{"share", "share", 0.1, 0.2, NAN, NOT_JUDGED}},
         1,
         "1 variation: no effect can be judged"},
        {"nothing differs",
         {{"share", "share", 0.1, 0.1, 0, NOT_JUDGED}},
         1,
         "1 variation: nothing changes in any deal"},
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct made_study made;
        struct study_lead lead;
        char text[STUDY_SENTENCE_SIZE];
        make(&made, cases[i].of, cases[i].count);
        study_lead_of(&made.study, &lead);
        if (strcmp(study_sentence(&lead, text), cases[i].want) != 0)
            fail_msg("%s: got %s", cases[i].why, text);
    }
}

/* ---- whether the headline's interval covers ---- */

enum { SIMULATED_UNITS = 200, SPREAD = 3 /* values of a unit lie within 4 */ };

/* Fills an effect from units whose values have the mean `truth`, 0 to 1. */
static void simulate(struct made_study *made, int index, double truth, uint64_t *state)
{
    struct counted_value values[2 * SPREAD + 2], present[2 * SPREAD + 2];
    struct counted_sample sample = {.values = present};
    struct moments moments = {0};

    for (int i = 0; i < 2 * SPREAD + 2; i++)
        values[i] = (struct counted_value){i - SPREAD, 0};
    for (int unit = 0; unit < SIMULATED_UNITS; unit++) {
        int value = test_below(state, 1000) < 1000 * truth;
        for (int i = 0; i < SPREAD; i++)
            value += test_below(state, 3) - 1;
        values[value + SPREAD].count++;
        moments_add(&moments, value);
    }
    for (int i = 0; i < 2 * SPREAD + 2; i++)
        if (values[i].count)
            present[sample.count++] = values[i];
    made->judged[index] = judged_of(&sample, SPREAD + 1);
    made->effect[index] = (struct metric_effect){.of = {"m", "m", "share"},
                                                 .baseline = 1,
                                                 .value = 2,
                                                 .effect = moments_estimate(&moments),
                                                 .judged = &made->judged[index]};
}

/* The effect that leads a study of 26, whose truths are these. */
static const struct metric_effect *simulated_lead(struct made_study *made, const double *truths,
                                                  struct study_lead *lead, uint64_t *state)
{
    struct judged *list[EFFECTS];

    for (int i = 0; i < EFFECTS; i++) {
        simulate(made, i, truths[i], state);
        list[i] = &made->judged[i];
    }
    judged_adjust(list, EFFECTS);
    set_variation(made, EFFECTS, SIMULATED_UNITS);
    study_lead_of(&made->study, lead);
    for (int i = 0; i < EFFECTS; i++)
        if (lead->of == &made->effect[i].of)
            return &made->effect[i];
    return NULL;
}

static bool covers(const struct estimate *effect, double truth)
{
    return effect->low <= truth && truth <= effect->high;
}

/* The share of 200 studies in which the headline's interval misses the truth of its effect is at
 * most 5 %; that of the effect's own interval is more than 10 % where many are alike, since the
 * largest of them is the one that was overestimated most. */
TEST(the_headline_covers_for_being_chosen)
{
    enum { STUDIES = 200 };
    static const struct {
        const char *why;
        double least, most; /* of the truths, evenly between */
        bool own_misses;    /* whether the effect's own interval would not do */
    } cases[] = {
        {"all truths 0", 0, 0, false},
        {"all truths alike", 0.5, 0.5, true},
        {"different truths", 0.3, 0.5, true},
        {"truths from 0 on", 0, 0.25, true},
    };
    uint64_t draws = 1;

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        double truths[EFFECTS];
        int misses = 0, own_misses = 0;
        for (int k = 0; k < EFFECTS; k++)
            truths[k] = cases[i].least + (cases[i].most - cases[i].least) * k / (EFFECTS - 1);
        for (int run = 0; run < STUDIES; run++) {
            static struct made_study made;
            struct study_lead lead;
            const struct metric_effect *chosen = simulated_lead(&made, truths, &lead, &draws);
            if (!chosen)
                continue;
            misses += !covers(&lead.effect, truths[chosen - made.effect]);
            own_misses += !covers(&chosen->effect, truths[chosen - made.effect]);
        }
        if (misses > STUDIES / 20 || (own_misses > STUDIES / 10) != cases[i].own_misses)
            fail_msg("%s: %d of %d miss, with their own interval %d", cases[i].why, misses, STUDIES,
                     own_misses);
    }
}

TEST(a_study_without_variations_says_so)
{
    const struct study_result study = {.variations_count = 0};
    struct study_lead lead;
    char text[STUDY_SENTENCE_SIZE];

    study_lead_of(&study, &lead);
    assert_string_equal(study_sentence(&lead, text), "no variation is finished");
}

TEST(of_populations_the_one_is_named)
{
    struct judged judged[2] = {{.p = 0.01, .p_adjusted = 0.01}, {.p = 0.01, .p_adjusted = 0.012}};
    struct population_effect own[2] = {{.key = "people",
                                        .baseline = 0.1,
                                        .value = 0.12,
                                        .effect = {.mean = 0.02, .error = 0.005},
                                        .units = UNITS,
                                        .judged = &judged[0]},
                                       {.key = "daring",
                                        .baseline = 0.1,
                                        .value = 0.14,
                                        .effect = {.mean = 0.04, .error = 0.01},
                                        .units = UNITS,
                                        .judged = &judged[1]}};
    struct effect_by_population effect = {
        .of = {"won", "won", "share"}, .populations = own, .populations_count = 2};
    struct variation_of_all variation = {.name = "v", .effects = &effect, .effects_count = 1};
    const struct populations_result all = {.variations = &variation, .variations_count = 1};
    struct study_lead lead;
    char text[STUDY_SENTENCE_SIZE];

    populations_lead_of(&all, &lead);
    assert_string_equal(study_sentence(&lead, text),
                        "largest effect under v for daring: won, +4.00 (95 % for the largest of 2: "
                        "+1.76 to +6.24) percentage points; 2 of 2 effects are shown");
    own[1].effect.error = 0.016; /* then people's is surer */
    populations_lead_of(&all, &lead);
    assert_string_equal(lead.population, "people");
}
