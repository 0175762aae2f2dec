// SPDX-License-Identifier: MIT
#include "arena/stats/empirical_likelihood.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/memory.h"
#include "arena/stats/distribution.h"

/* The sum that is maximised is concave in `tilt`: its derivative and that of the derivative. */
struct slope {
    double first, second;
};

static struct slope slope_at(const struct counted_sample *sample, double mean, double tilt)
{
    struct slope slope = {0, 0};

    for (size_t i = 0; i < sample->count; i++) {
        double off = sample->values[i].value - mean, part = off / (1 + tilt * off);
        slope.first += (double)sample->values[i].count * part;
        slope.second -= (double)sample->values[i].count * part * part;
    }
    return slope;
}

/* The maximising tilt between 0, where the slope has the sign of `end`, and `end`: Newton's method,
 * bisecting where it leaves the bracket. */
static double best_tilt(const struct counted_sample *sample, double mean, double end)
{
    enum { MOST_STEPS = 100 };
    const double ENOUGH = 1e-12; /* of the range: the sum is flat there */
    double from = 0, to = end, tilt = 0;

    if (slope_at(sample, mean, end).first * end >= 0)
        return end;
    for (int step = 0; step < MOST_STEPS && fabs(to - from) > ENOUGH * fabs(end); step++) {
        struct slope slope = slope_at(sample, mean, tilt);
        if (slope.first * end >= 0)
            from = tilt;
        else
            to = tilt;
        double next = tilt - slope.first / slope.second;
        if ((next - from) * (next - to) > 0 || !isfinite(next))
            next = (from + to) / 2;
        if (fabs(next - tilt) <= ENOUGH * fabs(end))
            return next;
        tilt = next;
    }
    return tilt;
}

double empirical_log_ratio(const struct counted_sample *sample, double mean)
{
    const double INSIDE = 1 - 1e-12; /* at the end itself a value may have the logarithm of 0 */
    double sum = 0;

    if (!sample->count)
        return 0;
    if (mean <= sample->lowest || mean >= sample->highest)
        return -INFINITY;
    double first = slope_at(sample, mean, 0).first;
    double end = (first > 0 ? 1 / (mean - sample->lowest) : -1 / (sample->highest - mean)) * INSIDE;
    double tilt = first ? best_tilt(sample, mean, end) : 0;
    for (size_t i = 0; i < sample->count; i++)
        sum += (double)sample->values[i].count * log1p(tilt * (sample->values[i].value - mean));
    return sum > 0 ? -sum : 0;
}

/* The mean between `inside`, whose ratio is large enough, and `outside` where that ends. */
static double limit(const struct counted_sample *sample, double least, double inside,
                    double outside)
{
    enum { STEPS = 50 };

    for (int i = 0; i < STEPS; i++) {
        double middle = (inside + outside) / 2;
        if (empirical_log_ratio(sample, middle) >= least)
            inside = middle;
        else
            outside = middle;
    }
    return inside;
}

double counted_units(const struct counted_sample *sample)
{
    double units = 0;

    for (size_t i = 0; i < sample->count; i++)
        units += (double)sample->values[i].count;
    return units;
}

double counted_mean(const struct counted_sample *sample)
{
    double units = counted_units(sample), mean = units ? 0 : NAN;

    for (size_t i = 0; i < sample->count; i++)
        mean += (double)sample->values[i].count / units * sample->values[i].value;
    return mean;
}

double counted_deviation(const struct counted_sample *sample)
{
    double units = counted_units(sample), mean = counted_mean(sample), squares = units ? 0 : NAN;

    if (sample->count == 1)
        return 0; /* exactly: the mean may be rounded */
    for (size_t i = 0; i < sample->count; i++)
        squares += (double)sample->values[i].count * pow(sample->values[i].value - mean, 2);
    return sqrt(squares / units);
}

struct estimate empirical_estimate(const struct counted_sample *sample, double width)
{
    double units = counted_units(sample), mean = counted_mean(sample), least = -width * width / 2;

    if (!units)
        return (struct estimate){NAN, NAN, NAN, NAN};
    return (struct estimate){
        .mean = mean,
        .error = units > 1 ? counted_deviation(sample) / sqrt(units - 1) : NAN,
        .low = limit(sample, least, mean, sample->lowest),
        .high = limit(sample, least, mean, sample->highest),
    };
}

/* ---- the interval that decides ---- */

enum interval_end { LOW, HIGH };

/* The sample with one value more, as far out as a hand or what was seen; the caller frees its
 * values. */
static struct counted_sample with_hand(const struct counted_sample *sample, double hand,
                                       enum interval_end side)
{
    const double least = sample->values[0].value, most = sample->values[sample->count - 1].value;
    struct counted_sample more = {.lowest = fmin(-hand, least), .highest = fmax(hand, most)};
    const double bound = side == LOW ? more.lowest : more.highest;
    const bool seen = (side == LOW ? least : most) == bound, first = side == LOW && !seen;

    more.values = xcalloc(sample->count + 1, sizeof *more.values);
    more.count = sample->count + !seen;
    memcpy(more.values + first, sample->values, sample->count * sizeof *more.values);
    struct counted_value *at = &more.values[side == LOW ? 0 : more.count - 1];
    *at = (struct counted_value){bound, seen ? at->count + 1 : 1};
    return more;
}

/* One end, and the p value of the hypothesis that the mean is 0 or on the other side of it. */
static double end_of(const struct counted_sample *sample, double hand, enum interval_end side,
                     double *p)
{
    const double freedom = counted_units(sample) - 1;
    const double width = student_quantile((1 + STATS_CONFIDENCE) / 2, freedom);
    const struct counted_sample more = with_hand(sample, hand, side);
    const struct estimate likely = empirical_estimate(&more, width);
    const bool away = side == LOW ? likely.mean > 0 : likely.mean < 0;

    *p = away ? 2 * student_cdf(-sqrt(-2 * empirical_log_ratio(&more, 0)), freedom) : 1;
    free(more.values);
    return side == LOW ? likely.low : likely.high;
}

/* Student's. */
static struct deciding_interval by_deviation(const struct counted_sample *sample)
{
    const double units = counted_units(sample), mean = counted_mean(sample),
                 error = counted_deviation(sample) / sqrt(units - 1);
    const struct estimate seen = estimate_of(mean, error, (int64_t)units);

    return (struct deciding_interval){seen.low, seen.high, estimate_p(seen, (int64_t)units)};
}

struct deciding_interval deciding_interval_of(const struct counted_sample *sample, double hand)
{
    double above, below; /* p values */

    if (counted_units(sample) < 2)
        return (struct deciding_interval){NAN, NAN, NAN};
    struct deciding_interval interval = by_deviation(sample);
    if (hand > 0) {
        interval.low = fmin(interval.low, end_of(sample, hand, LOW, &above));
        interval.high = fmax(interval.high, end_of(sample, hand, HIGH, &below));
        interval.p = fmax(interval.p, fmin(above, below));
    }
    if (sample->values[0].value == 0 && sample->values[sample->count - 1].value == 0)
        interval.p = NAN;
    return interval;
}
