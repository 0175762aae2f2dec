// SPDX-License-Identifier: MIT
/* arena/stats/distribution.h - distribution functions and quantiles (Boost.Math),
 * with C linkage. */
#ifndef ARENA_STATS_DISTRIBUTION_H
#define ARENA_STATS_DISTRIBUTION_H

#ifdef __cplusplus
extern "C" {
#endif

/* Arguments out of range give NaN or an infinity, never an exception. */

/* P(T <= t) for Student's t with `df` > 0 degrees of freedom; t may be infinite. */
double student_cdf(double t, double df);
/* The t with P(T <= t) = p, 0 < p < 1. */
double student_quantile(double p, double df);
/* The same for the standard normal distribution. */
double normal_quantile(double p);

#ifdef __cplusplus
}
#endif

#endif
