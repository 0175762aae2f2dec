// SPDX-License-Identifier: MIT
/* arena/stats/moments.h - integer sums over independent units, and means, ratios and differences
 * computed from them, with standard errors and intervals.
 *
 * A unit (a deal with all its arrangements, or a session) gives a few integers. Only their sums and
 * sums of products are kept, so the results do not depend on the order of the units.
 * The error of any smooth function of the sums is that of its linear part (the delta method):
 * units are independent, games within a unit are not.
 *
 * Sums must fit: units * sum of squares below 2^127, as with 1e9 units of values up to 1e9. */
#ifndef ARENA_STATS_MOMENTS_H
#define ARENA_STATS_MOMENTS_H

#include <stdint.h>

__extension__ typedef __int128 wide; /* sums of products of 64-bit sums */

/* An estimate with its two-sided interval by Student's t with units - 1 degrees of freedom. NaN if
 * a value cannot be computed: errors of fewer than two units, or a ratio to zero. */
struct estimate {
    double mean, error, low, high;
};

/* Two-sided confidence of every interval here. */
#define STATS_CONFIDENCE 0.95
/* The chance, at most, that the truth lies below such an interval, and that it lies above it. */
#define STATS_BEYOND_END 0.025

/* An estimate from a mean, its standard error and a number of units. */
struct estimate estimate_of(double mean, double error, int64_t units);
/* The same in other units: multiplied by `scale`. */
struct estimate estimate_scaled(struct estimate estimate, double scale);
/* The two-sided p of the hypothesis that the true mean is zero: 2 P(T <= -|mean/error|), 0 for an
 * error of zero. NaN if the error is missing, or mean and error are zero. */
double estimate_p(struct estimate estimate, int64_t units);

/* ---- one number per unit ---- */

struct moments {
    int64_t units;
    int64_t sum;
    wide squares;
};

void moments_add(struct moments *moments, int64_t value);
/* Mean, and standard deviation with 1/n (as sequential_test.h requires); NaN without units. */
double moments_mean(const struct moments *moments);
double moments_deviation(const struct moments *moments);
/* The mean with its error, sd/sqrt(units), sd with 1/(n-1). */
struct estimate moments_estimate(const struct moments *moments);

/* ---- several numbers per unit ---- */

enum { JOINT_MAX = 7 };

struct joint {
    int64_t units;
    int64_t sum[JOINT_MAX];
    wide product[JOINT_MAX][JOINT_MAX]; /* [i][j], i <= j */
};

/* Adds a unit's first `count` numbers, 1..JOINT_MAX; always the same count. */
void joint_add(struct joint *joint, const int64_t *values, int count);

/* The standard error of f(sums), where gradient[i] is the derivative of f by sum i at the sums:
 * sqrt(n/(n-1) sum over units of (gradient . (values - mean values))^2). */
double joint_error(const struct joint *joint, const double *gradient, int count);

/* sum 0 / sum 1: a ratio estimator. */
struct estimate joint_ratio(const struct joint *joint);

/* (sum 0 / sum 1) - (sum 2 / sum 3): two ratios over the same units, paired. */
struct estimate joint_ratio_difference(const struct joint *joint);
/* The same without its error, with its derivatives by the four sums. The linear part of a unit's
 * influence on it, units * (gradient . values), has the mean 0 over all units. */
double joint_ratio_change(const struct joint *joint, double gradient[4]);

/* Difference of the standard deviations of single values in two samples, second minus first, from
 * per-unit (sum of squares, sum, count): values 0..2 of the first, 3..5 of the second sample. The
 * variance of a sample is S0/S2 - (S1/S2)^2. */
struct estimate joint_deviation_difference(const struct joint *joint);
/* The latter without its error, with its derivatives by the six sums. */
double joint_deviation_change(const struct joint *joint, double gradient[6]);

#endif
