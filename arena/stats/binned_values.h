// SPDX-License-Identifier: MIT
/* arena/stats/binned_values.h - real numbers counted in a few thousand bins, each of which keeps
 * the mean of its values: memory does not grow with their number, the mean of all is exact, and
 * their variance is too small by at most a twelfth of a bin's width squared. */
#ifndef ARENA_STATS_BINNED_VALUES_H
#define ARENA_STATS_BINNED_VALUES_H

#include "arena/stats/empirical_likelihood.h"

enum { BINNED_VALUES_HALF = 4096 }; /* bins on either side of 0 */

/* Zero-initialise. */
struct binned_values {
    double width; /* of a bin, a power of two; 0 without values other than 0 */
    int64_t count[2 * BINNED_VALUES_HALF];
    double sum[2 * BINNED_VALUES_HALF];
};

/* Counts a finite value. Widens the bins until it has one. */
void binned_values_add(struct binned_values *binned, double value);

/* Their means with their counts, ascending; the caller frees them. Sets *count. Aborts when out of
 * memory. */
struct counted_value *binned_values_list(const struct binned_values *binned, size_t *count);

#endif
