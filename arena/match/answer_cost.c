// SPDX-License-Identifier: MIT
#include "arena/match/answer_cost.h"

#include <math.h>
#include <stdio.h>

struct answer_cost answer_cost_of(const struct supervisor_result *result,
                                  const struct comparison *comparison)
{
    const struct comparison_redeals *redeals = comparison->redeals;
    const double error = comparison_primary(comparison)->deal.error;
    struct answer_cost cost = {0, 0};

    for (int bot = 0; bot < BOTS_MAX; bot++)
        cost.asked += (double)result->times[bot].count;
    if (redeals && error > 0)
        cost.plain = fmax(cost.asked - (double)redeals->answers, 0) * redeals->as_dealt.error *
                     redeals->as_dealt.error / (error * error);
    return cost;
}

const char *answer_cost_text(const struct answer_cost *cost, char text[ANSWER_COST_TEXT])
{
    const int length = snprintf(text, ANSWER_COST_TEXT, "the bots gave about %.0f answers",
                                two_digits(cost->asked));

    if (cost->plain > 0)
        snprintf(text + length, ANSWER_COST_TEXT - (size_t)length,
                 "; without re-deals, the same error would take about %.0f",
                 two_digits(cost->plain));
    return text;
}
