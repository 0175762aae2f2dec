// SPDX-License-Identifier: MIT
#include "arena/match/answer_cost.h"

#include <math.h>
#include <stdio.h>

struct answer_cost answer_cost_of(const struct supervisor_result *result,
                                  const struct comparison *comparison)
{
    const struct comparison_redeals *redeals = comparison->redeals;
    const struct unplayed_deals *unplayed = comparison->unplayed;
    const double deals = (double)comparison->deals,
                 error = comparison_primary(comparison)->deal.error;
    struct answer_cost cost = {0, 0};
    double more = 1; /* deals, for the same error */

    for (int bot = 0; bot < BOTS_MAX; bot++)
        cost.asked += (double)result->times[bot].count;
    double dealt = cost.asked;
    if (redeals) {
        dealt -= (double)redeals->answers;
        if (error > 0)
            more = redeals->as_dealt.error * redeals->as_dealt.error / (error * error);
    }
    if (unplayed && deals > (double)unplayed->deals)
        dealt = (dealt - (double)unplayed->answers) * deals / (deals - (double)unplayed->deals);
    if (redeals || unplayed)
        cost.plain = fmax(dealt, 0) * more;
    return cost;
}

/* Rounded to two digits: more are not known. */
static double rounded(double number)
{
    const double unit = number > 0 ? pow(10, fmax(0, floor(log10(number)) - 1)) : 1;

    return round(number / unit) * unit;
}

const char *answer_cost_text(const struct answer_cost *cost, char text[ANSWER_COST_TEXT])
{
    const int length =
        snprintf(text, ANSWER_COST_TEXT, "about %.0f answers of bots", rounded(cost->asked));

    if (cost->plain > 0)
        snprintf(text + length, ANSWER_COST_TEXT - (size_t)length,
                 "; with all deals played and none dealt again, about %.0f for the same error",
                 rounded(cost->plain));
    return text;
}
