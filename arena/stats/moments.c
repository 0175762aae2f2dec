// SPDX-License-Identifier: MIT
#include "arena/stats/moments.h"

#include <math.h>

#include "arena/stats/distribution.h"

struct estimate estimate_of(double mean, double error, int64_t units)
{
    struct estimate estimate = {mean, NAN, NAN, NAN};

    if (units < 2 || isnan(mean) || isnan(error))
        return estimate;
    double half = error * student_quantile((1 + STATS_CONFIDENCE) / 2, (double)(units - 1));
    return (struct estimate){mean, error, mean - half, mean + half};
}

struct estimate estimate_scaled(struct estimate estimate, double scale)
{
    double low = scale * estimate.low, high = scale * estimate.high;

    return (struct estimate){
        .mean = scale * estimate.mean,
        .error = fabs(scale) * estimate.error,
        .low = scale < 0 ? high : low,
        .high = scale < 0 ? low : high,
    };
}

double estimate_p(struct estimate estimate, int64_t units)
{
    if (units < 2 || isnan(estimate.error) || (estimate.error == 0 && estimate.mean == 0))
        return NAN;
    return 2 * student_cdf(-fabs(estimate.mean / estimate.error), (double)(units - 1));
}

void moments_add(struct moments *moments, int64_t value)
{
    moments->units++;
    moments->sum += value;
    moments->squares += (wide)value * value;
}

/* units^2 times the variance with 1/n: exact, where subtracting doubles could leave nothing. */
static double scaled_variance(const struct moments *moments)
{
    return (double)(moments->units * moments->squares - (wide)moments->sum * moments->sum);
}

double moments_mean(const struct moments *moments)
{
    return moments->units ? (double)moments->sum / (double)moments->units : NAN;
}

double moments_deviation(const struct moments *moments)
{
    return moments->units ? sqrt(scaled_variance(moments)) / (double)moments->units : NAN;
}

struct estimate moments_estimate(const struct moments *moments)
{
    double n = (double)moments->units, error = NAN;

    if (moments->units >= 2)
        error = sqrt(scaled_variance(moments) / (n - 1)) / n;
    return estimate_of(moments_mean(moments), error, moments->units);
}

/* Two numbers, by far the most frequent, without loops: each game of a run has three of them, each
 * in a third of the instructions (callgrind). */
static void joint_add_two(struct joint *joint, int64_t one, int64_t two)
{
    joint->sum[0] += one;
    joint->sum[1] += two;
    joint->product[0][0] += (wide)one * one;
    joint->product[0][1] += (wide)one * two;
    joint->product[1][1] += (wide)two * two;
}

void joint_add(struct joint *joint, const int64_t *values, int count)
{
    joint->units++;
    if (count == 2) {
        joint_add_two(joint, values[0], values[1]);
        return;
    }
    for (int i = 0; i < count; i++) {
        joint->sum[i] += values[i];
        for (int j = i; j < count; j++)
            joint->product[i][j] += (wide)values[i] * values[j];
    }
}

/* units^2 times the covariance with 1/n of two numbers, i <= j. */
static double scaled_covariance(const struct joint *joint, int i, int j)
{
    return (double)(joint->units * joint->product[i][j] - (wide)joint->sum[i] * joint->sum[j]);
}

double joint_error(const struct joint *joint, const double *gradient, int count)
{
    const double ROUNDING = 1e-14; /* of the terms: a smaller value is not spread */
    double square = 0, size = 0;

    if (joint->units < 2)
        return NAN;
    for (int i = 0; i < count; i++)
        for (int j = i; j < count; j++) {
            double term =
                (i == j ? 1 : 2) * gradient[i] * gradient[j] * scaled_covariance(joint, i, j);
            square += term;
            size += fabs(term);
        }
    /* Residuals that are all zero are computed as about 1e-17. (fmax would hide a NaN.) */
    return square <= ROUNDING * size ? 0 : sqrt(square / (double)(joint->units - 1));
}

/* sum i / sum j, with its derivatives by both sums. */
static double ratio(const struct joint *joint, int i, int j, double *gradient)
{
    double over = (double)joint->sum[j], value = joint->sum[j] ? (double)joint->sum[i] / over : NAN;

    gradient[i] = 1 / over;
    gradient[j] = -value / over;
    return value;
}

struct estimate joint_ratio(const struct joint *joint)
{
    double gradient[2], value = ratio(joint, 0, 1, gradient);

    return estimate_of(value, joint_error(joint, gradient, 2), joint->units);
}

double joint_ratio_change(const struct joint *joint, double gradient[4])
{
    const double first = ratio(joint, 0, 1, gradient), second = ratio(joint, 2, 3, gradient);

    gradient[2] = -gradient[2];
    gradient[3] = -gradient[3];
    return first - second;
}

struct estimate joint_ratio_difference(const struct joint *joint)
{
    double gradient[4];
    const double change = joint_ratio_change(joint, gradient);

    return estimate_of(change, joint_error(joint, gradient, 4), joint->units);
}

/* The variance of single values, from sums first (squares), first + 1 (values), first + 2 (count),
 * with its derivatives by them. */
static double single_variance(const struct joint *joint, int first, double *gradient)
{
    const int64_t *sum = joint->sum + first;
    double count = (double)sum[2], mean = sum[2] ? (double)sum[1] / count : NAN;
    double variance = (double)((wide)sum[0] * sum[2] - (wide)sum[1] * sum[1]) / (count * count);

    gradient[first] = 1 / count;
    gradient[first + 1] = -2 * mean / count;
    gradient[first + 2] = (mean * mean - variance) / count;
    return sum[2] ? variance : NAN;
}

double joint_deviation_change(const struct joint *joint, double gradient[6])
{
    const double first = sqrt(single_variance(joint, 0, gradient));
    const double second = sqrt(single_variance(joint, 3, gradient));

    for (int i = 0; i < 3; i++) {
        gradient[i] /= -2 * first; /* of a root: 1 / (2 root) */
        gradient[3 + i] /= 2 * second;
    }
    return second - first;
}

struct estimate joint_deviation_difference(const struct joint *joint)
{
    double gradient[6];
    const double change = joint_deviation_change(joint, gradient);

    return estimate_of(change, joint_error(joint, gradient, 6), joint->units);
}
