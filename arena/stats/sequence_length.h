// SPDX-License-Identifier: MIT
/* arena/stats/sequence_length.h - how long a sequential test takes, by a confidence sequence or by
 * likelihoods, by simulation with differences that were seen. */
#ifndef ARENA_STATS_SEQUENCE_LENGTH_H
#define ARENA_STATS_SEQUENCE_LENGTH_H

#include "arena/stats/confidence_sequence.h"
#include "arena/stats/sequential_test.h"

/* What came of simulated runs. */
struct sequence_length {
    double units;        /* on average, those that ended without a verdict included */
    double above, below; /* shares of the runs that were shown to lie above and below `watched` */
};

/* Runs of at most `most` units, whose differences have the frequencies of `sample`, tilted so that
 * the true mean is `mean` (each weighs exp(t x) times as much): zeros stay zeros, and what is
 * possible stays so. The numbers drawn depend on nothing else. NaN if no weights give that mean. */
struct sequence_length sequence_length(const struct sequence_plan *plan,
                                       const struct counted_sample *sample, double mean,
                                       int64_t most);

/* The same of a test by likelihoods (sequential_test.h), in points; above: accepted. */
struct sequence_length test_length(const struct test_plan *plan,
                                   const struct counted_sample *sample, double mean, int64_t most);

#endif
