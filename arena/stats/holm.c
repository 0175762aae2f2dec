// SPDX-License-Identifier: MIT
#include "arena/stats/holm.h"

#include <math.h>
#include <stdlib.h>

#include "arena/base/memory.h"

static int by_value(const void *a, const void *b)
{
    double one = **(double *const *)a, other = **(double *const *)b;

    return (one > other) - (one < other);
}

void holm_adjust(double *p, int count)
{
    double **sorted = xcheck(malloc(((size_t)count + 1) * sizeof *sorted)), least = 0;
    int tests = 0;

    for (int i = 0; i < count; i++)
        if (!isnan(p[i]))
            sorted[tests++] = &p[i];
    qsort(sorted, (size_t)tests, sizeof *sorted, by_value);
    for (int i = 0; i < tests; i++) {
        double adjusted = fmin(1, (tests - i) * *sorted[i]);
        *sorted[i] = least = fmax(least, adjusted); /* never below that of a smaller p */
    }
    free(sorted);
}
