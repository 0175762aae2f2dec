// SPDX-License-Identifier: MIT
/* tests/unit/test_confidence_sequence.c - the confidence sequence: against closed forms, and its
 * error rates by simulation, which SIMULATED_RUNS=N repeats N times and prints. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "arena/stats/confidence_sequence.h"
#include "arena/stats/sequence_length.h"
#include "tests/unit/engine_helpers.h"
#include "tests/unit/statistics_helpers.h"
#include "tests/unit/unit_test.h"

enum { HUNDRED = 100 }; /* differences are whole hundredths of points */

/* As in `regress`. */
static const struct sequence_plan plan = {.scale = 0.01,
                                          .largest = 264,
                                          .distance = 0.5,
                                          .watched = -0.5,
                                          .alpha = {0.05, 0.05},
                                          .block = 20};

/* ---- closed forms ---- */

/* Twenty units of -40 and 40, then ten of 5. Of the first, four fifths stake b = d / (d L + d^2) =
 * 1 / (L + d), one fifth half of what may be staked; the second block's stake follows from the
 * variance of the first and the prior of 50 units. */
TEST(two_blocks_by_hand)
{
    static const double signs[] = {[SEQUENCE_ABOVE] = 1, [SEQUENCE_BELOW] = -1},
                        most[] = {1 / 263.5, 1 / 264.5};
    const double later = 0.5 / ((50 * 0.5 * 264 + 20 * 1600) / 70 + 0.25);
    struct confidence_sequence sequence;
    confidence_sequence_start(&sequence, &plan);
    for (int i = 0; i < 20; i++)
        confidence_sequence_add(&sequence, (i % 2 ? 40 : -40) * HUNDRED);
    for (int i = 0; i < 10; i++)
        confidence_sequence_add(&sequence, 5 * HUNDRED);
    for (int side = 0; side < 2; side++) {
        const double sign = signs[side],
                     stakes[] = {fmin(1 / 264.5, 0.9999 * most[side]), 0.5 * most[side]};
        double money[2];
        for (int part = 0; part < 2; part++)
            money[part] =
                exp(10 * log1p(sign * stakes[part] * 40.5) +
                    10 * log1p(-sign * stakes[part] * 39.5) + 10 * log1p(sign * later * 5.5));
        check_close(side ? "below" : "above",
                    confidence_sequence_evidence(&sequence, -0.5, (enum sequence_side)side),
                    log(0.8 * money[0] + 0.2 * money[1]), 1e-9);
    }
    check_close("mean", confidence_sequence_estimate(&sequence).mean, 50.0 / 30, 1e-9);
    confidence_sequence_free(&sequence);
}

/* What was not seen may exist: zeros show nothing before the least number of units. */
TEST(least_units_are_those_of_zeros)
{
    const int64_t least = sequence_least_units(&plan, SEQUENCE_ABOVE);
    struct confidence_sequence sequence;
    enum sequence_side truth;
    assert_int_equal(least, 1672); /* ln 20 / -ln(1 - 0.5/264) = 1580 with all the money */
    confidence_sequence_start(&sequence, &plan);
    int64_t units = 0;
    while (!confidence_sequence_excludes(&sequence, &truth)) {
        confidence_sequence_add(&sequence, 0);
        units++;
    }
    assert_int_equal(truth, SEQUENCE_ABOVE);
    assert_int_equal(units, least);
    confidence_sequence_free(&sequence);
}

/* ---- the evidence and the interval are one ---- */

static int64_t drawn(uint64_t *state)
{
    double u = uniform(state);
    return u < 0.001 ? -150 * HUNDRED : u < 0.2 ? (int64_t)(normal(state) * 30 * HUNDRED) : 0;
}

TEST(interval_has_the_means_without_evidence)
{
    uint64_t random = 7;
    for (int units = 1; units <= 4000; units *= 3) {
        struct confidence_sequence sequence;
        confidence_sequence_start(&sequence, &plan);
        for (int i = 0; i < units; i++)
            confidence_sequence_add(&sequence, drawn(&random));
        struct estimate estimate = confidence_sequence_estimate(&sequence);
        assert_true(estimate.low <= estimate.mean && estimate.mean <= estimate.high);
        for (int i = 0; i < 2; i++) {
            const enum sequence_side side = i ? SEQUENCE_BELOW : SEQUENCE_ABOVE;
            double last = INFINITY, end = i ? estimate.high : estimate.low;
            for (double mean = -6; mean <= 6; mean += 0.25) {
                double at = i ? -mean : mean;
                double evidence = confidence_sequence_evidence(&sequence, at, side);
                assert_true(evidence <= last + 1e-9); /* it falls towards the other bound */
                assert_true((evidence >= log(20)) == (i ? at >= end : at <= end));
                last = evidence;
            }
            check_close("watched", confidence_sequence_watched(&sequence, side),
                        confidence_sequence_evidence(&sequence, plan.watched, side), 1e-6);
        }
        confidence_sequence_free(&sequence);
    }
}

/* After a difference beyond what is possible, the assumption is wrong, whoever it favours. */
TEST(beyond_the_largest_nothing_is_shown)
{
    for (int sign = -1; sign <= 1; sign += 2) {
        struct confidence_sequence sequence;
        enum sequence_side truth;
        confidence_sequence_start(&sequence, &plan);
        for (int i = 0; i < 3000; i++)
            confidence_sequence_add(&sequence, 5 * HUNDRED);
        confidence_sequence_add(&sequence, sign * 264 * HUNDRED);
        assert_true(confidence_sequence_excludes(&sequence, &truth) && truth == SEQUENCE_ABOVE);
        assert_true(confidence_sequence_estimate(&sequence).low > 3);
        confidence_sequence_add(&sequence, sign * (264 * HUNDRED + 1));
        assert_false(confidence_sequence_excludes(&sequence, &truth));
        assert_true(isnan(confidence_sequence_estimate(&sequence).low));
        assert_true(isnan(confidence_sequence_estimate(&sequence).high));
        check_close("nothing is known", confidence_sequence_p(&sequence, 0), 1, 0);
        confidence_sequence_free(&sequence);
    }
}

/* Many units are a few hundred blocks. */
TEST(memory_grows_slowly)
{
    struct confidence_sequence sequence;
    confidence_sequence_start(&sequence, &plan);
    for (int i = 0; i < 100000; i++)
        confidence_sequence_add(&sequence, i % 7 - 3);
    assert_in_range(sequence.count, 100, 300);
    confidence_sequence_free(&sequence);
}

/* ---- simulations ---- */

/* Differences that may occur: 0, ordinary ones, and a rare loss. */
struct difference_kind {
    const char *name;
    double zero, ordinary; /* chance of 0; deviation of the ordinary ones */
    double loss, chance;
    double apart; /* even units have a mean that much higher than odd ones */
};

static const struct difference_kind kinds[] = {
    {"a tenth plays otherwise", 0.9, 20, 60, 0.001, 0},
    {"97 % zeros", 0.97, 25, 0, 0, 0},
    {"loss of 160", 0.9, 10, 160, 0.003, 0},
    {"loss of 264", 0.95, 10, 264, 0.0019, 0},
    {"nothing but losses of 264", 1, 0, 264, 0.0019, 0},
    {"even and odd", 0.8, 20, 0, 0, 8},
};

/* A unit of mean `mean`, over even and odd ones. */
static int64_t unit_of(const struct difference_kind *of, double mean, int64_t number,
                       uint64_t *state)
{
    double zero = of->zero == 1 ? 1 - of->chance : of->zero, rest = 1 - zero - of->chance;
    double shift = rest > 0 ? (mean + of->loss * of->chance) / rest : 0, u = uniform(state);
    double swing = number % 2 ? -of->apart : of->apart;

    if (u < of->chance)
        return (int64_t)(-of->loss * HUNDRED);
    if (u < of->chance + zero)
        return 0;
    /* Rounded up or down by chance, so that the mean is exact; within the bound. */
    double value = (shift + swing + of->ordinary * normal(state)) * HUNDRED;
    return (int64_t)floor(value + uniform(state));
}

struct sequence_ends {
    double above, below, units; /* shares that ended so, mean number of units */
    double missed;              /* of the intervals at the end */
};

static struct sequence_ends simulate(const struct difference_kind *of, double mean, int runs)
{
    enum { PLANNED = 12000 };
    struct sequence_ends outcome = {0};
    uint64_t state = 11;

    for (int run = 0; run < runs; run++) {
        struct confidence_sequence sequence;
        enum sequence_side truth = SEQUENCE_ABOVE;
        bool decided = false;
        int64_t units = 0;
        confidence_sequence_start(&sequence, &plan);
        while (units < PLANNED && !decided) {
            confidence_sequence_add(&sequence, unit_of(of, mean, units, &state));
            decided = ++units % 20 == 0 && confidence_sequence_excludes(&sequence, &truth);
        }
        struct estimate estimate = confidence_sequence_estimate(&sequence);
        outcome.above += (double)(decided && truth == SEQUENCE_ABOVE) / runs;
        outcome.below += (double)(decided && truth == SEQUENCE_BELOW) / runs;
        outcome.missed += (double)(estimate.low > mean || estimate.high < mean) / runs;
        outcome.units += (double)units / runs;
        confidence_sequence_free(&sequence);
    }
    return outcome;
}

/* Of the kinds above: at the margin itself either verdict is wrong, equal bots pass, and four times
 * the margin fails. A few runs tell what is wrong by much; the rest is for the closed forms. */
TEST(verdicts_are_right_and_the_truth_is_held)
{
    static const double means[] = {-0.5, 0, -2};
    const char *const asked = getenv("SIMULATED_RUNS");
    const int runs = asked ? atoi(asked) : 5;
    const double limit = 0.05 + 3 * frequency_deviation(0.05, runs);
    for (size_t i = 0; i < COUNT_OF(kinds); i++)
        for (size_t k = 0; k < (kinds[i].zero == 1 ? 1 : COUNT_OF(means)); k++) {
            double mean = kinds[i].zero == 1 ? -kinds[i].loss * kinds[i].chance : means[k];
            struct sequence_ends outcome = simulate(&kinds[i], mean, runs);
            if (asked)
                print_message("%-26s %+.2f: above %.4f, below %.4f, missed %.4f, %5.0f units\n",
                              kinds[i].name, mean, outcome.above, outcome.below, outcome.missed,
                              outcome.units);
            check_between("passed", outcome.above, k == 1 ? 0.75 : 0, k == 1 ? 1.001 : limit);
            check_between("failed", outcome.below, k == 2 ? 0.9 : 0, k == 2 ? 1.001 : limit);
            check_between("missed the truth", outcome.missed, 0, 2 * limit);
        }
}

/* ---- how long it takes ---- */

/* Four of five differences are 0; those of the sample itself have a mean of 0.2. */
static struct counted_value sampled[] = {{-30, 96}, {0, 800}, {30, 104}};
static const struct counted_sample sample = {sampled, 3, -264, 264};

TEST(length_of_simulated_runs)
{
    const int64_t least = sequence_least_units(&plan, SEQUENCE_ABOVE), most = 12000;
    struct sequence_length equal = sequence_length(&plan, &sample, 0, most);
    struct sequence_length better = sequence_length(&plan, &sample, 3, most);
    struct sequence_length worse = sequence_length(&plan, &sample, -1.5, most);
    struct sequence_length at_margin = sequence_length(&plan, &sample, -0.5, most);
    check_between("equal", equal.units, (double)least, 3.5 * (double)least);
    check_between("passes", equal.above, 0.95, 1.001);
    check_between("better is seen sooner", better.units, 40, (double)least / 2);
    check_between("fails", worse.below, 0.95, 1.001);
    check_between("neither", at_margin.above + at_margin.below, 0, 0.15);
    check_between("to the end", at_margin.units, 0.85 * most, most);
}

/* Of a test of 0 against 2 by likelihoods. */
static const struct test_plan ratio = {.model = TEST_POINTS,
                                       .h0 = 0,
                                       .h1 = 2,
                                       .alpha = 0.05,
                                       .beta = 0.05,
                                       .min_units = 100,
                                       .block = 20};

TEST(length_of_a_test_by_likelihoods)
{
    const double least = (double)test_least_units(&ratio, sample.highest, 14), most = 20000;
    const struct sequence_length none = test_length(&ratio, &sample, 0, (int64_t)most),
                                 all = test_length(&ratio, &sample, 2, (int64_t)most),
                                 half = test_length(&ratio, &sample, 1, (int64_t)most),
                                 far = test_length(&ratio, &sample, -4, (int64_t)most);
    check_between("of none", none.units, least, 3 * least);
    check_between("rejected", none.below, 0.95, 1.001);
    check_between("of all", all.units, least, 3 * least);
    check_between("accepted", all.above, 0.95, 1.001);
    check_between("half way takes longer", half.units, fmax(none.units, all.units), most);
    check_between("either way", half.above, 0.2, 0.8);
    check_between("beyond is sooner", far.units, 100, none.units);
}

/* The same, looked at after every block and with other numbers drawn: units until a verdict. */
static int64_t units_of_a_test(double mean, struct skat_random *random)
{
    struct counted_value seen[] = {{-30, 0}, {0, 0}, {30, 0}};
    const struct counted_sample so_far = {seen, 3, sample.lowest, sample.highest};
    int64_t units = 0;

    /* Of 1,000 units, so many are -30 and 800 are 0; the mean is 30 (200 - 2 low) / 1,000. */
    const uint32_t low = 100 - (uint32_t)(mean * 1000 / 60);
    do {
        for (int i = 0; i < ratio.block; i++, units++) {
            const uint32_t draw = skat_random_below(random, 1000);
            seen[draw < low ? 0 : draw < low + 800 ? 1 : 2].count++;
        }
    } while (units < ratio.min_units ||
             test_judge(&ratio, test_llr(&ratio, &so_far)) == VERDICT_UNDECIDED);
    return units;
}

/* Whoever looks less often than the test does not promise much more. */
TEST(length_is_that_of_real_tests)
{
    enum { RUNS = 100 };
    static const double means[] = {0, 1.8};
    struct skat_random random;
    skat_random_start_number(&random, 40);
    for (size_t i = 0; i < COUNT_OF(means); i++) {
        double units = 0;
        for (int run = 0; run < RUNS; run++)
            units += (double)units_of_a_test(means[i], &random) / RUNS;
        check_between("units", test_length(&ratio, &sample, means[i], 20000).units / units, 0.85,
                      1.15);
    }
}

/* What was never seen cannot be simulated: a mean beyond all differences, or of one alone. */
TEST(no_length_without_such_differences)
{
    const struct counted_sample zeros = {sampled + 1, 1, -264, 264};
    assert_true(isnan(sequence_length(&plan, &sample, 30, 100).units));
    assert_true(isnan(sequence_length(&plan, &sample, -31, 100).units));
    assert_true(isnan(sequence_length(&plan, &zeros, 0, 100).units));
    assert_true(isnan(test_length(&ratio, &sample, 30, 100).units));
    assert_true(isnan(test_length(&ratio, &zeros, 0, 100).units));
}
