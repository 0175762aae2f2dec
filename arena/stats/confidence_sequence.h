// SPDX-License-Identifier: MIT
/* arena/stats/confidence_sequence.h - an interval for the mean of bounded differences that holds
 * whenever one stops looking (a confidence sequence), and the evidence that it is made of.
 *
 * Somebody who does not believe that the mean is above m bets on values above it: before each block
 * of units he stakes a share b of his money, and a value x multiplies it by 1 + b (x - m). If the
 * mean is m or less, the expected factor is at most 1, whatever the distribution, so that the money
 * exceeds 1/alpha of the beginning at any time with a chance of at most alpha (Ville). That is the
 * evidence against m; the interval has all means with less evidence than 1/alpha against them on
 * either side (Waudby-Smith and Ramdas 2023, J. R. Statist. Soc. B 86, "Estimating means of bounded
 * random variables by betting").
 *
 * Nobody may lose more than all: b (m + largest) < 1. So it has to be known how far below m a value
 * may lie, and nothing is shown before about ln(1/alpha) largest / distance units, since a rare
 * disaster may not have occurred yet. A value farther below takes all money that was staked on
 * values above m. It takes none that was staked on values below: evidence that the mean is low
 * needs no bound on how low a value may be.
 *
 * Three players share the money. The first two stake what makes money grow fastest if the mean is
 * `distance` away, with the variance seen so far: distance / (variance + distance^2), of a prior
 * weight of 50 units with the variance distance x largest. One stakes up to all, one up to half, so
 * that a disaster does not ruin both: this costs 5 % of the units where the two are equal, and
 * finds a mean half of a distance away, with disasters, in 92 % instead of 21 % of the runs (by the
 * simulations in docs/statistics.md). The third takes the mean so far for the distance, which ends
 * a run sooner where the truth is far away.
 *
 * Units may have two expectations that alternate, as where a and b swap the number of their seats
 * from deal to deal: what holds is the mean of both, since a block has an even number of units and
 * all have the same stakes, and the product of two numbers is at most the square of their mean. */
#ifndef ARENA_STATS_CONFIDENCE_SEQUENCE_H
#define ARENA_STATS_CONFIDENCE_SEQUENCE_H

#include <stdbool.h>
#include <stdint.h>

#include "arena/stats/histogram.h"
#include "arena/stats/moments.h"

struct sequence_plan {
    double scale;    /* from the integers that are added to points */
    double largest;  /* no difference is larger, in points; > 0 */
    double distance; /* of what is to be told apart, in points; > 0 */
    double watched;  /* a mean whose evidence is kept up to date, in points */
    double alpha[2]; /* chance that the mean is below the interval, and above it; 0 < each < 1 */
    int64_t block;   /* units with the same stakes, at least; even */
};

/* On which side of a mean the evidence says that the truth is. */
enum sequence_side { SEQUENCE_ABOVE, SEQUENCE_BELOW };

/* What is known when a block begins: the mean of the units so far, NaN without any, and their
 * variance, which begins with a prior; in points. */
struct sequence_prior {
    double mean, variance;
};

/* Units that had the same stakes. */
struct sequence_block {
    struct sequence_prior prior;
    struct histogram values;
};

enum { SEQUENCE_PARTS = 3 }; /* of the money, each of which stakes in its own way */

struct confidence_sequence {
    struct sequence_plan plan;
    struct moments seen;
    struct sequence_block *blocks;
    size_t count, capacity;
    int64_t next;                    /* number of units at which the next block begins */
    double money[2][SEQUENCE_PARTS]; /* logarithms for the watched mean, by side */
    int64_t lowest, highest;         /* differences seen; 0 without any */
};

/* Begins; confidence_sequence_free() at the end. Its memory grows with the logarithm of the number
 * of units. */
void confidence_sequence_start(struct confidence_sequence *sequence,
                               const struct sequence_plan *plan);
void confidence_sequence_free(struct confidence_sequence *sequence);

/* Adds the next unit's difference, in the order of the schedule. Ends the process when out of
 * memory. */
void confidence_sequence_add(struct confidence_sequence *sequence, int64_t difference);

/* The logarithm of the evidence, by all units so far, that the truth lies on that side of `mean`.
 * It reaches ln(1/alpha) at any time with a chance of at most alpha if it does not. */
double confidence_sequence_evidence(const struct confidence_sequence *sequence, double mean,
                                    enum sequence_side side);
/* The same for the watched mean, at once. */
double confidence_sequence_watched(const struct confidence_sequence *sequence,
                                   enum sequence_side side);

/* Whether the watched mean lies outside the interval, and on which side the truth is then. */
bool confidence_sequence_excludes(const struct confidence_sequence *sequence,
                                  enum sequence_side *truth);

/* The mean so far with the interval; the error is that of moments_estimate(). NaN without units. An
 * end that nothing is known of is +-largest, and infinite after a difference beyond that. */
struct estimate confidence_sequence_estimate(const struct confidence_sequence *sequence);

/* The chance, at most, of so much evidence against a mean at any time if it is the truth. */
double confidence_sequence_p(const struct confidence_sequence *sequence, double mean);

/* Whether nothing can be shown any more of the watched mean, on either side: all stakes are lost.
 */
bool confidence_sequence_is_over(const struct confidence_sequence *sequence);

/* The smallest number of units after which the truth can be shown to lie above or below the watched
 * mean: what it takes if all units are 0 and `largest` is possible. */
int64_t sequence_least_units(const struct sequence_plan *plan, enum sequence_side truth);

#endif
