// SPDX-License-Identifier: MIT
#include "arena/stats/confidence_sequence.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/memory.h"

enum { PRIOR_UNITS = 50 };

/* How much of the money stakes up to which part of what may be staked; and whether it bets that the
 * truth is `distance` away, or as far away as the mean so far. */
static const struct {
    double money, most;
    bool follows;
} parts[SEQUENCE_PARTS] = {{0.76, 0.9999, false}, {0.2, 0.5, false}, {0.04, 0.9999, true}};

void confidence_sequence_start(struct confidence_sequence *sequence,
                               const struct sequence_plan *plan)
{
    *sequence = (struct confidence_sequence){.plan = *plan};
}

void confidence_sequence_free(struct confidence_sequence *sequence)
{
    for (size_t i = 0; i < sequence->count; i++)
        histogram_free(&sequence->blocks[i].values);
    free(sequence->blocks);
    *sequence = (struct confidence_sequence){0};
}

/* ---- stakes ---- */

/* What is known before a block, of the units so far. */
static struct sequence_prior next_prior(const struct sequence_plan *plan,
                                        const struct moments *seen)
{
    const double units = (double)seen->units;
    const double deviation = seen->units ? moments_deviation(seen) * plan->scale : 0;

    return (struct sequence_prior){
        .mean = seen->units ? moments_mean(seen) * plan->scale : NAN,
        .variance = (PRIOR_UNITS * plan->distance * plan->largest + units * deviation * deviation) /
                    (PRIOR_UNITS + units)};
}

/* What a stake may be at most, bet on values above or below `mean`, so that nobody loses more than
 * all. */
static double most_staked(const struct sequence_plan *plan, double mean, enum sequence_side side)
{
    return 1 / (side == SEQUENCE_ABOVE ? plan->largest + mean : plan->largest - mean);
}

/* What a part stakes against `mean`: what makes its money grow fastest if the truth is so far away,
 * and the variance that of the prior. */
static double stake_of(const struct sequence_plan *plan, const struct sequence_prior *prior,
                       int part, double mean, enum sequence_side side)
{
    double distance = plan->distance;

    if (parts[part].follows)
        distance = side == SEQUENCE_ABOVE ? prior->mean - mean : mean - prior->mean;
    if (!(distance > 0))
        return 0;
    return fmin(distance / (prior->variance + distance * distance),
                parts[part].most * most_staked(plan, mean, side));
}

/* The factor of the money, less 1. */
static double won(double stake, double value, double mean, enum sequence_side side)
{
    return stake * (side == SEQUENCE_ABOVE ? value - mean : mean - value);
}

static double total(const double money[SEQUENCE_PARTS])
{
    double high = -INFINITY, sum = 0;

    for (int part = 0; part < SEQUENCE_PARTS; part++)
        high = fmax(high, money[part]);
    if (high == -INFINITY)
        return -INFINITY;
    for (int part = 0; part < SEQUENCE_PARTS; part++)
        sum += parts[part].money * exp(money[part] - high);
    return high + log(sum);
}

/* ---- units ---- */

/* A block is as long as the first, or a thirty-second of what there is, so that there are few. */
static int64_t block_length(const struct sequence_plan *plan, int64_t units)
{
    enum { SHARE = 32 };
    int64_t length = units / SHARE / plan->block * plan->block;

    return length > plan->block ? length : plan->block;
}

static void begin_block(struct confidence_sequence *sequence)
{
    const struct sequence_plan *plan = &sequence->plan;

    if (sequence->count == sequence->capacity) {
        sequence->capacity = 2 * sequence->capacity + 1;
        sequence->blocks =
            xrealloc(sequence->blocks, sequence->capacity * sizeof *sequence->blocks);
    }
    sequence->blocks[sequence->count++] =
        (struct sequence_block){.prior = next_prior(plan, &sequence->seen)};
    sequence->next = sequence->seen.units + block_length(plan, sequence->seen.units);
}

void confidence_sequence_add(struct confidence_sequence *sequence, int64_t difference)
{
    const struct sequence_plan *plan = &sequence->plan;

    if (sequence->seen.units == sequence->next)
        begin_block(sequence);
    struct sequence_block *block = &sequence->blocks[sequence->count - 1];
    histogram_add(&block->values, difference);
    moments_add(&sequence->seen, difference);
    if (sequence->seen.units == 1 || difference < sequence->lowest)
        sequence->lowest = difference;
    if (sequence->seen.units == 1 || difference > sequence->highest)
        sequence->highest = difference;
    for (int side = 0; side < 2; side++)
        for (int part = 0; part < SEQUENCE_PARTS; part++) {
            const double stake =
                stake_of(plan, &block->prior, part, plan->watched, (enum sequence_side)side);
            sequence->money[side][part] +=
                log1p(fmax(-1, won(stake, (double)difference * plan->scale, plan->watched,
                                   (enum sequence_side)side)));
        }
}

/* ---- evidence ---- */

double confidence_sequence_evidence(const struct confidence_sequence *sequence, double mean,
                                    enum sequence_side side)
{
    const struct sequence_plan *plan = &sequence->plan;
    double money[SEQUENCE_PARTS] = {0};

    for (size_t i = 0; i < sequence->count; i++) {
        size_t count;
        struct histogram_bin *bins = histogram_bins(&sequence->blocks[i].values, &count);
        for (int part = 0; part < SEQUENCE_PARTS; part++) {
            const double stake = stake_of(plan, &sequence->blocks[i].prior, part, mean, side);
            for (size_t k = 0; k < count; k++)
                money[part] +=
                    (double)bins[k].count *
                    log1p(fmax(-1, won(stake, (double)bins[k].value * plan->scale, mean, side)));
        }
        free(bins);
    }
    return total(money);
}

double confidence_sequence_watched(const struct confidence_sequence *sequence,
                                   enum sequence_side side)
{
    return total(sequence->money[side]);
}

bool confidence_sequence_excludes(const struct confidence_sequence *sequence,
                                  enum sequence_side *truth)
{
    for (int side = 0; side < 2; side++)
        if (total(sequence->money[side]) >= -log(sequence->plan.alpha[side])) {
            *truth = (enum sequence_side)side;
            return true;
        }
    return false;
}

/* ---- the interval ---- */

/* Whether a mean is outside the interval because the truth lies on that side of it. */
static bool is_excluded(const struct confidence_sequence *sequence, double mean,
                        enum sequence_side side)
{
    return confidence_sequence_evidence(sequence, mean, side) >= -log(sequence->plan.alpha[side]);
}

/* The end of the interval on the side that the truth is shown not to be: the mean nearest to what
 * was seen that is excluded. What is excluded is that the truth lies there or farther out, so all
 * beyond it are excluded with it. Without one it is the bound, or infinite after a difference
 * beyond that. */
static double end_of(const struct confidence_sequence *sequence, enum sequence_side side)
{
    enum { DOUBLINGS = 24, STEPS = 40 };
    const double bound = sequence->plan.largest * (1 - 1e-9),
                 away = side == SEQUENCE_ABOVE ? -1 : 1;
    const double mean = moments_mean(&sequence->seen) * sequence->plan.scale;
    double inside = fmax(-bound, fmin(bound, mean)), outside = inside;
    bool excluded = is_excluded(sequence, outside, side);

    if (excluded)
        return outside;
    for (int i = 1 - DOUBLINGS; i <= 1 && !excluded; i++) {
        inside = outside;
        outside = fmax(-bound, fmin(bound, mean + away * ldexp(bound, i)));
        excluded = outside != inside && is_excluded(sequence, outside, side);
    }
    const double most = fmax(-(double)sequence->lowest, (double)sequence->highest) *
                        sequence->plan.scale * (1 - 1e-12); /* the bound may be a fraction */
    if (!excluded)
        return away * (most > sequence->plan.largest ? INFINITY : sequence->plan.largest);
    for (int i = 0; i < STEPS; i++) {
        const double middle = (outside + inside) / 2;
        if (is_excluded(sequence, middle, side))
            outside = middle;
        else
            inside = middle;
    }
    return outside;
}

struct estimate confidence_sequence_estimate(const struct confidence_sequence *sequence)
{
    struct estimate estimate =
        estimate_scaled(moments_estimate(&sequence->seen), sequence->plan.scale);

    if (!sequence->seen.units)
        return (struct estimate){NAN, NAN, NAN, NAN};
    estimate.low = end_of(sequence, SEQUENCE_ABOVE);
    estimate.high = end_of(sequence, SEQUENCE_BELOW);
    return estimate;
}

double confidence_sequence_p(const struct confidence_sequence *sequence, double mean)
{
    double money = 0;

    for (int side = 0; side < 2; side++)
        money += exp(confidence_sequence_evidence(sequence, mean, (enum sequence_side)side)) / 2;
    return fmin(1, 1 / money);
}

bool confidence_sequence_is_over(const struct confidence_sequence *sequence)
{
    return total(sequence->money[SEQUENCE_ABOVE]) == -INFINITY &&
           total(sequence->money[SEQUENCE_BELOW]) == -INFINITY;
}

/* The first of `length` units after which the money is enough, if it grows by `gain` with each. */
static int64_t first_enough(const double money[SEQUENCE_PARTS], const double gain[SEQUENCE_PARTS],
                            double needed, int64_t length)
{
    int64_t before = 0, enough = length;

    while (enough - before > 1) {
        const int64_t middle = before + (enough - before) / 2;
        double then[SEQUENCE_PARTS];
        for (int part = 0; part < SEQUENCE_PARTS; part++)
            then[part] = money[part] + (double)middle * gain[part];
        if (total(then) >= needed)
            enough = middle;
        else
            before = middle;
    }
    return enough;
}

int64_t sequence_least_units(const struct sequence_plan *plan, enum sequence_side truth)
{
    const double needed = -log(plan->alpha[truth]);
    double money[SEQUENCE_PARTS] = {0};
    struct moments alike = {0};

    if (won(1, 0, plan->watched, truth) <= 0)
        return INT64_MAX;
    for (;;) {
        const struct sequence_prior prior = next_prior(plan, &alike);
        const int64_t length = block_length(plan, alike.units);
        double gain[SEQUENCE_PARTS], after[SEQUENCE_PARTS];
        for (int part = 0; part < SEQUENCE_PARTS; part++) {
            gain[part] = log1p(
                won(stake_of(plan, &prior, part, plan->watched, truth), 0, plan->watched, truth));
            after[part] = money[part] + (double)length * gain[part];
        }
        if (total(after) >= needed)
            return alike.units + first_enough(money, gain, needed, length);
        memcpy(money, after, sizeof money);
        alike.units += length;
    }
}
