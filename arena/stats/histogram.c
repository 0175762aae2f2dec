// SPDX-License-Identifier: MIT
#include "arena/stats/histogram.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/memory.h"

enum { CAPACITY_FIRST = 1 << 8 };

/* The bin of `value` in the table, or the free one where it belongs. */
static struct histogram_bin *find(const struct histogram *histogram, int64_t value)
{
    /* The high half of the product depends on all of the value, also when it is a multiple of a
     * large width (Knuth, TAOCP 6.4: multiplicative hashing by the golden ratio). */
    size_t at = (size_t)((uint64_t)value * 0x9e3779b97f4a7c15u >> 32);

    for (;; at++) {
        struct histogram_bin *bin = &histogram->table[at & (histogram->capacity - 1)];
        if (!bin->count || bin->value == value)
            return bin;
    }
}

static void add_to_bin(struct histogram *histogram, int64_t value, int64_t count)
{
    /* Widths are powers of two: clearing low bits rounds down, negative values too. */
    int64_t lowest = histogram->width > 1 ? value & -histogram->width : value;
    struct histogram_bin *bin = find(histogram, lowest);

    histogram->used += !bin->count;
    bin->value = lowest;
    bin->count += count;
}

/* Reinserts all bins into a table of `capacity` bins. */
static void rebuild(struct histogram *histogram, size_t capacity)
{
    struct histogram_bin *old = histogram->table;
    size_t old_capacity = histogram->capacity;

    histogram->table = xcalloc(capacity, sizeof *histogram->table);
    histogram->capacity = capacity;
    histogram->used = 0;
    for (size_t i = 0; i < old_capacity; i++)
        if (old[i].count)
            add_to_bin(histogram, old[i].value, old[i].count);
    free(old);
}

void histogram_add(struct histogram *histogram, int64_t value)
{
    if (2 * histogram->used >= histogram->capacity)
        rebuild(histogram, histogram->capacity ? 2 * histogram->capacity : CAPACITY_FIRST);
    add_to_bin(histogram, value, 1);
    histogram->total++;
    while (histogram->used > HISTOGRAM_BINS_MAX) {
        histogram->width = histogram->width ? 2 * histogram->width : 2;
        rebuild(histogram, histogram->capacity);
    }
}

static int by_value(const void *left, const void *right)
{
    const struct histogram_bin *a = left, *b = right;

    return (a->value > b->value) - (a->value < b->value);
}

struct histogram_bin *histogram_bins(const struct histogram *histogram, size_t *count)
{
    *count = 0;
    if (!histogram->used)
        return NULL;
    struct histogram_bin *bins = xcheck(malloc(histogram->used * sizeof *bins));
    for (size_t i = 0; i < histogram->capacity; i++)
        if (histogram->table[i].count)
            bins[(*count)++] = histogram->table[i];
    qsort(bins, *count, sizeof *bins, by_value);
    return bins;
}

struct counted_value *histogram_values(const struct histogram *histogram, double scale,
                                       size_t *count)
{
    double middle = histogram->width > 1 ? (double)(histogram->width - 1) / 2 : 0;
    struct histogram_bin *bins = histogram_bins(histogram, count);
    struct counted_value *values = xcalloc(*count + 1, sizeof *values);

    for (size_t i = 0; i < *count; i++)
        values[i] = (struct counted_value){scale * (middle + (double)bins[i].value), bins[i].count};
    free(bins);
    return values;
}

double histogram_skewness(const struct histogram *histogram)
{
    size_t count;
    struct histogram_bin *bins = histogram_bins(histogram, &count);
    double total = (double)histogram->total, mean = 0, squares = 0, cubes = 0;

    for (size_t i = 0; i < count; i++)
        mean += (double)bins[i].value * (double)bins[i].count / total;
    for (size_t i = 0; i < count; i++) {
        double off = (double)bins[i].value - mean, share = (double)bins[i].count / total;
        squares += share * off * off;
        cubes += share * off * off * off;
    }
    free(bins);
    return count > 1 ? cubes / (squares * sqrt(squares)) : NAN;
}

void histogram_free(struct histogram *histogram)
{
    free(histogram->table);
    *histogram = (struct histogram){0};
}

/* ---- real numbers ---- */

enum { BINS = 2 * BINNED_VALUES_HALF };

/* Each two neighbours become one, so that 0 stays between the two bins in the middle. */
static void widen(struct binned_values *binned)
{
    struct binned_values *old = xcheck(malloc(sizeof *old));

    *old = *binned;
    memset(binned->count, 0, sizeof binned->count);
    memset(binned->sum, 0, sizeof binned->sum);
    binned->width *= 2;
    for (int i = 0; i < BINS; i++) {
        const int to = (i + BINNED_VALUES_HALF) / 2;
        binned->count[to] += old->count[i];
        binned->sum[to] += old->sum[i];
    }
    free(old);
}

/* So narrow that the first value is in the outermost bins. */
static void start(struct binned_values *binned, double value)
{
    int exponent;

    frexp(value, &exponent);
    binned->width = ldexp(2, exponent) / BINS;
}

void binned_values_add(struct binned_values *binned, double value)
{
    if (value != 0 && binned->width == 0)
        start(binned, value);
    while (fabs(value) >= binned->width * BINNED_VALUES_HALF && value != 0)
        widen(binned);
    const int bin = BINNED_VALUES_HALF + (value != 0 ? (int)floor(value / binned->width) : 0);
    binned->count[bin]++;
    binned->sum[bin] += value;
}

struct counted_value *binned_values_list(const struct binned_values *binned, size_t *count)
{
    struct counted_value *values = xcalloc(BINS, sizeof *values);

    *count = 0;
    for (int i = 0; i < BINS; i++)
        if (binned->count[i])
            values[(*count)++] =
                (struct counted_value){binned->sum[i] / (double)binned->count[i], binned->count[i]};
    return values;
}
