// SPDX-License-Identifier: MIT
/* tests/unit/test_statistics.c - the arena's statistics: against tables, closed forms and direct
 * computation. tests/e2e/test_study.py computes ratios and their errors again. */
#include "tests/unit/statistics_helpers.h"
#include "tests/unit/unit_test.h"

#include "arena/stats/histogram.h"
#include "arena/stats/empirical_likelihood.h"
#include "arena/stats/distribution.h"
#include "arena/stats/moments.h"
#include "arena/stats/plackett_luce.h"

/* ---- distribution ---- */

TEST(quantiles_are_those_of_tables)
{
    /* Student's t: NIST/SEMATECH e-Handbook 1.3.6.7.2; normal: Abramowitz and Stegun 26.1, 26.2 */
    static const struct {
        double p, df, want, tolerance;
    } cases[] = {
        {0.975, 1, 12.706, 5e-4},      {0.975, 2, 4.303, 5e-4},
        {0.975, 5, 2.571, 5e-4},       {0.95, 10, 1.812, 5e-4},
        {0.975, 10, 2.228, 5e-4},      {0.995, 5, 4.032, 5e-4},
        {0.975, 30, 2.042, 5e-4},      {0.99, 100, 2.364, 5e-4},
        {0.975, 0, 1.959963985, 1e-9}, {0.995, 0, 2.575829304, 1e-9},
        {0.95, 0, 1.644853627, 1e-9},  {0.975, 1e9, 1.959963985, 1e-8}, /* nearly normal */
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        double p = cases[i].p, df = cases[i].df;
        double got = df > 0 ? student_quantile(p, df) : normal_quantile(p);
        double mirrored = df > 0 ? student_quantile(1 - p, df) : normal_quantile(1 - p);
        check_close("quantile", got, cases[i].want, cases[i].tolerance);
        check_close("other side", mirrored, -got, 1e-9 * got);
        check_close("cdf of quantile", df > 0 ? student_cdf(got, df) : erfc(-got / sqrt(2)) / 2, p,
                    1e-12);
    }
}

TEST(cdfs_have_closed_forms)
{
    for (double t = -4; t <= 4; t += 0.5) {
        check_close("t, df 1: Cauchy", student_cdf(t, 1), 0.5 + atan(t) / acos(-1), 1e-14);
        check_close("t, df 2", student_cdf(t, 2), 0.5 + t / (2 * sqrt(2 + t * t)), 1e-14);
    }
    check_close("infinite t", student_cdf(INFINITY, 3), 1, 0);
    check_close("minus infinite t", student_cdf(-INFINITY, 3), 0, 0);
    assert_true(isnan(student_quantile(0.5, -1)));
}

/* ---- moments ---- */

/* 2 4 4 4 5 5 7 9: mean 5, deviation 2, sum of squares about the mean 32. The interval is
 * 5 +- 2.364624 sqrt(32/7/8): t of the tables for 7 degrees of freedom. */
TEST(moments_of_a_textbook_sample)
{
    static const int sample[] = {2, 4, 4, 4, 5, 5, 7, 9};
    const int64_t offset = 1000000000000; /* doubles would lose the deviation in the squares */
    struct moments moments = {0}, far = {0};
    for (size_t i = 0; i < COUNT_OF(sample); i++) {
        moments_add(&moments, sample[i]);
        moments_add(&far, sample[i] - offset);
    }
    struct estimate estimate = moments_estimate(&moments);
    check_close("mean", moments_mean(&moments), 5, 0);
    check_close("deviation", moments_deviation(&moments), 2, 0);
    check_close("deviation far from 0", moments_deviation(&far), 2, 0);
    check_close("error", estimate.error, sqrt(32.0 / 7 / 8), 1e-15);
    check_close("low", estimate.low, 3.212512, 1e-6);
    check_close("high", estimate.high, 6.787488, 1e-6);
}

TEST(too_few_units_give_no_error)
{
    struct moments moments = {0};
    struct joint joint = {0};
    assert_true(isnan(moments_mean(&moments)) && isnan(moments_deviation(&moments)));
    assert_true(isnan(moments_estimate(&moments).mean));
    moments_add(&moments, 7);
    struct estimate one = moments_estimate(&moments);
    check_close("mean of one", one.mean, 7, 0);
    check_close("deviation of one", moments_deviation(&moments), 0, 0);
    assert_true(isnan(one.error) && isnan(one.low) && isnan(one.high));
    moments_add(&moments, 7);
    struct estimate two = moments_estimate(&moments);
    check_close("low of two equal ones", two.low, 7, 0);
    check_close("high of two equal ones", two.high, 7, 0);

    joint_add(&joint, (int64_t[]){3, 0, 3, 1, 0, 0}, 6);
    joint_add(&joint, (int64_t[]){4, 0, 5, 1, 0, 0}, 6);
    struct estimate estimates[] = {joint_ratio(&joint), joint_ratio_difference(&joint),
                                   joint_deviation_difference(&joint)};
    for (size_t i = 0; i < COUNT_OF(estimates); i++)
        assert_true(isnan(estimates[i].mean) && isnan(estimates[i].error) &&
                    isnan(estimates[i].low) && isnan(estimates[i].high));
}

TEST(estimates_scale)
{
    struct estimate estimate = estimate_of(10, 2, 11), turned = estimate_scaled(estimate, -3);
    check_close("high", estimate.high, 10 + 2 * 2.228, 2e-3);
    check_close("mean", turned.mean, -30, 0);
    check_close("error", turned.error, 6, 0);
    check_close("low", turned.low, -3 * estimate.high, 1e-12);
    check_close("high of turned", turned.high, -3 * estimate.low, 1e-12);
}

/* Units of two samples: of a few games each the squares, the sum and the number of scores, which
 * are all shifted by a common effect of the unit's cards. */
enum { SQUARES, SUM, GAMES, SAMPLE, DATA = 300 };

static void draw_data(uint64_t random, int64_t data[DATA][2 * SAMPLE])
{
    memset(data, 0, DATA * sizeof *data);
    for (int i = 0; i < DATA; i++) {
        const int shift = test_below(&random, 41) - 20;
        for (int64_t *of = data[i]; of < data[i] + 2 * SAMPLE; of += SAMPLE) {
            of[GAMES] = 1 + test_below(&random, 3);
            for (int game = 0; game < of[GAMES]; game++) {
                const int score = shift + test_below(&random, 141) - 60;
                of[SUM] += score;
                of[SQUARES] += score * score;
            }
        }
    }
}

/* The jackknife knows no derivatives: sqrt((n-1)/n sum of squares of the estimates without each
 * unit about their mean). The two agree but for terms of 1/n. */
TEST(errors_of_deviations_are_close_to_the_jackknife)
{
    static int64_t data[DATA][2 * SAMPLE];
    struct estimate whole = {0};
    double n = DATA, sum = 0, squares = 0;
    draw_data(2, data);
    for (int without = -1; without < DATA; without++) {
        struct joint joint = {0};
        for (int i = 0; i < DATA; i++)
            if (i != without)
                joint_add(&joint, data[i], 6);
        if (without < 0)
            whole = joint_deviation_difference(&joint);
        const double shift = joint_deviation_difference(&joint).mean - whole.mean;
        sum += shift;
        squares += shift * shift;
    }
    double jackknife = sqrt((n - 1) / n * (squares - sum * sum / n));
    check_close("error by jackknife", whole.error / jackknife, 1, 0.01);
}

/* ---- histogram ---- */

TEST(bins_are_sorted_and_complete)
{
    struct histogram histogram = {0};
    uint64_t random = 5;
    static int want[401];
    size_t count;
    memset(want, 0, sizeof want);
    assert_null(histogram_bins(&histogram, &count));
    assert_int_equal(count, 0);
    for (int i = 0; i < 5000; i++) {
        int value = test_below(&random, 401) - 200;
        want[value + 200]++;
        histogram_add(&histogram, value);
    }
    histogram_add(&histogram, INT64_MIN);
    histogram_add(&histogram, INT64_MAX);
    struct histogram_bin *bins = histogram_bins(&histogram, &count);
    assert_int_equal(histogram.total, 5002);
    assert_true(bins[0].value == INT64_MIN && bins[count - 1].value == INT64_MAX);
    for (size_t i = 1; i + 1 < count; i++) {
        assert_true(bins[i - 1].value < bins[i].value);
        assert_int_equal(bins[i].count, want[bins[i].value + 200]);
        want[bins[i].value + 200] = 0;
    }
    for (size_t i = 0; i < COUNT_OF(want); i++)
        assert_int_equal(want[i], 0);
    free(bins);
    histogram_free(&histogram);
    assert_true(!histogram.table && !histogram.total);
}

/* How many multiples of 3 there are in lowest..lowest+width-1. */
static int64_t threes_from(int64_t lowest, int64_t width)
{
    int64_t count = 0;

    for (int64_t value = lowest; value < lowest + width; value++)
        count += value % 3 == 0;
    return count;
}

/* Of zeros and ones (1 - 2p)/sqrt(p(1 - p)); invariant under shift and scale, not reflection. */
TEST(skewness_is_that_of_bernoulli)
{
    for (int place = -500; place <= 500; place += 250)
        for (int unit = -3; unit <= 3; unit += 3) {
            struct histogram histogram = {0};
            for (int i = 0; i < 10; i++)
                histogram_add(&histogram, place + (i == 4) * unit);
            double want = (1 - 2 * 0.1) / sqrt(0.1 * 0.9);
            if (unit)
                check_close("skewness", histogram_skewness(&histogram), unit < 0 ? -want : want,
                            1e-9);
            else
                assert_true(isnan(histogram_skewness(&histogram)));
            histogram_free(&histogram);
        }
}

/* Of numbers in the same ratio in every unit: rounding left 6e-6 here. */
TEST(exact_ratios_have_no_error)
{
    struct joint joint = {0}, both = {0};
    for (int64_t i = 1; i <= 1000; i++) {
        joint_add(&joint, (int64_t[]){-17 * 1000003 * i, 7 * 1000003 * i}, 2);
        joint_add(&both, (int64_t[]){7 * i, i, -3 * i, i}, 4);
    }
    check_close("ratio", joint_ratio(&joint).mean, -17.0 / 7, 1e-12);
    assert_true(joint_ratio(&joint).error == 0);
    check_close("difference", joint_ratio_difference(&both).mean, 10, 0);
    check_close("its error", joint_ratio_difference(&both).error, 0, 1e-7);
}

/* Every third integer from -3 * half up: more values than there may be bins. */
TEST(wide_bins_keep_counts_and_mean)
{
    struct histogram histogram = {0};
    const int64_t half = HISTOGRAM_BINS_MAX / 2 + 1;
    double sum = 0, mean = -1.5; /* of 3i, i = -half..half-1 */
    size_t count;
    for (int64_t i = half - 1; i >= -half; i--)
        histogram_add(&histogram, 3 * i);
    struct histogram_bin *bins = histogram_bins(&histogram, &count);
    assert_in_range(count, HISTOGRAM_BINS_MAX / 2, HISTOGRAM_BINS_MAX);
    assert_int_equal(histogram.width, 4); /* as many bins of 2 have a value each */
    assert_int_equal(histogram.total, 2 * half);
    for (size_t i = 0; i < count; i++) {
        assert_true(bins[i].value % histogram.width == 0);
        assert_true(i == 0 || bins[i - 1].value < bins[i].value);
        if (i > 0 && i + 1 < count)
            assert_int_equal(bins[i].count, threes_from(bins[i].value, histogram.width));
        sum += (double)bins[i].count * (double)bins[i].value;
    }
    check_between("mean less its bins' lowest values", mean - sum / (double)histogram.total, 0,
                  (double)histogram.width);
    free(bins);
    histogram_free(&histogram);
}

/* ---- Plackett-Luce ---- */

static const double per_log = 400 / 2.302585092994046; /* rating points of a factor e */

static struct placings *one_table(int bots)
{
    struct placings_table table = {.count = (uint8_t)bots, .bots = {0, 1, 2, 3, 4}};

    return placings_new(bots, &table, 1);
}

/* Chance w/(w+v), with half a game more won by each: w/v = (wins + 1/2) / (losses + 1/2); a tie is
 * half a win, half a loss. Ratings differ by 400 log10 of that and have mean 0. */
TEST(two_bots_have_the_ratio_of_their_wins)
{
    static const struct {
        int wins, losses, ties;
    } cases[] = {{1, 0, 0}, {0, 5, 0}, {30, 10, 0}, {10, 4, 7}, {0, 0, 9}, {100000, 3, 0}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct placings *placings = one_table(2);
        double rating[2], error[2], ties = cases[i].ties;
        for (int j = 0; j < cases[i].wins + cases[i].losses + cases[i].ties; j++) {
            double merit = j < cases[i].wins ? 1 : j < cases[i].wins + cases[i].losses ? -1 : 0;
            placings_add(placings, 0, (uint64_t)j, (double[]){merit, 0});
        }
        double ratio = (cases[i].wins + ties / 2 + 0.5) / (cases[i].losses + ties / 2 + 0.5);
        assert_true(placings_fit(placings, rating, error, NULL));
        check_close("first", rating[0], 200 * log10(ratio), 1e-6);
        check_close("second", rating[1], -200 * log10(ratio), 1e-6);
        placings_free(placings);
    }
}

/* ln of a rating has, for two bots, half the error of ln(p/(1-p)), which is 1/sqrt(n p (1-p)).
 * A variance from 100 groups has a relative error of sqrt(2/99), its root half of that: 7 %. The
 * same placing five times in a unit is no news, and must not make the error smaller. */
TEST(jackknife_error_is_the_binomial_one)
{
    enum { UNITS = 20000 };
    double chance = 0.64, rating[2][2], error[2][2];
    for (int clustered = 0; clustered < 2; clustered++) {
        struct placings *placings = one_table(2);
        uint64_t random = 9;
        for (int unit = 0; unit < UNITS; unit++) {
            double merit[] = {uniform(&random) < chance, 0.5};
            for (int copy = 0; copy < (clustered ? 5 : 1); copy++)
                placings_add(placings, 0, (uint64_t)unit, merit);
        }
        placings_fit(placings, rating[clustered], error[clustered], NULL);
        placings_free(placings);
    }
    double want = per_log / 2 / sqrt(UNITS * chance * (1 - chance));
    check_close("error", error[0][0] / want, 1, 4 * 0.07);
    check_close("error of the other", error[0][1], error[0][0], 1e-6);
    check_close("rating", rating[0][0], 200 * log10(chance / (1 - chance)), 4 * want);
    check_close("five times the same", error[1][0] / error[0][0], 1, 0.001);
}

/* Places by the model: the bot with the largest ln(strength) + Gumbel noise is first. */
static void draw_placing(const struct placings_table *table, const double *strengths,
                         uint64_t *state, double *merit)
{
    for (int i = 0; i < table->count; i++)
        merit[i] = log(strengths[table->bots[i]]) - log(-log(1 - uniform(state)));
}

TEST(strengths_are_recovered)
{
    static const double strengths[] = {4, 2, 1, 0.5}; /* and a fifth bot, which never plays */
    static const struct placings_table tables[] = {
        {3, {0, 1, 2}}, {3, {1, 2, 3}}, {3, {3, 0, 1}}, {4, {2, 3, 0, 1}}, {2, {3, 0}}};
    struct placings *placings = placings_new(5, tables, COUNT_OF(tables));
    double rating[5], error[5], merit[PLACINGS_TABLE_MAX], squares = 0;
    uint64_t random = 10;
    for (uint64_t unit = 0; unit < 5000; unit++)
        for (int t = 0; t < (int)COUNT_OF(tables); t++) {
            draw_placing(&tables[t], strengths, &random, merit);
            placings_add(placings, t, unit, merit);
        }
    assert_true(placings_fit(placings, rating, error, NULL));
    for (int i = 0; i < 4; i++) {
        double off = rating[i] - 400 * log10(strengths[i] / sqrt(2)); /* geometric mean of them */
        check_close("rating", off, 0, 4 * error[i]);
        check_between("error", error[i], 0.5, 3);
        squares += off * off / (error[i] * error[i]);
    }
    assert_true(isnan(rating[4]) && isnan(error[4]));
    assert_true(squares > 0.1); /* errors that are far too large would pass the rest */
    placings_free(placings);
}

/* Three bots tie behind a first one. Counting each order of the three once is as good as the ties.
 */
TEST(a_tie_is_the_mean_of_its_orders)
{
    struct placings *ties = one_table(4), *orders = one_table(4);
    double tied[4], ordered[4], error[4];
    for (int i = 0; i < 6; i++) {
        const int second = 1 + i / 2, third = 1 + (second + i % 2) % 3;
        double merit[4] = {9, 0, 0, 0};
        merit[second] = 2;
        merit[third] = 1;
        placings_add(orders, 0, 1, merit);
        placings_add(ties, 0, 1, (double[]){9, 5, 5, 5});
        placings_add(orders, 0, 2, (double[]){0, 2, 3, 1});
        placings_add(ties, 0, 2, (double[]){0, 2, 3, 1});
    }
    placings_fit(ties, tied, error, NULL);
    placings_fit(orders, ordered, error, NULL);
    assert_true(tied[2] > tied[1] && tied[1] > tied[3]);
    for (int i = 0; i < 4; i++)
        check_close("with ties", tied[i], ordered[i], 1e-6);
    placings_free(ties);
    placings_free(orders);
}

/* By hand: one set of bots that is always ahead of the rest has no bounded ratings. */
TEST(ratings_are_bounded_if_each_set_is_behind_somewhere)
{
    static const struct {
        const char *what;
        double merits[3][3];
        int count;
        bool bounded;
    } cases[] = {
        {"nothing played", {{0}}, 0, true},
        {"always the same order", {{3, 2, 1}, {3, 2, 1}}, 2, false},
        {"one that is always first", {{3, 2, 1}, {3, 1, 2}}, 2, false},
        {"two that are always ahead", {{3, 2, 1}, {2, 3, 1}}, 2, false},
        {"all level", {{1, 1, 1}}, 1, true},
        {"level with the first once", {{3, 2, 1}, {3, 1, 2}, {3, 3, 1}}, 3, true},
        {"in a circle", {{3, 2, 1}, {1, 3, 2}, {2, 1, 3}}, 3, true},
        {"reversed", {{3, 2, 1}, {1, 2, 3}}, 2, true},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct placings *placings = one_table(3);
        for (int game = 0; game < cases[i].count; game++)
            placings_add(placings, 0, (uint64_t)game, cases[i].merits[game]);
        if (placings_are_bounded(placings) != cases[i].bounded)
            fail_msg("%s", cases[i].what);
        placings_free(placings);
    }
}

TEST(little_data_has_no_error)
{
    struct placings *placings = one_table(3);
    double rating[3], error[3];
    assert_false(placings_fit(placings, rating, error, NULL));
    assert_true(isnan(rating[0]) && isnan(error[0]));
    for (int i = 0; i < 10; i++)
        placings_add(placings, 0, 5 + PLACINGS_GROUPS * (uint64_t)i, (double[]){3, 2, 1});
    assert_true(placings_fit(placings, rating, error, NULL));
    assert_true(rating[0] > rating[1] && rating[1] > rating[2]);
    assert_true(isfinite(rating[0]) && isnan(error[0]));
    placings_add(placings, 0, 6, (double[]){3, 2, 1});
    assert_true(placings_fit(placings, rating, error, NULL));
    assert_true(isfinite(error[0]) && error[0] > 0);
    placings_free(placings);
    placings_free(NULL);
}

/* ---- the interval and the p value by which one is called better ---- */

static struct deciding_interval interval_of(const struct counted_value *values, size_t count,
                                            double hand)
{
    struct counted_value copy[8];
    const struct counted_sample sample = {.values = copy, .count = count};

    for (size_t i = 0; i < count; i++)
        copy[i] = values[i];
    return deciding_interval_of(&sample, hand);
}

/* The logarithm of the likelihood ratio if one of n values is at one end and the others at the
 * other, and the share at the first end is `share`. */
static double ratio_of_share(double n, double share)
{
    return log(share * n) + (n - 1) * log((1 - share) * n / (n - 1));
}

/* n values of x > 0, and one at -L or L: two values, so that the mean is a share. The interval ends
 * where the ratio is exp(-t^2 / 2), with t of Student's distribution with n - 1 degrees of freedom.
 */
TEST(equal_values_have_a_closed_form)
{
    enum { N = 1500 };
    const double x = 0.9, hand = 264, t = student_quantile(0.975, N - 1);
    const struct deciding_interval got = interval_of((struct counted_value[]){{x, N}}, 1, hand);

    check_close("low", ratio_of_share(N + 1, (x - got.low) / (x + hand)), -t * t / 2, 1e-6);
    check_close("high", ratio_of_share(N + 1, (got.high - x) / (hand - x)), -t * t / 2, 1e-6);
    check_close("p", got.p,
                2 * student_cdf(-sqrt(-2 * ratio_of_share(N + 1, x / (x + hand))), N - 1), 1e-9);
    check_between("p", got.p, 0.01, 0.5);
}

/* p is below 0.05 just where the interval excludes 0. */
TEST(interval_and_p_agree)
{
    uint64_t random = 5;
    int shown = 0;

    for (int run = 0; run < 300; run++) {
        struct counted_value values[4];
        for (int i = 0; i < 4; i++)
            values[i] = (struct counted_value){-40 + 30 * i + 10 * uniform(&random),
                                               1 + test_below(&random, 40)};
        const struct deciding_interval got = interval_of(values, 4, run % 2 ? 60 : 0);
        const bool excludes = got.low > 0 || got.high < 0;
        if (excludes != (got.p < 0.05) && fabs(got.p - 0.05) > 1e-6)
            fail_msg("run %d: %g to %g, p %g", run, got.low, got.high, got.p);
        shown += excludes;
    }
    check_between("share that is shown", shown / 300.0, 0.1, 0.9);
}

/* Whatever was seen: a value beyond what a hand costs only makes the interval wider on its side,
 * and on the other one it counts as what it is. */
TEST(a_value_beyond_a_hand_voids_nothing)
{
    const struct counted_value worse[] = {{-400, 20}, {-300, 20}}, once[] = {{-400, 1}, {2, 4000}};
    const struct deciding_interval condemned = interval_of(worse, 2, 268),
                                   by_a_hand = interval_of(once, 2, 268),
                                   by_more = interval_of(once, 2, 500);

    check_between("high", condemned.high, -350, -200);
    check_between("low", condemned.low, -400, -366);
    assert_true(condemned.p < 1e-6);
    assert_true(by_a_hand.low < 1.9 && by_a_hand.low > by_more.low);
}

/* Without an allowance it is Student's. */
TEST(without_a_hand_it_is_students)
{
    const struct counted_value values[] = {{-2, 30}, {1, 40}, {4, 30}};
    const double mean = 1, error = sqrt(60 * 9 / 99.0 / 100), t = student_quantile(0.975, 99);
    const struct deciding_interval got = interval_of(values, 3, 0);

    check_close("low", got.low, mean - t * error, 1e-9);
    check_close("high", got.high, mean + t * error, 1e-9);
    check_close("p", got.p, 2 * student_cdf(-mean / error, 99), 1e-12);
}

/* Of few values it is Student's that is farther out, of many that differ little the other one. */
TEST(the_farther_end_counts)
{
    const struct counted_value few[] = {{-100, 2}, {100, 2}}, many[] = {{-1, 500}, {1, 500}};
    const struct deciding_interval of_few = interval_of(few, 2, 20), plain = interval_of(few, 2, 0),
                                   guarded = interval_of(many, 2, 268),
                                   narrow = interval_of(many, 2, 0);

    check_close("low", of_few.low, plain.low, 1e-9);
    check_close("high", of_few.high, plain.high, 1e-9);
    assert_true(guarded.low < 2 * narrow.low && guarded.high > 2 * narrow.high);
}

TEST(what_cannot_be_tested_is_nan)
{
    const struct deciding_interval one = interval_of((struct counted_value[]){{3, 1}}, 1, 20),
                                   none = interval_of(NULL, 0, 20),
                                   zero = interval_of((struct counted_value[]){{0, 90}}, 1, 20);

    assert_true(isnan(one.low) && isnan(one.high) && isnan(one.p));
    assert_true(isnan(none.low) && isnan(none.p));
    assert_true(isnan(zero.p) && zero.low < 0 && zero.high > 0);
}

/* ---- rare large losses ---- */

/* Of `units` units a brings `usual` in most and loses `loss` so often that both are equal. The
 * chance that a is called better: that of so few losses that the interval lies above 0. */
static double chance_of_a_wrong_verdict(double usual, double loss, int units)
{
    const double odds = usual / loss;
    double likely = pow(1 + odds, -units), wrong = 0; /* of so many losses; of those so far */

    for (int losses = 0; losses < units; losses++) {
        struct counted_value values[2] = {{-loss, losses}, {usual, units - losses}};
        const struct counted_sample sample = {.values = values + !losses, .count = losses ? 2 : 1};
        if (!(deciding_interval_of(&sample, loss).low > 0))
            break;
        wrong += likely;
        likely *= odds * (units - losses) / (losses + 1);
    }
    return wrong;
}

/* The level of one end is 2.5 %. The chances are those of docs/statistics.md. */
TEST(rare_losses_do_not_make_the_wrong_one_better)
{
    static const double usual[] = {0.1, 0.5, 2, 8};
    static const int units[] = {20, 150, 300, 1200, 3600};
    static const double percent[COUNT_OF(usual)][COUNT_OF(units)] = {
        {0}, {0, 0, 0, 0, 0.86}, {0, 0, 0, 0.60, 1.52}, {0, 1.14, 0.66, 1.73, 1.96}};

    for (size_t i = 0; i < COUNT_OF(usual); i++)
        for (size_t k = 0; k < COUNT_OF(units); k++)
            check_close("percent wrong", 100 * chance_of_a_wrong_verdict(usual[i], 264, units[k]),
                        percent[i][k], 0.005);
}

/* ---- values in bins ---- */

TEST(bins_keep_mean_and_spread)
{
    struct binned_values *binned = calloc(1, sizeof *binned);
    double sum = 0, squares = 0;
    enum { N = 3000 };
    uint64_t random = 9;
    size_t count;

    for (int i = 0; i < N; i++) {
        /* Tiny ones come first, so that the bins must be widened; many are equal. */
        const double value = i % 3 ? 0.31 : (i < 300 ? 1e-7 : 20) * normal(&random);
        binned_values_add(binned, value);
        sum += value;
        squares += value * value;
    }
    struct counted_sample sample = {.values = binned_values_list(binned, &sample.count)};
    count = sample.count;
    check_between("bins", (double)count, 100, 2 * BINNED_VALUES_HALF);
    check_close("units", counted_units(&sample), N, 0);
    check_close("mean", counted_mean(&sample), sum / N, 1e-9);
    check_close("deviation", counted_deviation(&sample), sqrt(squares / N - (sum / N) * (sum / N)),
                1e-4);
    for (size_t i = 1; i < count; i++)
        assert_true(sample.values[i - 1].value < sample.values[i].value);
    free(sample.values);
    free(binned);
}
