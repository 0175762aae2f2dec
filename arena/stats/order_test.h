// SPDX-License-Identifier: MIT
/* arena/stats/order_test.h - does it matter in which order units were played?
 *
 * Every interval here takes units for independent draws from one distribution. Then all orders of
 * the same units are equally likely, whatever the distribution is: mostly zeros, skewed, with rare
 * huge values. So what was seen is compared with the same values in random orders (a permutation
 * test: Wald and Wolfowitz 1943, Annals of Mathematical Statistics 14; Romano and Tirlea 2022,
 * Journal of Time Series Analysis 43, "Permutation testing for dependence in time series"). Its
 * level is exact for any number of units that was fixed before.
 *
 * The statistic is the largest of several, each turned into a standard normal number, roughly:
 *
 *     stretches   how much the sums of 2, 4, 8 ... consecutive blocks vary, over what they would
 *                 if blocks were independent: the variance ratio of Lo and MacKinlay (1988, Review
 *                 of Financial Studies 1), with overlapping stretches, up to a quarter of all
 *     trend       how far the sum of the first blocks departs from their share of the whole, at
 *                 most: CUSUM, as Kolmogorov's statistic
 *
 * Both grow where neighbours are alike, which makes intervals too narrow. Neighbours that are less
 * alike than chance makes them, which makes intervals too wide, are not looked for.
 *
 * A block is one cycle of units at first. When there are ORDER_BLOCKS of them, each two become one,
 * so memory and time do not grow with the number of units. What changes within a large block would
 * be missed: so the first ORDER_BLOCKS blocks of 1, 16, 256 ... cycles are kept and tested, too, as
 * far as there are ORDER_STEP times as many units by now. The p value is the smallest of these,
 * times their number (Bonferroni).
 *
 * Random orders are drawn until ORDER_EXCEEDED of them were as extreme as what was seen, at most
 * ORDER_DRAWN (Besag and Clifford 1991, Biometrika 78, "Sequential Monte Carlo p-values"): a
 * hundred, unless something is found. The numbers drawn are always the same, so the result depends
 * on the values and their order alone. */
#ifndef ARENA_STATS_ORDER_TEST_H
#define ARENA_STATS_ORDER_TEST_H

#include <stdint.h>

enum {
    ORDER_BLOCKS = 2048,
    ORDER_LEAST = 8, /* blocks to test anything */
    ORDER_STEP = 16,
    ORDER_EARLY = 8, /* beginnings that are kept at most: for 2^43 cycles */
    ORDER_EXCEEDED = 20,
    ORDER_DRAWN = 9999,
};

/* Sums of consecutive blocks from the first unit on. */
struct order_blocks {
    int64_t units; /* of a block */
    int count;
    int64_t *sums; /* ORDER_BLOCKS of them; NULL: none yet */
};

/* Zero-initialise and set `cycle`, 1 or more; order_test_free() at the end. */
struct order_test {
    int64_t cycle; /* units after which their kinds repeat, if they are of different kinds */
    struct order_blocks all, early[ORDER_EARLY];
    int early_count;
    int64_t open, open_units; /* of the last block, which is not complete */
};

/* Adds the next unit. Sums of any consecutive units must fit into 53 bits. Aborts when out of
 * memory. */
void order_test_add(struct order_test *test, int64_t value);
void order_test_free(struct order_test *test);

/* Consecutive units, from <= unit < to, counted from 0. */
struct order_stretch {
    int64_t from, to;
    double mean; /* of their values */
};

struct order_result {
    double p;      /* adjusted; NaN without spread or with fewer than ORDER_LEAST blocks */
    int64_t units; /* tested, from the first on: complete blocks */
    int64_t
        length;   /* units of the stretches whose sums vary too much; for a trend, of the longest */
    double ratio; /* of the variance of their sums to what it would be for independent blocks */
    /* Of these stretches, or of the two parts before and after the largest departure: those with
     * the lowest and the highest mean. */
    struct order_stretch lowest, highest;
};

/* Takes a millisecond, where something is found up to half a second. Ends the process when out of
 * memory. */
struct order_result order_test_result(const struct order_test *test);

#endif
