// SPDX-License-Identifier: MIT
#include "arena/stats/fault_test.h"

#include <math.h>

/* The mean of (2q)^first (2(1-q))^second over q in 1/2..1, by the midpoint rule. */
double fault_evidence(int64_t first, int64_t second)
{
    enum { STEPS = 4000 };
    double sum = 0;

    if (!first && !second)
        return 1;
    for (int i = 0; i < STEPS; i++) {
        double q = 0.5 + 0.5 * (i + 0.5) / STEPS;
        sum += exp((double)first * log(2 * q) + (double)second * log(2 * (1 - q)));
    }
    return sum / STEPS;
}
