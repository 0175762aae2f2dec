// SPDX-License-Identifier: MIT
/* arena/result/deals_needed.h - how many deals an interval of some width takes, from what a run has
 * shown. */
#ifndef ARENA_RESULT_DEALS_NEEDED_H
#define ARENA_RESULT_DEALS_NEEDED_H

#include "arena/result/run_summary.h"

/* The same of a comparison whose interval has an end that is `half` points away from the mean now:
 * deals until that is `reach`, with the same `power`. */
double deals_until(const struct comparison *comparison, double half, double reach, double power);

/* Deals until the interval of the verdict is `reach` (points a deal, above 0) to either side; with
 * a `power` above 0.5, until a difference of `reach` is shown with that chance. What chance adds to
 * it falls with the root of the deals, and what it allows for rare large differences with their
 * number. By Student's t where the verdict has no interval. The summary has a comparison. NAN where
 * no deal tells the two apart. */
double deals_needed(const struct run_summary *summary, double reach, double power);

#endif
