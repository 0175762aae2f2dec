// SPDX-License-Identifier: MIT
/* arena/stats/holm.h - p values of several tests, adjusted so that they can be read together. */
#ifndef ARENA_STATS_HOLM_H
#define ARENA_STATS_HOLM_H

/* Holm's step-down adjustment (1979, Scandinavian Journal of Statistics 6, "A simple sequentially
 * rejective multiple test procedure"): if all tests whose adjusted value is below alpha count as
 * significant, the chance that any of these is false is below alpha, however the tests depend on
 * each other. Adjusts in place. NaN is not a test: it stays and does not count. */
void holm_adjust(double *p, int count);

#endif
