// SPDX-License-Identifier: MIT
/* tests/unit/test_bounded_interval.c - the interval and the p value by which one is called better:
 * against closed forms, and how often they name the wrong one. */
#include <stdio.h>
#include <stdlib.h>

#include "arena/stats/binned_values.h"
#include "arena/stats/bounded_interval.h"
#include "arena/stats/distribution.h"
#include "tests/unit/statistics_helpers.h"
#include "tests/unit/unit_test.h"

static struct bounded_interval interval_of(const struct counted_value *values, size_t count,
                                           double largest)
{
    struct counted_value copy[8];
    const struct counted_sample sample = {.values = copy, .count = count};

    for (size_t i = 0; i < count; i++)
        copy[i] = values[i];
    return bounded_interval_of(&sample, largest);
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
    const double x = 0.9, largest = 264, t = student_quantile(0.975, N - 1);
    const struct bounded_interval got = interval_of((struct counted_value[]){{x, N}}, 1, largest);

    check_close("low", ratio_of_share(N + 1, (x - got.low) / (x + largest)), -t * t / 2, 1e-6);
    check_close("high", ratio_of_share(N + 1, (got.high - x) / (largest - x)), -t * t / 2, 1e-6);
    check_close("p", got.p,
                2 * student_cdf(-sqrt(-2 * ratio_of_share(N + 1, x / (x + largest))), N - 1), 1e-9);
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
        const struct bounded_interval got = interval_of(values, 4, 60);
        const bool excludes = got.low > 0 || got.high < 0;
        if (excludes != (got.p < 0.05) && fabs(got.p - 0.05) > 1e-6)
            fail_msg("run %d: %g to %g, p %g", run, got.low, got.high, got.p);
        shown += excludes;
    }
    check_between("share that is shown", shown / 300.0, 0.1, 0.9);
}

/* Then the bound is wrong, whoever the value favours. */
TEST(beyond_the_bound_nothing_is_shown)
{
    static const struct counted_value samples[][2] = {
        {{-30, 1}, {2, 400}}, {{-2, 400}, {30, 1}}, {{-30, 1}, {-2, 400}}, {{2, 400}, {30, 1}}};

    for (size_t i = 0; i < COUNT_OF(samples); i++) {
        const struct bounded_interval within = interval_of(samples[i], 2, 30),
                                      beyond = interval_of(samples[i], 2, 29.9);
        assert_true(within.low < within.high);
        assert_true(isnan(beyond.low) && isnan(beyond.high) && beyond.p == 1);
    }
}

TEST(what_cannot_be_tested_is_nan)
{
    const struct bounded_interval one = interval_of((struct counted_value[]){{3, 1}}, 1, 20),
                                  none = interval_of(NULL, 0, 20),
                                  zero = interval_of((struct counted_value[]){{0, 90}}, 1, 20);

    assert_true(isnan(one.low) && isnan(one.high) && isnan(one.p));
    assert_true(isnan(none.low) && isnan(none.p));
    assert_true(isnan(zero.p) && zero.low < 0 && zero.high > 0);
}

/* ---- rare large losses ---- */

/* Of `units` units a brings `usual` in most and loses `loss` so often that both are equal. The chance
 * that a is called better: that of so few losses that the interval lies above 0. */
static double chance_of_a_wrong_verdict(double usual, double loss, int units)
{
    const double odds = usual / loss;
    double likely = pow(1 + odds, -units), wrong = 0; /* of so many losses; of those so far */

    for (int losses = 0; losses < units; losses++) {
        struct counted_value values[2] = {{-loss, losses}, {usual, units - losses}};
        const struct counted_sample sample = {.values = values + !losses, .count = losses ? 2 : 1};
        if (!(bounded_interval_of(&sample, loss).low > 0))
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
