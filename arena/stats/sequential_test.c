// SPDX-License-Identifier: MIT
#include "arena/stats/sequential_test.h"

#include <math.h>
#include <stdlib.h>

#include "arena/base/memory.h"
#include "engine/random.h"

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

/* ---- does one bot fail more often than another? ---- */

/* The mean of (2q)^first (2(1-q))^second over q in 1/2..1, by the midpoint rule. */
double fault_evidence(int64_t first, int64_t second)
{
    enum { STEPS = 4000 };
    double sum = 0;

    if (!first && !second)
        return 1;
    for (int i = 0; i < STEPS; i++) {
        double q = 0.5 + 0.5 * (i + 0.5) / STEPS;
        sum += exp((double)first * log(2 * q) + (double)second * log(2 * (1 - q)));
    }
    return sum / STEPS;
}

/* ---- how long a test takes ---- */

/* Values by their chances: `up_to` ascends to 1. */
struct tilted {
    double *up_to;
    double mean;
};

static void tilt(const struct counted_sample *sample, double by, struct tilted *tilted)
{
    const double highest =
        fmax(by * sample->values[0].value, by * sample->values[sample->count - 1].value);
    double sum = 0, points = 0;

    for (size_t i = 0; i < sample->count; i++) {
        double weight =
            (double)sample->values[i].count * exp(by * sample->values[i].value - highest);
        sum += weight;
        points += weight * sample->values[i].value;
        tilted->up_to[i] = sum;
    }
    for (size_t i = 0; i < sample->count; i++)
        tilted->up_to[i] /= sum;
    tilted->mean = points / sum;
}

/* The mean grows with what it is tilted by. */
static bool tilt_to(const struct counted_sample *sample, double mean, struct tilted *tilted)
{
    enum { STEPS = 60 };
    double low = -1, high = 1;

    if (mean <= sample->values[0].value || mean >= sample->values[sample->count - 1].value)
        return false;
    for (int i = 0; i < STEPS; i++) {
        double middle = (low + high) / 2;
        tilt(sample, middle, tilted);
        if (tilted->mean < mean)
            low = middle;
        else
            high = middle;
    }
    return fabs(tilted->mean - mean) < 1e-6;
}

static size_t drawn(const struct tilted *tilted, size_t count, struct skat_random *random)
{
    const double u = (double)(skat_random_bits(random) >> 11) * 0x1p-53;
    size_t first = 0, last = count - 1;

    while (first < last) {
        size_t middle = (first + last) / 2;
        if (u < tilted->up_to[middle])
            last = middle;
        else
            first = middle + 1;
    }
    return first;
}

/* One run; adds what came of it, in `runs`-ths. */
static void simulate(const struct sequence_plan *plan, const struct counted_sample *sample,
                     const struct tilted *tilted, int64_t most, int runs,
                     struct skat_random *random, struct sequence_length *length)
{
    struct confidence_sequence sequence;
    enum sequence_side truth = SEQUENCE_ABOVE;
    bool decided = false;
    int64_t units = 0;

    confidence_sequence_start(&sequence, plan);
    while (units < most && !decided) {
        double value = sample->values[drawn(tilted, sample->count, random)].value;
        confidence_sequence_add(&sequence, (int64_t)llround(value / plan->scale));
        decided = ++units % plan->block == 0 && confidence_sequence_excludes(&sequence, &truth);
    }
    length->units += (double)units / runs;
    length->above += (double)(decided && truth == SEQUENCE_ABOVE) / runs;
    length->below += (double)(decided && truth == SEQUENCE_BELOW) / runs;
    confidence_sequence_free(&sequence);
}

struct sequence_length sequence_length(const struct sequence_plan *plan,
                                       const struct counted_sample *sample, double mean,
                                       int64_t most)
{
    enum { RUNS = 200 };
    struct sequence_length length = {0};
    struct skat_random random;
    struct tilted tilted = {.up_to = xcalloc(sample->count + 1, sizeof *tilted.up_to)};

    if (sample->count < 2 || !tilt_to(sample, mean, &tilted)) {
        free(tilted.up_to);
        return (struct sequence_length){NAN, NAN, NAN};
    }
    skat_random_start_number(&random, 1);
    for (int run = 0; run < RUNS; run++)
        simulate(plan, sample, &tilted, most, RUNS, &random, &length);
    free(tilted.up_to);
    return length;
}

/* Between looks, about: a test that takes so many looks that each costs more than it says is looked
 * at less often, which makes it longer by less than 2 %. */
static int64_t next_look(const struct test_plan *plan, int64_t units)
{
    enum { LOOKS = 64 };
    const int64_t step = (units / LOOKS / plan->block + 1) * plan->block;
    const int64_t least = (plan->min_units + plan->block - 1) / plan->block * plan->block;

    return units + step > least ? units + step : least;
}

/* One run of a test by likelihoods; `seen` has room for the counts of the sample's values. */
static void simulate_test(const struct test_plan *plan, const struct counted_sample *sample,
                          const struct tilted *tilted, int64_t most, int runs,
                          struct counted_value *seen, struct skat_random *random,
                          struct sequence_length *length)
{
    const struct counted_sample so_far = {seen, sample->count, sample->lowest, sample->highest};
    enum test_verdict verdict = VERDICT_UNDECIDED;
    int64_t units = 0;

    for (size_t i = 0; i < sample->count; i++)
        seen[i] = (struct counted_value){sample->values[i].value, 0};
    while (units < most && verdict == VERDICT_UNDECIDED) {
        const int64_t next = next_look(plan, units), until = next < most ? next : most;
        for (; units < until; units++)
            seen[drawn(tilted, sample->count, random)].count++;
        verdict = test_judge(plan, test_llr(plan, &so_far));
    }
    length->units += (double)units / runs;
    length->above += (double)(verdict == VERDICT_ACCEPT) / runs;
    length->below += (double)(verdict == VERDICT_REJECT) / runs;
}

struct sequence_length test_length(const struct test_plan *plan,
                                   const struct counted_sample *sample, double mean, int64_t most)
{
    enum { RUNS = 100 };
    struct sequence_length length = {0};
    struct skat_random random;
    struct tilted tilted = {.up_to = xcalloc(sample->count + 1, sizeof *tilted.up_to)};
    struct counted_value *seen = xcalloc(sample->count + 1, sizeof *seen);

    if (sample->count < 2 || !tilt_to(sample, mean, &tilted)) {
        length = (struct sequence_length){NAN, NAN, NAN};
    } else {
        skat_random_start_number(&random, 1);
        for (int run = 0; run < RUNS; run++)
            simulate_test(plan, sample, &tilted, most, RUNS, seen, &random, &length);
    }
    free(tilted.up_to);
    free(seen);
    return length;
}
