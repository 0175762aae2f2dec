// SPDX-License-Identifier: MIT
/* arena/stats/histogram.h - counts how often each integer occurred, and real numbers in bins:
 * enough to judge and plot a distribution, whatever the number of units. */
#ifndef ARENA_STATS_HISTOGRAM_H
#define ARENA_STATS_HISTOGRAM_H

#include <stddef.h>
#include <stdint.h>

#include "arena/stats/empirical_likelihood.h"

struct histogram_bin {
    int64_t value; /* lowest value of the bin */
    int64_t count; /* 1 and more */
};

/* Zero-initialise; histogram_free() at the end. Owns its table. */
struct histogram {
    struct histogram_bin *table; /* open addressing, capacity a power of two */
    size_t capacity, used;
    int64_t width; /* of a bin, a power of two: 0 and 1 mean single values. Doubles when there are
                      more than HISTOGRAM_BINS_MAX bins, so that memory stays bounded */
    int64_t total;
};
enum { HISTOGRAM_BINS_MAX = 1 << 20 };

/* Counts `value` once. Ends the process when out of memory. */
void histogram_add(struct histogram *histogram, int64_t value);

/* All bins, ascending by value; the caller frees them. Sets *count. NULL if there are none. Aborts
 * when out of memory. */
struct histogram_bin *histogram_bins(const struct histogram *histogram, size_t *count);

/* The skewness of the counted values: the third central moment over the deviation (1/n) cubed; NaN
 * without spread. */
double histogram_skewness(const struct histogram *histogram);

/* The values times `scale`, ascending if it is positive, each with its count; those of wide bins as
 * the middle of their bin. The caller frees them. Sets *count. Ends the process when out of memory.
 */
struct counted_value *histogram_values(const struct histogram *histogram, double scale,
                                       size_t *count);

void histogram_free(struct histogram *histogram);

/* ---- real numbers ----
 *
 * They are counted in a few thousand bins, each of which keeps the mean of its values: memory does
 * not grow with their number, the mean of all is exact, and their variance is too small by at most
 * a twelfth of a bin's width squared. */

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
