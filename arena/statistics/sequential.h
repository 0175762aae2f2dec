/* arena/statistics/sequential.h - a sequential test on the mean of per-unit differences: the
 * generalised sequential probability ratio test (GSPRT), with the spread estimated from the data.
 *
 * The likelihood ratio of two normal means whose common variance is unknown and maximised in both
 * hypotheses depends on the number of units, their mean m and their standard deviation s (1/n) only:
 *
 *     points      LLR = n/2 ln[(s^2 + (m-h0)^2) / (s^2 + (m-h1)^2)]   h0, h1 in points a unit
 *     normalised  LLR = n/2 ln[(1 + (t-h0)^2) / (1 + (t-h1)^2)]       t = m/s, h0, h1 in deviations
 *
 * It is compared with Wald's bounds. Looking only at fixed blocks of the contiguous prefix of units,
 * from a minimum on, keeps the error rates near alpha and beta also for differences that are mostly
 * zero (simulated in tests/test_statistics.c); units in the order in which they happen to finish
 * would not. */
#ifndef ARENA_STATISTICS_SEQUENTIAL_H
#define ARENA_STATISTICS_SEQUENTIAL_H

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

/* The log-likelihood ratio of `units` differences; `deviation` with 1/n. Without any spread it is
 * that of the limit: -infinity, 0 or +infinity for points. For normalised, t is then 0 when the mean
 * is 0, and +-infinity (LLR 0, by the limit) otherwise. */
double test_llr(const struct test_plan *plan, int64_t units, double mean, double deviation);

/* Where an LLR lies between the bounds. */
enum verdict test_judge(const struct test_plan *plan, double llr);

/* Is the test looked at after so many units? `last`: no more will come. `deviation` is that of the
 * units: while it is zero there is no spread to judge by, and only the end counts. */
bool test_due(const struct test_plan *plan, int64_t units, double deviation, bool last);

/* About how many units a test takes when the true mean and deviation are these (Wald's
 * approximation for normal increments, without overshoot); infinite never occurs. */
double test_expected_units(const struct test_plan *plan, double mean, double deviation);

#endif
