// SPDX-License-Identifier: MIT
#include "arena/stats/sequential_test.h"

#include <math.h>

const char *const test_model_names[2] = {
    [TEST_POINTS] = "points",
    [TEST_NORMALISED] = "normalised",
};
const char *const verdict_names[3] = {
    [VERDICT_UNDECIDED] = "undecided",
    [VERDICT_ACCEPT] = "accept",
    [VERDICT_REJECT] = "reject",
};

double test_lower(const struct test_plan *plan) { return log(plan->beta / (1 - plan->alpha)); }

double test_upper(const struct test_plan *plan) { return log((1 - plan->beta) / plan->alpha); }

/* Both models are one: normalised is points with the deviation as unit. */
static void normalise(const struct test_plan *plan, double *mean, double *deviation)
{
    if (plan->model != TEST_NORMALISED)
        return;
    *mean = *mean == 0 ? 0 : *mean / *deviation;
    *deviation = 1;
}

double test_llr(const struct test_plan *plan, const struct counted_sample *sample)
{
    double unit = plan->model == TEST_NORMALISED ? counted_deviation(sample) : 1;

    const double LOOKING = 5; /* sequential_test.h */
    double h0 = plan->h0 * unit, h1 = plan->h1 * unit, mean = counted_mean(sample);

    if (!unit)
        return 0;
    /* What is tested is possible. */
    struct counted_sample bounded = *sample;
    bounded.lowest = fmin(bounded.lowest, 2 * fmin(h0, h1));
    bounded.highest = fmax(bounded.highest, 2 * fmax(h0, h1));
    double at_h0 = empirical_log_ratio(&bounded, h0), at_h1 = empirical_log_ratio(&bounded, h1);
    double llr = at_h1 - at_h0;
    if ((mean - h1) * (h1 - h0) > 0)
        return fmax(llr, -at_h0 - LOOKING);
    if ((mean - h0) * (h1 - h0) < 0)
        return fmin(llr, at_h1 + LOOKING);
    return llr;
}

int64_t test_least_units(const struct test_plan *plan, double largest, double deviation)
{
    double unit = plan->model == TEST_NORMALISED ? deviation : 1;
    double share = fmin(fabs(plan->h1 - plan->h0) * unit / largest, 0.5);
    double units =
        fmax((double)plan->min_units, fmin(test_upper(plan), -test_lower(plan)) / -log1p(-share));

    return share > 0 ? (int64_t)ceil(units / (double)plan->block) * plan->block : INT64_MAX;
}

struct sequence_plan test_sequence(const struct test_plan *plan, double scale, double largest)
{
    const double apart = plan->model == TEST_POINTS ? fabs(plan->h1 - plan->h0) : 1;

    return (struct sequence_plan){
        .scale = scale,
        .largest = largest,
        .distance = plan->margin ? plan->margin : apart,
        .watched = -plan->margin,
        .alpha = {plan->margin ? plan->alpha : STATS_BEYOND_END,
                  plan->margin ? plan->beta : STATS_BEYOND_END},
        .block = plan->block % 2 ? 2 * plan->block : plan->block,
    };
}

enum test_verdict test_judge(const struct test_plan *plan, double llr)
{
    if (llr >= test_upper(plan))
        return VERDICT_ACCEPT;
    if (llr <= test_lower(plan))
        return VERDICT_REJECT;
    return VERDICT_UNDECIDED;
}

bool test_due(const struct test_plan *plan, int64_t units, double deviation, bool last)
{
    if (units < plan->min_units)
        return false;
    return last || ((plan->margin || deviation > 0) && units % plan->block == 0);
}

/* The steps of the LLR are about normal, with this mean `drift` and variance `spread`. S the sum of
 * steps, exp(-2 drift/spread S) is a martingale: it gives the chance to end at either bound, and
 * Wald's identity, E S = drift * E units, the rest (Wald 1947, Sequential Analysis, 3.4 and 3.6).
 * The chance is written with the exponents that are negative, so that nothing overflows. */
double test_expected_units(const struct test_plan *plan, double mean, double deviation)
{
    normalise(plan, &mean, &deviation);
    double low = test_lower(plan), high = test_upper(plan),
           step = (plan->h1 - plan->h0) / deviation;
    double drift = step * (2 * mean - plan->h0 - plan->h1) / (2 * deviation), spread = step * step;
    double tilt = 2 * drift / spread, units;

    if (fabs(tilt) * (high - low) < 1e-6) {
        units = -low * high / spread; /* without drift: E S^2 = spread * E units */
    } else {
        double at_high = tilt > 0 ? expm1(tilt * low) / expm1(tilt * (low - high))
                                  : 1 - expm1(tilt * high) / expm1(tilt * (high - low));
        units = (at_high * high + (1 - at_high) * low) / drift;
    }
    return fmax(units, (double)plan->min_units);
}
