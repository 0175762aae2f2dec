#include "arena/stats/histogram.h"

#include <math.h>
#include <stdlib.h>

#include "arena/base/memory.h"
#include "arena/stats/distribution.h"

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

/* The mean of `total` draws with replacement from the bins. The number that falls into a bin is a
 * binomial share of the remaining draws, by its part of the remaining bins; the last takes all. */
static double resampled_mean(const struct histogram_bin *bins, size_t count, int64_t total,
                             struct skat_random *random)
{
    int64_t draws = total, units = total;
    double sum = 0;

    for (size_t i = 0; i < count && draws; i++) {
        int64_t here = binomial_draw(random, draws, (double)bins[i].count / (double)units);
        sum += (double)here * (double)bins[i].value;
        draws -= here;
        units -= bins[i].count;
    }
    return sum / (double)total;
}

static int by_size(const void *left, const void *right)
{
    const double *a = left, *b = right;

    return (*a > *b) - (*a < *b);
}

/* Linear interpolation between order statistics (Hyndman and Fan 1996, type 7). */
static double quantile_of(const double *sorted, int count, double p)
{
    double place = p * (count - 1);
    int below = (int)place, above = below + 1 < count ? below + 1 : below;

    return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
}

void histogram_bootstrap(const struct histogram *histogram, int resamples, double confidence,
                         uint64_t seed, double *low, double *high)
{
    /* A value counts as the middle of its bin. */
    double middle = histogram->width > 1 ? (double)(histogram->width - 1) / 2 : 0;
    struct skat_random random;
    size_t count;
    struct histogram_bin *bins = histogram_bins(histogram, &count);

    *low = *high = NAN;
    if (!bins || resamples < 1)
        goto out;
    double *means = xcheck(malloc((size_t)resamples * sizeof *means));
    skat_random_start(&random, seed, 0);
    for (int i = 0; i < resamples; i++)
        means[i] = middle + resampled_mean(bins, count, histogram->total, &random);
    qsort(means, (size_t)resamples, sizeof *means, by_size);
    *low = quantile_of(means, resamples, (1 - confidence) / 2);
    *high = quantile_of(means, resamples, (1 + confidence) / 2);
    free(means);
out:
    free(bins);
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
