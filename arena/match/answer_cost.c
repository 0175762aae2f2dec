// SPDX-License-Identifier: MIT
#include "arena/match/answer_cost.h"

#include <stdio.h>

const char *answer_cost_text(const struct supervisor_result *result, char text[ANSWER_COST_TEXT])
{
    double asked = 0;

    for (int bot = 0; bot < BOTS_MAX; bot++)
        asked += (double)result->times[bot].count;
    snprintf(text, ANSWER_COST_TEXT, "the bots gave about %.0f answers", two_digits(asked));
    return text;
}
