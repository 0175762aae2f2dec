// SPDX-License-Identifier: MIT
/* tests/unit/statistics_helpers.h - numbers within tolerances, and random numbers to simulate with.
 */
#ifndef SKAT_TESTS_STATISTICS_HELPERS_H
#define SKAT_TESTS_STATISTICS_HELPERS_H

#include <math.h>

#include "tests/unit/engine_helpers.h"

/* Within `tolerance` of `want`; NaN is within nothing. */
static inline void check_close(const char *what, double got, double want, double tolerance)
{
    if (!(fabs(got - want) <= tolerance))
        fail_msg("%s: got %.10g, want %.10g +- %.3g", what, got, want, tolerance);
}

static inline void check_between(const char *what, double got, double low, double high)
{
    if (!(got >= low && got <= high))
        fail_msg("%s: got %.10g, want %.10g to %.10g", what, got, low, high);
}

/* The standard deviation of a frequency in `runs` independent runs of chance p. */
static inline double frequency_deviation(double p, int runs) { return sqrt(p * (1 - p) / runs); }

static inline double uniform(uint64_t *state)
{
    return (double)(test_random(state) >> 11) * 0x1p-53;
}

/* Marsaglia's polar method; the other half of each pair is thrown away. */
static inline double normal(uint64_t *state)
{
    for (;;) {
        double x = 2 * uniform(state) - 1, y = 2 * uniform(state) - 1, square = x * x + y * y;
        if (square > 0 && square < 1)
            return x * sqrt(-2 * log(square) / square);
    }
}

#endif
