// SPDX-License-Identifier: MIT
/* arena/stats/paired_ratings.h - one list of bots from differences between pairs of them, which
 * were measured in several runs.
 *
 * A difference d of bots a and b is taken for points[a] - points[b]. Points are fitted by least
 * squares (as in a network meta-analysis: Ruecker 2012, Research Synthesis Methods 3), weighted by
 * numbers of deals. These weights do not depend on what came out, so every estimate is a fixed
 * linear combination of differences, and has the mean of the same combination of the true ones: the
 * intervals also hold where points do not add up, of the list that endless runs would give.
 *
 * How differences of one run, or of runs that share deals, depend on each other is not known. They
 * belong to one group, in which the worst is taken: errors add up as if all were correlated by 1.
 * Groups are independent. */
#ifndef ARENA_STATS_PAIRED_RATINGS_H
#define ARENA_STATS_PAIRED_RATINGS_H

#include "arena/stats/moments.h"

struct paired_difference {
    int a, b;           /* bots */
    double mean, error; /* a - b, as it was measured */
    int64_t units;      /* from which the error was estimated: 2.. */
    double weight;      /* above 0 */
    int group;          /* 0.. */
};

struct paired_ratings;

/* The ratings of bots that are all connected by pairs. `pairs` outlives them; the caller frees
 * them. */
struct paired_ratings *paired_ratings_new(int bots, const struct paired_difference *pairs,
                                          int count, int groups);
void paired_ratings_free(struct paired_ratings *ratings); /* NULL is allowed */

/* Points of a bot above the mean of all. */
struct estimate paired_ratings_of(const struct paired_ratings *ratings, int bot);
/* Points of bot a above those of bot b. */
struct estimate paired_ratings_between(const struct paired_ratings *ratings, int a, int b);

/* The p value, adjusted by Bonferroni for all pairs, of the two bots (out) whose own difference
 * disagrees most with that of the list; 1 if every pair agrees, as where nothing closes a circle.
 */
double paired_ratings_worst(const struct paired_ratings *ratings, int *a, int *b);

#endif
