// SPDX-License-Identifier: MIT
#include "arena/stats/confidence_sequence.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/memory.h"

enum { PRIOR_UNITS = 50 };

/* How much of the money stakes up to which part of what may be staked. */
static const struct {
    double money, most;
} parts[2] = {{0.8, 0.9999}, {0.2, 0.5}};
enum { PARTS = sizeof parts / sizeof *parts };

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

/* What makes the money grow fastest at this distance, by the units so far. */
static double next_stake(const struct sequence_plan *plan, const struct moments *seen)
{
    double units = (double)seen->units, distance = plan->distance;
    double deviation = seen->units ? moments_deviation(seen) * plan->scale : 0;
    double variance = (PRIOR_UNITS * distance * plan->largest + units * deviation * deviation) /
                      (PRIOR_UNITS + units);

    return distance / (variance + distance * distance);
}

/* What a stake may be at most, bet on values above or below `mean`, so that nobody loses more than
 * all. */
static double most_staked(const struct sequence_plan *plan, double mean, enum sequence_side side)
{
    return 1 / (side == SEQUENCE_ABOVE ? plan->largest + mean : plan->largest - mean);
}

/* The factor of the money, less 1. */
static double won(double stake, double value, double mean, enum sequence_side side)
{
    return stake * (side == SEQUENCE_ABOVE ? value - mean : mean - value);
}

static double total(const double money[PARTS])
{
    double high = fmax(money[0], money[1]), sum = 0;

    if (high == -INFINITY)
        return -INFINITY;
    for (int part = 0; part < PARTS; part++)
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
        (struct sequence_block){.stake = next_stake(plan, &sequence->seen)};
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
        for (int part = 0; part < PARTS; part++) {
            double most =
                parts[part].most * most_staked(plan, plan->watched, (enum sequence_side)side);
            sequence->money[side][part] +=
                log1p(fmax(-1, won(fmin(block->stake, most), (double)difference * plan->scale,
                                   plan->watched, (enum sequence_side)side)));
        }
}

/* ---- evidence ---- */

double confidence_sequence_evidence(const struct confidence_sequence *sequence, double mean,
                                    enum sequence_side side)
{
    const struct sequence_plan *plan = &sequence->plan;
    double money[PARTS] = {0};

    for (size_t i = 0; i < sequence->count; i++) {
        size_t count;
        struct histogram_bin *bins = histogram_bins(&sequence->blocks[i].values, &count);
        for (int part = 0; part < PARTS; part++) {
            double stake =
                fmin(sequence->blocks[i].stake, parts[part].most * most_staked(plan, mean, side));
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
    for (int side = 0; side < 2 && confidence_sequence_holds(sequence); side++)
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

/* The end of the interval on the side that the truth is shown not to be. The evidence falls from
 * the bound to the other one. */
static double end_of(const struct confidence_sequence *sequence, enum sequence_side side)
{
    enum { STEPS = 50 };
    const double bound = sequence->plan.largest;

    if (!confidence_sequence_holds(sequence))
        return NAN;
    double outside = side == SEQUENCE_ABOVE ? -bound : bound, inside = -outside;

    for (int i = 0; i < STEPS; i++) {
        double middle = (outside + inside) / 2;
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

    if (!confidence_sequence_holds(sequence))
        return 1;
    for (int side = 0; side < 2; side++)
        money += exp(confidence_sequence_evidence(sequence, mean, (enum sequence_side)side)) / 2;
    return fmin(1, 1 / money);
}

bool confidence_sequence_holds(const struct confidence_sequence *sequence)
{
    const double ROUNDED = 1 + 1e-12; /* a bound that is a fraction of the points themselves */
    const double reached =
        fmax(-(double)sequence->lowest, (double)sequence->highest) * sequence->plan.scale;

    return reached <= sequence->plan.largest * ROUNDED;
}

/* Of `length` units, the first after which money that grows so much with each is enough. */
static int64_t first_enough(const double money[PARTS], const double gain[PARTS], double needed,
                            int64_t length)
{
    int64_t before = 0, enough = length;

    while (enough - before > 1) {
        int64_t middle = before + (enough - before) / 2;
        double units = (double)middle;
        if (total((double[]){money[0] + units * gain[0], money[1] + units * gain[1]}) >= needed)
            enough = middle;
        else
            before = middle;
    }
    return enough;
}

int64_t sequence_least_units(const struct sequence_plan *plan, enum sequence_side truth)
{
    const double needed = -log(plan->alpha[truth]), most = most_staked(plan, plan->watched, truth);
    double money[PARTS] = {0};
    struct moments alike = {0};

    if (won(most, 0, plan->watched, truth) <= 0)
        return INT64_MAX;
    for (;;) {
        const double stake = next_stake(plan, &alike);
        const int64_t length = block_length(plan, alike.units);
        double gain[PARTS], after[PARTS];
        for (int part = 0; part < PARTS; part++) {
            gain[part] = log1p(won(fmin(stake, parts[part].most * most), 0, plan->watched, truth));
            after[part] = money[part] + (double)length * gain[part];
        }
        if (total(after) >= needed)
            return alike.units + first_enough(money, gain, needed, length);
        memcpy(money, after, sizeof money);
        alike.units += length;
    }
}
