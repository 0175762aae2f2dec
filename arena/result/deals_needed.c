// SPDX-License-Identifier: MIT
#include "arena/result/deals_needed.h"

#include <math.h>

#include "arena/stats/distribution.h"

static const double WIDTH = 1.959964; /* of an interval of 95 %, in standard errors */

double deals_until(const struct comparison *comparison, double half, double reach, double power)
{
    const double error = comparison_primary(comparison)->deal.error;

    if (!(error > 0 && reach > 0))
        return NAN;
    const double rare = fmax(0, half - WIDTH * error),
                 by_chance = (WIDTH + normal_quantile(power)) * error;
    /* reach = by_chance * root + rare * root^2, where root^2 is today's deals by those needed */
    const double root =
        rare > 0 ? (sqrt(by_chance * by_chance + 4 * rare * reach) - by_chance) / (2 * rare)
                 : reach / by_chance;

    return (double)comparison->deals / (root * root);
}

double deals_needed(const struct run_summary *summary, double reach, double power)
{
    const struct comparison *comparison = summary->numbers.comparison;
    const struct estimate *shown = summary->verdict ? summary->verdict->difference : NULL;
    const bool known = shown && is_end_known(shown->low) && is_end_known(shown->high);

    return deals_until(comparison,
                       known ? (shown->high - shown->low) / 2
                             : WIDTH * comparison_primary(comparison)->deal.error,
                       reach, power);
}
