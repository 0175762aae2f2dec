// SPDX-License-Identifier: MIT
#include "arena/result/deals_needed.h"

#include <math.h>

#include "arena/stats/distribution.h"

double deals_needed(const struct run_summary *summary, double reach, double power)
{
    const double WIDTH = 1.959964;
    const struct comparison *comparison = summary->numbers.comparison;
    const struct estimate *shown = summary->verdict ? summary->verdict->difference : NULL;
    const double error = comparison_primary(comparison)->deal.error;

    if (!(error > 0))
        return NAN;
    const double half = shown && isfinite(shown->high - shown->low) ? (shown->high - shown->low) / 2
                                                                    : WIDTH * error,
                 rare = fmax(0, half - WIDTH * error),
                 by_chance = (WIDTH + normal_quantile(power)) * error;
    /* reach = by_chance * root + rare * root^2, where root^2 is today's deals by those needed */
    const double root =
        rare > 0 ? (sqrt(by_chance * by_chance + 4 * rare * reach) - by_chance) / (2 * rare)
                 : reach / by_chance;

    return (double)comparison->deals / (root * root);
}
