// SPDX-License-Identifier: MIT
#include "arena/stats/empirical_likelihood.h"

#include <math.h>

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
