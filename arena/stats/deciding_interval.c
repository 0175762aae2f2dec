// SPDX-License-Identifier: MIT
#include "arena/stats/deciding_interval.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/memory.h"
#include "arena/stats/distribution.h"

enum interval_end { LOW, HIGH };

/* The sample with one value more, as far out as a hand or what was seen; the caller frees its
 * values. */
static struct counted_sample with_hand(const struct counted_sample *sample, double hand,
                                       enum interval_end side)
{
    const double least = sample->values[0].value, most = sample->values[sample->count - 1].value;
    struct counted_sample more = {.lowest = fmin(-hand, least), .highest = fmax(hand, most)};
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
static double end_of(const struct counted_sample *sample, double hand, enum interval_end side,
                     double *p)
{
    const double freedom = counted_units(sample) - 1;
    const double width = student_quantile((1 + STATS_CONFIDENCE) / 2, freedom);
    const struct counted_sample more = with_hand(sample, hand, side);
    const struct estimate likely = empirical_estimate(&more, width);
    const bool away = side == LOW ? likely.mean > 0 : likely.mean < 0;

    *p = away ? 2 * student_cdf(-sqrt(-2 * empirical_log_ratio(&more, 0)), freedom) : 1;
    free(more.values);
    return side == LOW ? likely.low : likely.high;
}

/* Student's. */
static struct deciding_interval by_deviation(const struct counted_sample *sample)
{
    const double units = counted_units(sample), mean = counted_mean(sample),
                 error = counted_deviation(sample) / sqrt(units - 1);
    const struct estimate seen = estimate_of(mean, error, (int64_t)units);

    return (struct deciding_interval){seen.low, seen.high, estimate_p(seen, (int64_t)units)};
}

struct deciding_interval deciding_interval_of(const struct counted_sample *sample, double hand)
{
    double above, below; /* p values */

    if (counted_units(sample) < 2)
        return (struct deciding_interval){NAN, NAN, NAN};
    struct deciding_interval interval = by_deviation(sample);
    if (hand > 0) {
        interval.low = fmin(interval.low, end_of(sample, hand, LOW, &above));
        interval.high = fmax(interval.high, end_of(sample, hand, HIGH, &below));
        interval.p = fmax(interval.p, fmin(above, below));
    }
    if (sample->values[0].value == 0 && sample->values[sample->count - 1].value == 0)
        interval.p = NAN;
    return interval;
}
