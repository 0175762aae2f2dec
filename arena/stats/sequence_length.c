// SPDX-License-Identifier: MIT
#include "arena/stats/sequence_length.h"

#include <math.h>
#include <stdlib.h>

#include "arena/base/memory.h"
#include "engine/random.h"

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
