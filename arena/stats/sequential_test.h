/* arena/stats/sequential_test.h - a sequential test on the mean of per-unit differences: the
 * generalised sequential probability ratio test (GSPRT), with the spread estimated from the data.
 *
 * The likelihood ratio of two normal means, with the common variance unknown and maximised under
 * either, depends on the number of units, their mean m and their deviation s (1/n) only:
 *
 *     points      LLR = n/2 ln[(s^2 + (m-h0)^2) / (s^2 + (m-h1)^2)]   h0, h1 in points a unit
 *     normalised  LLR = n/2 ln[(1 + (t-h0)^2) / (1 + (t-h1)^2)]       t = m/s, h0, h1 in deviations
 *
 * As a function of m, these are not monotonic: the further the mean is from both hypotheses, the
 * less it says about which is nearer, because under either hypothesis the distribution must then be
 * very wide. But 100 points worse should not be less clearly worse than 20. So m is limited to
 * where the ratio is largest and smallest, (h0+h1)/2 +- sqrt(s^2 + (h1-h0)^2/4), and the LLR never
 * falls when the mean rises (h0 < h1). Error rates do not change: near either hypothesis the limit
 * is about n standard errors away.
 *
 * Normalised is points with hypotheses h0 s and h1 s. It is not quite the likelihood ratio for
 * given m/s: terms of the fourth order in t, h0 and h1 are omitted.
 *
 * The LLR is compared with Wald's bounds only after fixed blocks of the contiguous prefix of units
 * (the order in which units finish would bias it), and only from a minimum on: before the rare
 * large differences occur, mean and deviation are both wrong. The minimum that keeps the error
 * rates near alpha and beta depends on the skewness g of the differences. In simulations with alpha
 * = beta = 0.05, 97 % zeros, blocks of 100 and h1 - h0 of 0.01 to 0.05 deviations, the largest
 * error rate was
 *
 *     |g|   min_units: 500     50 g^2           100 g^2
 *       3              0.054   -                0.054 (800)
 *       6              0.10    0.07  (1,900)    0.07 (3,800)
 *      13              0.21    0.07  (8,200)    0.06 (16,300)
 *      21              0.43    0.08 (22,700)    0.05 (45,300)
 *
 * The larger of 50 g^2 and test_expected_units() at h0 kept all of them at 0.051 or below.
 * (tests/unit/test_statistics.c simulates a part of this.) The normalised model also has a bias
 * that no number of units removes if the true t is not near 0: the variance of the measured t is
 * about (1 - g t)/n, but the model assumes 1/n. */
#ifndef ARENA_STATS_SEQUENTIAL_TEST_H
#define ARENA_STATS_SEQUENTIAL_TEST_H

#include <stdbool.h>
#include <stdint.h>

enum test_model { TEST_POINTS, TEST_NORMALISED };
extern const char *const test_model_names[2]; /* "points", "normalised" */

struct test_plan {
    enum test_model model;
    double h0, h1;      /* different; accepting is accepting h1 */
    double alpha, beta; /* chance of accepting under h0, of rejecting under h1; 0 < each < 0.5 */
    int64_t min_units;  /* no verdict before; >= 2 */
    int64_t block;      /* units between looks, >= 1 */
};

enum verdict { VERDICT_UNDECIDED, VERDICT_ACCEPT, VERDICT_REJECT };
extern const char *const verdict_names[3]; /* "undecided", "accept", "reject" */

/* ln(beta/(1-alpha)), and ln((1-beta)/alpha). */
double test_lower(const struct test_plan *plan);
double test_upper(const struct test_plan *plan);

/* The log-likelihood ratio of `units` differences; `deviation` with 1/n. Without spread it is the
 * limit: for points n ln(|m-h0| / |m-h1|) between the hypotheses and infinite from h0 (-) and h1
 * (+) on; for normalised, t is 0 if the mean is 0, and otherwise infinite and limited as above. */
double test_llr(const struct test_plan *plan, int64_t units, double mean, double deviation);

/* The verdict for an LLR: compares it with the bounds. */
enum verdict test_judge(const struct test_plan *plan, double llr);

/* Whether the test is evaluated after this number of units: never before min_units, then at
 * multiples of `block` and at the end (`last`: no more units follow). `deviation` is that of the
 * units; while it is zero, the test is evaluated only at the end. */
bool test_due(const struct test_plan *plan, int64_t units, double deviation, bool last);

/* The smallest min_units that keeps the error rates near alpha and beta for differences of this
 * skewness, by the table above: 50 times its square. */
double test_units_for_skewness(double skewness);

/* The expected number of units of a test with this true mean and deviation: Wald's approximation
 * for normal increments, without overshoot, and at least min_units. Always finite. */
double test_expected_units(const struct test_plan *plan, double mean, double deviation);

#endif
