/* arena/stats/holm.h - p values of several tests, adjusted so that they can be read at once. */
#ifndef ARENA_STATS_HOLM_H
#define ARENA_STATS_HOLM_H

/* Holm's step-down adjustment: take all tests whose adjusted value is below alpha for findings, and
 * the chance that any of these is false stays below alpha, however the tests depend on each other.
 * Adjusts in place; NaN is no test: it stays, and does not count. */
void holm_adjust(double *p, int count);

#endif
