// SPDX-License-Identifier: MIT
#include "arena/stats/binned_values.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/memory.h"

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
