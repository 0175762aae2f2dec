// SPDX-License-Identifier: MIT
/* arena/stats/fault_test.h - does one bot fail more often than another?
 *
 * Of the deals in which exactly one of the two failed, each is as likely the one's as the other's
 * if both fail equally often and sit equally often in every seat. Deals are counted, not games:
 * those of a deal share its cards, so that faults come in groups.
 *
 * The evidence is the likelihood of what was seen if the share q of the first is uniform in 1/2..1,
 * over that for q = 1/2. While q is 1/2 at most, its chance ever to reach 1/alpha is alpha at most,
 * however often one looks (Ville 1939, Étude critique de la notion de collectif; Robbins 1970,
 * Annals of Mathematical Statistics 41, "Statistical methods related to the law of the iterated
 * logarithm"). With alpha = 0.01 nine deals in which only the first failed are enough. */
#ifndef ARENA_STATS_FAULT_TEST_H
#define ARENA_STATS_FAULT_TEST_H

#include <stdint.h>

/* The evidence from `first` and `second` deals in which only that one failed; 1 without any.
 * Possibly infinite. */
double fault_evidence(int64_t first, int64_t second);

#endif
