// SPDX-License-Identifier: MIT
/* tests/unit/test_sequential.c - the sequential test: against closed forms, and its error rates and
 * the estimates after its stop by simulation. */
#include <math.h>

#include "arena/stats/sequential_test.h"
#include "arena/stats/stopped_estimate.h"
#include "tests/unit/engine_helpers.h"
#include "tests/unit/statistics_helpers.h"
#include "tests/unit/unit_test.h"

/* ---- from three numbers ---- */

static const struct test_plan points_plan = {.model = TEST_POINTS,
                                             .h0 = 0,
                                             .h1 = 1,
                                             .alpha = 0.05,
                                             .beta = 0.05,
                                             .min_units = 2,
                                             .block = 1};

static struct test_plan normalised_plan(double h0, double h1)
{
    struct test_plan plan = points_plan;

    plan.model = TEST_NORMALISED;
    plan.h0 = h0;
    plan.h1 = h1;
    return plan;
}

/* Of normal values with mean h and the deviation that is likeliest then, which is the root of the
 * mean of (x - h)^2: ln of the product of densities. */
static double log_likelihood(const double *x, int count, double h)
{
    double variance = 0, sum = 0;

    for (int i = 0; i < count; i++)
        variance += (x[i] - h) * (x[i] - h) / count;
    for (int i = 0; i < count; i++)
        sum += -0.5 * log(2 * acos(-1) * variance) - (x[i] - h) * (x[i] - h) / (2 * variance);
    return sum;
}

TEST(llr_is_the_ratio_of_likelihoods)
{
    static const double x[] = {1, 2, 3}; /* mean 2, variance 2/3 */
    struct test_plan plan = points_plan;
    double deviation = sqrt(2.0 / 3);
    plan.h1 = 2;
    /* 3/2 ln[(2/3 + 4) / (2/3)] = 3/2 ln 7 */
    check_close("by hand", test_llr_of_moments(&plan, 3, 2, deviation), 2.9188652235, 1e-9);
    for (plan.h1 = 2; plan.h1 < 4; plan.h1 += 0.5)
        check_close("points", test_llr_of_moments(&plan, 3, 2, deviation),
                    log_likelihood(x, 3, plan.h1) - log_likelihood(x, 3, plan.h0), 1e-12);
    /* Normalised is points with hypotheses that many deviations large. */
    struct test_plan normalised = normalised_plan(0.5, 2.5);
    plan.h0 = 0.5 * deviation;
    plan.h1 = 2.5 * deviation;
    check_close("normalised", test_llr_of_moments(&normalised, 3, 2, deviation),
                log_likelihood(x, 3, plan.h1) - log_likelihood(x, 3, plan.h0), 1e-12);
}

TEST(llr_is_symmetric)
{
    struct test_plan plan = points_plan, swapped = points_plan,
                     normalised = normalised_plan(0, 0.1);
    swapped.h0 = plan.h1;
    swapped.h1 = plan.h0;
    check_close("mirrored", test_llr_of_moments(&plan, 1000, 0.8, 7),
                -test_llr_of_moments(&plan, 1000, 0.2, 7), 1e-12);
    check_close("swapped", test_llr_of_moments(&plan, 1000, 0.8, 7),
                -test_llr_of_moments(&swapped, 1000, 0.8, 7), 1e-12);
    check_close("twice the units", test_llr_of_moments(&plan, 2000, 0.8, 7),
                2 * test_llr_of_moments(&plan, 1000, 0.8, 7), 1e-12);
    check_close("other units", test_llr_of_moments(&normalised, 1000, 0.8, 7),
                test_llr_of_moments(&normalised, 1000, 80, 700), 1e-12);
}

TEST(llr_without_spread)
{
    struct test_plan normalised = normalised_plan(0.1, 0.2);
    assert_true(test_llr_of_moments(&points_plan, 100, 0, 0) == -INFINITY);
    assert_true(test_llr_of_moments(&points_plan, 100, 1, 0) == INFINITY);
    check_close("half way", test_llr_of_moments(&points_plan, 100, 0.5, 0), 0, 0);
    assert_true(test_llr_of_moments(&points_plan, 100, 3, 0) == INFINITY);
    /* 50 ln[(1 + .01) / (1 + .04)] */
    check_close("all zero", test_llr_of_moments(&normalised, 100, 0, 0), -1.4635191150, 1e-9);
    assert_true(test_llr_of_moments(&normalised, 100, 7, 0) > 0);
    assert_true(test_llr_of_moments(&normalised, 100, -7, 0) < 0);
}

/* However far the mean is from both hypotheses: beyond its extremum the ratio is held constant. */
TEST(llr_never_falls_when_the_mean_rises)
{
    struct test_plan normalised = normalised_plan(0.1, 0.2);
    for (int model = 0; model < 2; model++) {
        const struct test_plan *plan = model ? &normalised : &points_plan;
        double before = -INFINITY;
        for (double mean = -300; mean <= 300; mean += 0.25) {
            double llr = test_llr_of_moments(plan, 1000, mean, 20);
            assert_true(llr >= before);
            before = llr;
        }
        /* Largest at the middle and the root of s^2 + (h1-h0)^2/4 = 400.25. */
        if (!model)
            check_close("limit", before, test_llr_of_moments(plan, 1000, 0.5 + sqrt(400.25), 20),
                        1e-9);
    }
}

TEST(bounds_are_walds)
{
    struct test_plan plan = points_plan;
    check_close("lower", test_lower(&plan), -log(19), 1e-12);
    check_close("upper", test_upper(&plan), log(19), 1e-12);
    plan.alpha = 0.01;
    plan.beta = 0.2;
    check_close("lower", test_lower(&plan), -1.5993875765, 1e-9); /* ln(.2/.99) */
    check_close("upper", test_upper(&plan), 4.3820266347, 1e-9);  /* ln 80 */
    assert_int_equal(test_judge(&plan, 4.39), VERDICT_ACCEPT);
    assert_int_equal(test_judge(&plan, test_upper(&plan)), VERDICT_ACCEPT);
    assert_int_equal(test_judge(&plan, 4.38), VERDICT_UNDECIDED);
    assert_int_equal(test_judge(&plan, -1.59), VERDICT_UNDECIDED);
    assert_int_equal(test_judge(&plan, test_lower(&plan)), VERDICT_REJECT);
    assert_int_equal(test_judge(&plan, -INFINITY), VERDICT_REJECT);
    assert_int_equal(test_judge(&plan, NAN), VERDICT_UNDECIDED);
    assert_string_equal(verdict_names[VERDICT_REJECT], "reject");
    assert_string_equal(test_model_names[TEST_NORMALISED], "normalised");
}

TEST(looks_are_at_whole_blocks)
{
    struct test_plan plan = points_plan;
    plan.min_units = 250;
    plan.block = 100;
    assert_false(test_due(&plan, 200, 1, false));
    assert_false(test_due(&plan, 249, 1, true)); /* too few for a verdict */
    assert_false(test_due(&plan, 250, 1, false));
    assert_true(test_due(&plan, 300, 1, false));
    assert_false(test_due(&plan, 301, 1, false));
    assert_true(test_due(&plan, 301, 1, true));
    assert_false(test_due(&plan, 400, 0, false)); /* no spread to judge by */
    assert_true(test_due(&plan, 400, 0, true));
    plan.margin = 0.5;
    assert_true(test_due(&plan, 400, 0, false)); /* the interval needs none */
}

/* Wald's expected numbers: at h1, ((1-b) ln((1-b)/a) + b ln(b/(1-a))) / (d^2/2), d = (h1-h0)/sd;
 * at h0 with the signs turned; half way, -ln(b/(1-a)) ln((1-b)/a) / d^2. */
TEST(expected_units_are_walds)
{
    struct test_plan plan = points_plan;
    double low, high;
    plan.alpha = 0.01;
    plan.beta = 0.1;
    low = log(0.1 / 0.99);
    high = log(0.9 / 0.01);
    check_close("h1", test_expected_units(&plan, 1, 20), (0.9 * high + 0.1 * low) * 800, 1e-6);
    check_close("h0", test_expected_units(&plan, 0, 20), -(0.01 * high + 0.99 * low) * 800, 1e-6);
    check_close("half way", test_expected_units(&plan, 0.5, 20), -low * high * 400, 1e-6);
    check_close("about half way", test_expected_units(&plan, 0.5 + 1e-5, 20), -low * high * 400,
                0.1);
    check_close("far off", test_expected_units(&plan, 100, 20), high * 400 / 99.5, 1e-6);
    check_close("far below", test_expected_units(&plan, -99, 20), low * 400 / -99.5, 1e-6);
    struct test_plan normalised = normalised_plan(0, 0.05);
    check_close("normalised", test_expected_units(&normalised, 1, 20), 0.9 * log(19) * 800, 1e-6);
    plan.min_units = 500;
    check_close("never below the least", test_expected_units(&plan, 1000, 20), 500, 0);
    check_close("without spread", test_expected_units(&plan, 0.5, 0), 500, 0);
}

/* ---- from the differences themselves ---- */

/* The largest difference that counts as possible by default: head_to_head_largest() under ISkO. */
enum { LARGEST = 396 };

static struct counted_sample sample_of(struct counted_value *values, size_t count)
{
    return (struct counted_sample){values, count, -LARGEST, LARGEST};
}

/* Of two values, the likeliest distribution with a mean between them has no choice: its chances are
 * (b-h)/(b-a) and (h-a)/(b-a), as long as nothing outside need be called upon. */
TEST(two_values_leave_no_choice)
{
    static struct counted_value values[] = {{-1, 30}, {2, 70}};
    const struct counted_sample sample = {values, 2, -1, 2};
    for (double h = -0.9; h < 2; h += 0.1) {
        double want = 30 * log((2 - h) / 3 / 0.3) + 70 * log((h + 1) / 3 / 0.7);
        check_close("log ratio", empirical_log_ratio(&sample, h), want, 1e-6 * fabs(want) + 1e-9);
    }
    check_close("of the mean", empirical_log_ratio(&sample, 1.1), 0, 1e-12);
    assert_true(empirical_log_ratio(&sample, 2) == -INFINITY);
    assert_true(empirical_log_ratio(&sample, -5) == -INFINITY);
}

/* After n zeros a mean of h < 0 is possible if a loss of `lowest` with chance h/lowest did not
 * occur. */
TEST(what_did_not_occur_may_exist)
{
    static struct counted_value zeros[] = {{0, 1000}};
    const struct counted_sample sample = sample_of(zeros, 1);
    for (double h = -2; h < 0; h += 0.25)
        check_close("zeros", empirical_log_ratio(&sample, h), 1000 * log(1 + h / LARGEST), 1e-6);
    /* Rule of three: what has not occurred in n units has a chance below 3/n. */
    struct estimate estimate = empirical_estimate(&sample, sqrt(2 * log(20)));
    check_close("low", estimate.low, -LARGEST * (1 - pow(0.05, 1.0 / 1000)), 1e-6);
    check_close("high", estimate.high, LARGEST * (1 - pow(0.05, 1.0 / 1000)), 1e-6);
}

/* With many units it is the normal likelihood: -n (m-h)^2 / (2 s^2). */
TEST(large_samples_are_nearly_normal)
{
    static struct counted_value values[] = {{-30, 20000}, {-10, 30000}, {12, 30000}, {25, 20000}};
    const struct counted_sample sample = sample_of(values, 4);
    double mean = counted_mean(&sample), deviation = counted_deviation(&sample);
    check_close("mean", mean, -0.4, 1e-12);
    check_close("units", counted_units(&sample), 100000, 0);
    for (double z = -3; z <= 3; z += 0.5) {
        double ratio = empirical_log_ratio(&sample, mean + z * deviation / sqrt(100000));
        check_close("log ratio", ratio, -z * z / 2, 0.02 * z * z + 1e-9);
    }
    struct estimate estimate = empirical_estimate(&sample, 1.96);
    check_close("low", (mean - estimate.low) / estimate.error, 1.96, 0.01);
    check_close("high", (estimate.high - mean) / estimate.error, 1.96, 0.01);
    struct test_plan plan = points_plan, normalised = normalised_plan(0, 0.1 / deviation);
    plan.h0 = -0.5;
    plan.h1 = -0.25;
    check_close("LLR", test_llr(&plan, &sample),
                test_llr_of_moments(&plan, 100000, mean, deviation), 0.2);
    plan.h0 = 0;
    plan.h1 = 0.1;
    check_close("normalised", test_llr(&normalised, &sample), test_llr(&plan, &sample), 1e-6);
}

TEST(llr_without_spread_is_bounded)
{
    static struct counted_value zeros[] = {{0, 2000}};
    const struct counted_sample sample = sample_of(zeros, 1);
    struct test_plan plan = points_plan, normalised = normalised_plan(0, 0.1);
    check_close("points", test_llr(&plan, &sample), 2000 * log(1 - 1.0 / LARGEST), 1e-6);
    check_close("normalised", test_llr(&normalised, &sample), 0, 0);
}

/* The least number of units is the one at which units without a difference decide. */
TEST(least_units_are_those_of_zeros)
{
    struct test_plan plan = points_plan;
    plan.h0 = -0.5;
    plan.h1 = 0;
    plan.block = 100;
    int64_t least = test_least_units(&plan, LARGEST, 9);
    assert_int_equal(least, 2400); /* ln 19 / -ln(1 - 0.5/396) = 2330.5 */
    for (int i = 0; i < 2; i++) {
        struct counted_value zeros[] = {{0, least - 100 * i}};
        const struct counted_sample sample = sample_of(zeros, 1);
        assert_int_equal(test_judge(&plan, test_llr(&plan, &sample)),
                         i ? VERDICT_UNDECIDED : VERDICT_ACCEPT);
    }
    plan.min_units = 5000;
    assert_int_equal(test_least_units(&plan, LARGEST, 9), 5000);
}

/* ---- simulations ---- */

/* Differences that may occur: 0, ordinary ones, and a rare loss. */
struct differences {
    const char *name;
    double zero, ordinary; /* chance of 0; deviation of the ordinary ones */
    double loss, chance;
};

/* Skewness about -1 to -20: what a changed bot looks like that plays a little otherwise, and bots
 * with a disaster in some hundred deals. */
static const struct differences kinds[] = {
    {"a tenth plays otherwise", 0.9, 20, 60, 0.001},
    {"loss of 90", 0, 6, 90, 0.004},
    {"loss of 260", 0.95, 10, 260, 0.0019},
};

enum { VALUES = 4 };

struct population {
    double value[VALUES], chance[VALUES];
    struct counted_value seen[VALUES];
};

/* Two ordinary values about a mean that makes the whole have the mean `mean`. */
static struct population population_of(const struct differences *of, double mean)
{
    double rest = 1 - of->zero - of->chance, shift = (mean + of->loss * of->chance) / rest;
    struct population population = {.value = {-of->loss, 0}, .chance = {of->chance, of->zero}};

    for (int i = 0; i < 2; i++) {
        population.value[2 + i] = shift + (i ? of->ordinary : -of->ordinary);
        population.chance[2 + i] = rest / 2;
    }
    return population;
}

static void draw(struct population *population, int64_t units, uint64_t *state)
{
    for (int64_t i = 0; i < units; i++) {
        double left = uniform(state);
        int which = 1; /* most are 0 */
        while (left >= population->chance[which] && which != 0) {
            left -= population->chance[which];
            which = (which + 1) % VALUES;
        }
        population->seen[which].value = population->value[which];
        population->seen[which].count++;
    }
}

/* Those that occurred; the order does not matter to the likelihood. */
static struct counted_sample seen_in(const struct population *population,
                                     struct counted_value values[VALUES])
{
    size_t count = 0;

    for (int i = 0; i < VALUES; i++)
        if (population->seen[i].count)
            values[count++] = population->seen[i];
    return sample_of(values, count);
}

/* How often out of `runs` a test of regress, margin 0.5, ends how, the true mean being `mean`. */
struct outcome {
    double accepted, rejected, units; /* shares, mean number */
    double bias, missed;              /* of the estimate after the stop, and of its interval */
};

static struct outcome simulate(const struct differences *of, double mean, int runs, bool estimate)
{
    enum { PLANNED = 36000 };
    struct test_plan plan = points_plan;
    struct outcome outcome = {0};
    uint64_t state = 11;

    plan.h0 = -0.5;
    plan.h1 = 0;
    plan.min_units = 500;
    plan.block = 100;
    for (int run = 0; run < runs; run++) {
        struct population population = population_of(of, mean);
        enum test_verdict verdict = VERDICT_UNDECIDED;
        struct counted_value values[VALUES];
        struct counted_sample sample;
        int64_t units = plan.min_units - plan.block;
        draw(&population, units, &state);
        do {
            draw(&population, plan.block, &state);
            units += plan.block;
            sample = seen_in(&population, values);
            verdict = test_judge(&plan, test_llr(&plan, &sample));
        } while (verdict == VERDICT_UNDECIDED && units < PLANNED);
        outcome.accepted += (double)(verdict == VERDICT_ACCEPT) / runs;
        outcome.rejected += (double)(verdict == VERDICT_REJECT) / runs;
        outcome.units += (double)units / runs;
        if (!estimate)
            continue;
        int64_t least = test_least_units(&plan, LARGEST, 9);
        struct estimate stopped = stopped_estimate(&plan, &sample, least, PLANNED);
        outcome.bias += (stopped.mean - mean) / runs;
        outcome.missed += (double)(stopped.low > mean || stopped.high < mean) / runs;
    }
    return outcome;
}

/* At most alpha and beta, and three deviations of the frequency itself. */
TEST(error_rates_hold)
{
    enum { RUNS = 100 };
    double limit = 0.05 + 3 * frequency_deviation(0.05, RUNS);
    for (size_t i = 0; i < COUNT_OF(kinds); i++) {
        struct outcome worse = simulate(&kinds[i], -0.5, RUNS, false);
        struct outcome equal = simulate(&kinds[i], 0, RUNS, false);
        if (worse.accepted > limit || equal.rejected > limit)
            fail_msg("%s: alpha %g, beta %g", kinds[i].name, worse.accepted, equal.rejected);
        check_between("units at h0", worse.units, 1500, 8000);
        check_between("units at h1", equal.units, 1500, 8000);
    }
}

/* Twice the margin worse, by rare disasters alone: none of the runs may accept. */
TEST(rare_disasters_are_never_accepted)
{
    static const struct differences disasters[] = {
        {"60", 0.98, 1e-3, 60, 1.0 / 60},
        {"160", 0.99, 1e-3, 160, 1.0 / 160},
        {"260", 0.996, 1e-3, 260, 1.0 / 260},
    };
    for (size_t i = 0; i < COUNT_OF(disasters); i++)
        check_close(disasters[i].name, simulate(&disasters[i], -1, 100, false).accepted, 0, 0);
}

/* After the stop: the mean is no longer off by a quarter of the distance of the hypotheses (0.5),
 * and the interval misses at most one time in twenty. */
TEST(estimates_hold_after_the_stop)
{
    enum { RUNS = 10 };
    double limit = 0.05 + 3 * frequency_deviation(0.05, RUNS);
    for (size_t i = 0; i < COUNT_OF(kinds); i++)
        for (int k = 0; k < 3; k += 2) {
            struct outcome outcome = simulate(&kinds[i], -0.5 + 0.25 * k, RUNS, true);
            double error = 0.3 / sqrt(RUNS); /* of a mean of the estimates */
            if (fabs(outcome.bias) > 0.06 + 3 * error || outcome.missed > limit)
                fail_msg("%s: bias %g, missed %g", kinds[i].name, outcome.bias, outcome.missed);
        }
}
