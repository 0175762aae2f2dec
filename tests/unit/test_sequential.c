// SPDX-License-Identifier: MIT
/* tests/unit/test_sequential.c - looking at any time: the sequential test by likelihoods, the
 * confidence sequence, and how long either takes; against closed forms and, for gross errors, by
 * simulation. */
#include "tests/unit/statistics_helpers.h"
#include "tests/unit/unit_test.h"

#include "arena/stats/confidence_sequence.h"
#include "arena/stats/sequential_test.h"

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

enum { HAND = 396 }; /* what one that is thrown away costs */

static struct counted_sample sample_of(struct counted_value *values, size_t count)
{
    return (struct counted_sample){values, count, -HAND, HAND};
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
        check_close("zeros", empirical_log_ratio(&sample, h), 1000 * log(1 + h / HAND), 1e-6);
    /* Rule of three: what has not occurred in n units has a chance below 3/n. */
    struct estimate estimate = empirical_estimate(&sample, sqrt(2 * log(20)));
    check_close("low", estimate.low, -HAND * (1 - pow(0.05, 1.0 / 1000)), 1e-6);
    check_close("high", estimate.high, HAND * (1 - pow(0.05, 1.0 / 1000)), 1e-6);
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
                100000 * log(hypot(deviation, mean - plan.h0) / hypot(deviation, mean - plan.h1)),
                0.2);
    plan.h0 = 0;
    plan.h1 = 0.1;
    check_close("normalised", test_llr(&normalised, &sample), test_llr(&plan, &sample), 1e-6);
}

TEST(llr_without_spread_is_bounded)
{
    static struct counted_value zeros[] = {{0, 2000}};
    const struct counted_sample sample = sample_of(zeros, 1);
    struct test_plan plan = points_plan, normalised = normalised_plan(0, 0.1);
    check_close("points", test_llr(&plan, &sample), 2000 * log(1 - 1.0 / HAND), 1e-6);
    check_close("normalised", test_llr(&normalised, &sample), 0, 0);
}

/* The least number of units is the one at which units without a difference decide. */
TEST(least_units_are_those_of_zeros)
{
    struct test_plan plan = points_plan;
    plan.h0 = -0.5;
    plan.h1 = 0;
    plan.block = 100;
    int64_t least = test_least_units(&plan, HAND, 9);
    assert_int_equal(least, 2400); /* ln 19 / -ln(1 - 0.5/396) = 2330.5 */
    for (int i = 0; i < 2; i++) {
        struct counted_value zeros[] = {{0, least - 100 * i}};
        const struct counted_sample sample = sample_of(zeros, 1);
        assert_int_equal(test_judge(&plan, test_llr(&plan, &sample)),
                         i ? VERDICT_UNDECIDED : VERDICT_ACCEPT);
    }
    plan.min_units = 5000;
    assert_int_equal(test_least_units(&plan, HAND, 9), 5000);
}

/* ---- the confidence sequence ---- */

enum { HUNDRED = 100 }; /* differences are whole hundredths of points */

/* As in `regress`. */
static const struct sequence_plan regress_plan = {.scale = 0.01,
                                                  .largest = 264,
                                                  .distance = 0.5,
                                                  .watched = -0.5,
                                                  .alpha = {0.05, 0.05},
                                                  .block = 20};

/* ---- in closed form ---- */

/* Twenty units of -40 and 40, then ten of 5. Of the first, 76 % of the money stake b = d / (d L +
 * d^2) = 1 / (L + d), and 20 % half of what may be staked; the second block's stake follows from
 * the variance of the first and the prior of 50 units. The last 4 % stake nothing before there is a
 * mean, which is 0 then: 0.5 above -0.5, and nothing below it. */
TEST(two_blocks_by_hand)
{
    static const double signs[] = {[SEQUENCE_ABOVE] = 1, [SEQUENCE_BELOW] = -1},
                        most[] = {1 / 263.5, 1 / 264.5};
    const double later = 0.5 / ((50 * 0.5 * 264 + 20 * 1600) / 70 + 0.25);
    struct confidence_sequence sequence;
    confidence_sequence_start(&sequence, &regress_plan);
    for (int i = 0; i < 20; i++)
        confidence_sequence_add(&sequence, (i % 2 ? 40 : -40) * HUNDRED);
    for (int i = 0; i < 10; i++)
        confidence_sequence_add(&sequence, 5 * HUNDRED);
    for (int side = 0; side < 2; side++) {
        const double sign = signs[side],
                     stakes[] = {fmin(1 / 264.5, 0.9999 * most[side]), 0.5 * most[side]};
        double money[] = {0, 0, side == SEQUENCE_ABOVE ? exp(10 * log1p(later * 5.5)) : 1};
        for (int part = 0; part < 2; part++)
            money[part] =
                exp(10 * log1p(sign * stakes[part] * 40.5) +
                    10 * log1p(-sign * stakes[part] * 39.5) + 10 * log1p(sign * later * 5.5));
        check_close(side ? "below" : "above",
                    confidence_sequence_evidence(&sequence, -0.5, (enum sequence_side)side),
                    log(0.76 * money[0] + 0.2 * money[1] + 0.04 * money[2]), 1e-9);
    }
    check_close("mean", confidence_sequence_estimate(&sequence).mean, 50.0 / 30, 1e-9);
    confidence_sequence_free(&sequence);
}

/* What was not seen may exist: zeros show nothing before the least number of units. */
TEST(least_units_of_an_interval_are_those_of_zeros)
{
    const int64_t least = sequence_least_units(&regress_plan, SEQUENCE_ABOVE);
    struct confidence_sequence sequence;
    enum sequence_side truth;
    assert_int_equal(least, 1673); /* ln 20 / -ln(1 - 0.5/264) = 1580 with all the money */
    confidence_sequence_start(&sequence, &regress_plan);
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
        confidence_sequence_start(&sequence, &regress_plan);
        for (int i = 0; i < units; i++)
            confidence_sequence_add(&sequence, drawn(&random));
        struct estimate estimate = confidence_sequence_estimate(&sequence);
        assert_true(estimate.low <= estimate.mean && estimate.mean <= estimate.high);
        for (int i = 0; i < 2; i++) {
            const enum sequence_side side = i ? SEQUENCE_BELOW : SEQUENCE_ABOVE;
            const double end = i ? estimate.high : estimate.low;
            for (double mean = -6; mean <= 6; mean += 0.25) {
                double at = i ? -mean : mean;
                double evidence = confidence_sequence_evidence(&sequence, at, side);
                assert_true((evidence >= log(20)) == (i ? at >= end : at <= end));
            }
            check_close("watched", confidence_sequence_watched(&sequence, side),
                        confidence_sequence_evidence(&sequence, regress_plan.watched, side), 1e-6);
        }
        confidence_sequence_free(&sequence);
    }
}

/* ---- beyond what a hand costs ---- */

/* Adds so many units with this difference, in points. */
static void add_units(struct confidence_sequence *sequence, int count, int64_t points)
{
    for (int i = 0; i < count; i++)
        confidence_sequence_add(sequence, points * HUNDRED);
}

/* Evidence that the truth is low needs no bound on how low a unit may be, and the mirror of that.
 */
TEST(a_catastrophe_is_condemned)
{
    static const struct {
        const char *what;
        int64_t points; /* in one unit of `every`; the others are 0 */
        int every, most;
        enum sequence_side truth;
    } cases[] = {
        {"each unit", -351, 1, 20, SEQUENCE_BELOW},
        {"every fourth", -351, 4, 40, SEQUENCE_BELOW},
        {"every eighth", -351, 8, 100, SEQUENCE_BELOW},
        {"more than twice a hand", -900, 8, 100, SEQUENCE_BELOW},
        {"each unit, and better", 351, 1, 20, SEQUENCE_ABOVE},
        {"every eighth, and better", 900, 8, 100, SEQUENCE_ABOVE},
    };

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct confidence_sequence sequence;
        enum sequence_side truth = SEQUENCE_ABOVE;
        bool found = false;
        confidence_sequence_start(&sequence, &regress_plan);
        for (int units = 0; units < cases[i].most && !found; units++) {
            add_units(&sequence, 1, units % cases[i].every ? 0 : cases[i].points);
            found = confidence_sequence_excludes(&sequence, &truth);
        }
        if (!found || truth != cases[i].truth)
            fail_msg("%s: not shown after %d units", cases[i].what, cases[i].most);
        confidence_sequence_free(&sequence);
    }
}

/* A unit beyond it takes what was staked against that, and the end of the interval on its side may
 * be infinite; the other end remains. */
TEST(a_unit_beyond_a_hand_costs_what_was_staked)
{
    for (int sign = -1; sign <= 1; sign += 2) {
        const enum sequence_side beyond = sign < 0 ? SEQUENCE_ABOVE : SEQUENCE_BELOW,
                                 other = sign < 0 ? SEQUENCE_BELOW : SEQUENCE_ABOVE;
        struct confidence_sequence sequence;
        confidence_sequence_start(&sequence, &regress_plan);
        add_units(&sequence, 19, sign);
        const double before = confidence_sequence_watched(&sequence, beyond);
        add_units(&sequence, 1, sign * 900);
        assert_true(confidence_sequence_watched(&sequence, beyond) < before - 2);
        assert_true(confidence_sequence_watched(&sequence, other) > 0);
        const struct estimate found = confidence_sequence_estimate(&sequence);
        assert_true(isinf(sign < 0 ? found.low : found.high));
        assert_true(isfinite(sign < 0 ? found.high : found.low));
        assert_false(confidence_sequence_is_over(&sequence));
        confidence_sequence_free(&sequence);
    }
}

/* The third player follows the mean: it loses all where that lay on the other side. */
TEST(it_is_over_when_both_sides_have_lost_everything)
{
    struct confidence_sequence sequence;

    confidence_sequence_start(&sequence, &regress_plan);
    add_units(&sequence, 18, 5);
    add_units(&sequence, 1, -5000);
    add_units(&sequence, 1, 5000);
    assert_false(confidence_sequence_is_over(&sequence));
    add_units(&sequence, 19, 5);
    add_units(&sequence, 1, -1000000);
    assert_true(confidence_sequence_watched(&sequence, SEQUENCE_ABOVE) == -INFINITY);
    assert_false(confidence_sequence_is_over(&sequence));
    add_units(&sequence, 19, 5);
    add_units(&sequence, 1, 2000000);
    assert_true(confidence_sequence_is_over(&sequence));
    const struct estimate found = confidence_sequence_estimate(&sequence);
    assert_true(isinf(found.low) && isinf(found.high));
    confidence_sequence_free(&sequence);
}

/* Many units are a few hundred blocks. */
TEST(memory_grows_slowly)
{
    struct confidence_sequence sequence;
    confidence_sequence_start(&sequence, &regress_plan);
    for (int i = 0; i < 100000; i++)
        confidence_sequence_add(&sequence, i % 7 - 3);
    assert_in_range(sequence.count, 100, 300);
    confidence_sequence_free(&sequence);
}

/* ---- how long it takes ---- */

/* Four of five differences are 0; those of the sample itself have a mean of 0.2. */
static struct counted_value sampled[] = {{-30, 96}, {0, 800}, {30, 104}};
static const struct counted_sample sampled_now = {sampled, 3, -264, 264};

TEST(length_of_simulated_runs)
{
    const int64_t least = sequence_least_units(&regress_plan, SEQUENCE_ABOVE), most = 12000;
    struct sequence_length equal = sequence_length(&regress_plan, &sampled_now, 0, most);
    struct sequence_length better = sequence_length(&regress_plan, &sampled_now, 3, most);
    struct sequence_length worse = sequence_length(&regress_plan, &sampled_now, -1.5, most);
    struct sequence_length at_margin = sequence_length(&regress_plan, &sampled_now, -0.5, most);
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
    const double least = (double)test_least_units(&ratio, sampled_now.highest, 14), most = 20000;
    const struct sequence_length none = test_length(&ratio, &sampled_now, 0, (int64_t)most),
                                 all = test_length(&ratio, &sampled_now, 2, (int64_t)most),
                                 half = test_length(&ratio, &sampled_now, 1, (int64_t)most),
                                 far = test_length(&ratio, &sampled_now, -4, (int64_t)most);
    check_between("of none", none.units, least, 3 * least);
    check_between("rejected", none.below, 0.95, 1.001);
    check_between("of all", all.units, least, 3 * least);
    check_between("accepted", all.above, 0.95, 1.001);
    check_between("half way takes longer", half.units, fmax(none.units, all.units), most);
    check_between("either way", half.above, 0.2, 0.8);
    check_between("beyond is sooner", far.units, 100, none.units);
}

/* What came of tests with the mean `mean` that were looked at after every block. */
struct real_tests {
    double units; /* mean number */
    int accepted;
};

enum { RUNS = 100 };

static struct real_tests play_tests(double mean)
{
    struct real_tests came = {0};
    struct skat_random random;

    skat_random_start_number(&random, 40);
    /* Of 1,000 units, so many are -30 and 800 are 0; the mean is 30 (200 - 2 low) / 1,000. */
    const uint32_t low = 100 - (uint32_t)(mean * 1000 / 60);
    for (int run = 0; run < RUNS; run++) {
        struct counted_value seen[] = {{-30, 0}, {0, 0}, {30, 0}};
        const struct counted_sample so_far = {seen, 3, sampled_now.lowest, sampled_now.highest};
        enum test_verdict verdict;
        int64_t units = 0;
        do {
            for (int i = 0; i < ratio.block; i++, units++) {
                const uint32_t draw = skat_random_below(&random, 1000);
                seen[draw < low ? 0 : draw < low + 800 ? 1 : 2].count++;
            }
            verdict = units < ratio.min_units ? VERDICT_UNDECIDED
                                              : test_judge(&ratio, test_llr(&ratio, &so_far));
        } while (verdict == VERDICT_UNDECIDED);
        came.units += (double)units / RUNS;
        came.accepted += verdict == VERDICT_ACCEPT;
    }
    return came;
}

/* At most alpha and beta go wrong, and three deviations of the frequency itself. Whoever looks less
 * often than the test does not promise much more units. */
TEST(real_tests_are_as_long_and_as_seldom_wrong_as_promised)
{
    static const double means[] = {0, 1.98};
    const double limit = 0.05 + 3 * frequency_deviation(0.05, RUNS);
    for (size_t i = 0; i < COUNT_OF(means); i++) {
        const struct real_tests came = play_tests(means[i]);
        check_between("units",
                      test_length(&ratio, &sampled_now, means[i], 20000).units / came.units, 0.85,
                      1.15);
        check_between("wrong", i ? RUNS - came.accepted : came.accepted, 0, limit * RUNS);
    }
}

/* What was never seen cannot be simulated: a mean beyond all differences, or of one alone. */
TEST(no_length_without_such_differences)
{
    const struct counted_sample zeros = {sampled + 1, 1, -264, 264};
    assert_true(isnan(sequence_length(&regress_plan, &sampled_now, 30, 100).units));
    assert_true(isnan(sequence_length(&regress_plan, &sampled_now, -31, 100).units));
    assert_true(isnan(sequence_length(&regress_plan, &zeros, 0, 100).units));
    assert_true(isnan(test_length(&ratio, &sampled_now, 30, 100).units));
    assert_true(isnan(test_length(&ratio, &zeros, 0, 100).units));
}
