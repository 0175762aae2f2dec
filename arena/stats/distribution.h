/* arena/stats/distribution.h - distribution functions and quantiles, by Boost.Math, and
 * binomial numbers for resampling, behind C linkage. */
#ifndef ARENA_STATS_DISTRIBUTION_H
#define ARENA_STATS_DISTRIBUTION_H

#include "engine/random.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Arguments out of range give NaN or an infinity, never an exception. */

/* P(T <= t) for Student's t with `df` > 0 degrees of freedom; t may be infinite. */
double student_cdf(double t, double df);
/* The t with P(T <= t) = p, 0 < p < 1. */
double student_quantile(double p, double df);
/* The same of the standard normal distribution. */
double normal_cdf(double z);
double normal_quantile(double p);

/* A number of successes in `trials` >= 0 trials of chance 0 <= p <= 1. Exact but for the rounding
 * of doubles, in a time that does not depend on `trials`. Our own rather than
 * std::binomial_distribution, whose numbers the standard leaves to each library. */
int64_t binomial_draw(struct skat_random *random, int64_t trials, double p);

#ifdef __cplusplus
}
#endif

#endif
