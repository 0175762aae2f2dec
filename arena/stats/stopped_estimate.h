// SPDX-License-Identifier: MIT
/* arena/stats/stopped_estimate.h - the difference after a sequential test has stopped play.
 *
 * A test stops where the difference so far looks large: its mean is too far from the middle of the
 * hypotheses, by about a quarter of their distance, and the usual interval, made for a number of
 * units that was fixed before, misses the truth too often. Two remedies:
 *
 * - The mean is adjusted for its bias (Whitehead 1986, Biometrika 73, "On the bias of maximum
 *   likelihood estimation following a sequential test"): it is the truth under which the mean at
 *   the stop is the observed one on average. The average is simulated with normal differences.
 * - The interval holds at whatever time one stops (a confidence sequence): its width is that of
 *   Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas (2024, Annals of Statistics 52, "Time-uniform
 *   central limit theory and asymptotic confidence sequences", theorem 2.2), about 3 standard
 *   errors instead of 2, and it is taken from the empirical likelihood. */
#ifndef ARENA_STATS_STOPPED_ESTIMATE_H
#define ARENA_STATS_STOPPED_ESTIMATE_H

#include "arena/stats/sequential_test.h"

/* `planned`: units that the run has if the test does not stop it; `least`: test_least_units(). The
 * numbers drawn do not depend on anything else than these and the sample. NaN without a value. */
struct estimate stopped_estimate(const struct test_plan *plan, const struct counted_sample *sample,
                                 int64_t least, int64_t planned);

/* The half width, in standard errors, that holds at every number of units from about `first` on. */
double stopped_width(int64_t units, int64_t first);

#endif
