// SPDX-License-Identifier: MIT
#include "arena/stats/bounded_interval.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/memory.h"
#include "arena/stats/distribution.h"

enum interval_end { LOW, HIGH };

/* The sample with one value more, at a bound; the caller frees its values. */
static struct counted_sample with_bound(const struct counted_sample *sample, double largest,
                                        enum interval_end side)
{
    const double least = sample->values[0].value, most = sample->values[sample->count - 1].value;
    struct counted_sample more = {.lowest = fmin(-largest, least), .highest = fmax(largest, most)};
    const double bound = side == LOW ? more.lowest : more.highest;
    const bool seen = (side == LOW ? least : most) == bound, first = side == LOW && !seen;

    more.values = xcalloc(sample->count + 1, sizeof *more.values);
    more.count = sample->count + !seen;
    memcpy(more.values + first, sample->values, sample->count * sizeof *more.values);
    struct counted_value *at = &more.values[side == LOW ? 0 : more.count - 1];
    *at = (struct counted_value){bound, seen ? at->count + 1 : 1};
    return more;
}

/* One end, and the p value of the hypothesis that the mean is 0 or on the other side of it. */
static double end_of(const struct counted_sample *sample, double largest, enum interval_end side,
                     double *p)
{
    const double freedom = counted_units(sample) - 1;
    const double width = student_quantile((1 + STATS_CONFIDENCE) / 2, freedom);
    const struct counted_sample more = with_bound(sample, largest, side);
    const struct estimate likely = empirical_estimate(&more, width);
    const bool away = side == LOW ? likely.mean > 0 : likely.mean < 0;

    *p = away ? 2 * student_cdf(-sqrt(-2 * empirical_log_ratio(&more, 0)), freedom) : 1;
    free(more.values);
    return side == LOW ? likely.low : likely.high;
}

struct bounded_interval bounded_interval_of(const struct counted_sample *sample, double largest)
{
    const double ROUNDED = 1 + 1e-8; /* as fields are rounded */
    double above, below;             /* p values */

    if (counted_units(sample) < 2)
        return (struct bounded_interval){NAN, NAN, NAN};
    const double least = sample->values[0].value, most = sample->values[sample->count - 1].value;
    if (fmax(-least, most) > largest * ROUNDED)
        return (struct bounded_interval){NAN, NAN, 1};
    struct bounded_interval interval = {.low = end_of(sample, largest, LOW, &above),
                                        .high = end_of(sample, largest, HIGH, &below)};
    interval.p = least == 0 && most == 0 ? NAN : fmin(above, below);
    return interval;
}

bool is_beyond_bound(double value, double bound)
{
    const double ROUNDED = 1 + 1e-8; /* as fields are rounded */

    return fabs(value) > bound * ROUNDED;
}

bool sample_is_beyond_bound(const struct counted_sample *sample, double bound)
{
    return sample->count && (is_beyond_bound(sample->values[0].value, bound) ||
                             is_beyond_bound(sample->values[sample->count - 1].value, bound));
}
