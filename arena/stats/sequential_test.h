// SPDX-License-Identifier: MIT
/* arena/stats/sequential_test.h - a sequential test on the mean of per-unit differences: the
 * generalised sequential probability ratio test (GSPRT) with empirical likelihoods.
 *
 * The likelihood of a mean is that of the likeliest distribution which has it, of all that lie
 * within the bounds of the sample (empirical_likelihood.h):
 *
 *     LLR = ln ratio(h1) - ln ratio(h0)     h0, h1 in points a unit, or deviations of the sample
 *
 * Where the mean is beyond both hypotheses this says little: 100 points worse may well come from
 * either of two that differ by half a point. Then the nearer one is replaced by all means beyond
 * it, whose likeliest is the observed mean, with ratio 1, and 5 are taken off for looking at it
 * often:
 *
 *     LLR >= - ln ratio(h0) - 5 if the mean is beyond h1;  LLR <= ln ratio(h1) + 5 if beyond h0
 *
 * The LLR is compared with Wald's bounds only after fixed blocks of the contiguous prefix of units
 * (the order in which units finish would bias it), and only from a minimum on.
 *
 * A likelihood by mean and deviation, as of normal values, is misled by rare large losses: before
 * the first of them occurs, both numbers are wrong. Here the bounds of the sample stand for what
 * has not occurred yet: with differences up to B points, nothing is accepted before about
 * ln((1-beta)/alpha) B / |h1 - h0| units, and no verdict rests on a handful of deals. In
 * simulations of 4,000 runs with alpha = beta = 0.05, h0 = -0.5, h1 = 0, B = 396, at least 500
 * units and blocks of 100: wrong accepts at h0 / wrong rejects at h1 and mean units, of this test
 * and of one by mean and deviation
 *
 *     differences                     this test                  by mean and deviation
 *     a tenth plays otherwise         0.001/0.001  3,099/3,087   0.047/0.028  1,274/1,232
 *     97 % zeros                      0.000/0.000  2,890/2,822   0.069/0.017    801/702
 *     a loss of 90 in 0.4 %           0.003/0.007  3,320/3,384   0.066/0.019  1,764/1,688
 *     a loss of 160 in 0.3 %          0.005/0.012  3,374/3,823   0.252/0.006  1,784/1,871
 *     a loss of 260 in 0.19 %         0.018/0.024  3,662/5,110   0.419/0.003  2,195/2,483
 *
 * The price is a minimum of units (here 2,400), not a longer test beyond it. Whoever knows that
 * large differences cannot occur sets B lower. tests/unit/test_sequential.c simulates this test
 * again.
 *
 * Beside it: a test whether one bot fails more often than another, and how long tests take. */
#ifndef ARENA_STATS_SEQUENTIAL_TEST_H
#define ARENA_STATS_SEQUENTIAL_TEST_H

#include <stdbool.h>
#include <stdint.h>

#include "arena/stats/confidence_sequence.h"
#include "arena/stats/empirical_likelihood.h"

enum test_model { TEST_POINTS, TEST_NORMALISED };
extern const char *const test_model_names[2]; /* "points", "normalised" */

struct test_plan {
    enum test_model model;
    double h0, h1;      /* different; accepting is accepting h1 */
    double alpha, beta; /* chance of accepting under h0, of rejecting under h1; 0 < each < 0.5 */
    int64_t min_units;  /* no verdict before; >= 2 */
    int64_t block;      /* units between looks, >= 1 */
    double faults;      /* alpha of a test on faults, which may end the run, too; 0: none */
    double margin;      /* > 0: not the LLR decides, but whether the mean is shown to lie above or
                           below -margin (confidence_sequence.h); 0: the LLR */
};

enum test_verdict { VERDICT_UNDECIDED, VERDICT_ACCEPT, VERDICT_REJECT };
extern const char *const verdict_names[3]; /* "undecided", "accept", "reject" */

/* ln(beta/(1-alpha)), and ln((1-beta)/alpha). */
double test_lower(const struct test_plan *plan);
double test_upper(const struct test_plan *plan);

/* The log-likelihood ratio of a sample in points a unit. With the normalised model and no spread it
 * is 0. */
double test_llr(const struct test_plan *plan, const struct counted_sample *sample);

/* The smallest number of units after which a test may decide at all if differences of up to
 * `largest` points are possible, rounded up to a look. */
int64_t test_least_units(const struct test_plan *plan, double largest, double deviation);

/* The confidence sequence that goes with a test: with a margin, each end may be wrong as often as
 * the verdict that it gives (alpha, beta), otherwise both together as often as all intervals here.
 * `scale` and `largest` are those of struct sequence_plan. */
struct sequence_plan test_sequence(const struct test_plan *plan, double scale, double largest);

/* The verdict for an LLR: compares it with the bounds. */
enum test_verdict test_judge(const struct test_plan *plan, double llr);

/* Whether the test is evaluated after this number of units: never before min_units, then at
 * multiples of `block` and at the end (`last`: no more units follow). `deviation` is that of the
 * units; while it is zero, a test without a margin is evaluated only at the end: its ratio is not
 * defined. */
bool test_due(const struct test_plan *plan, int64_t units, double deviation, bool last);

/* The expected number of units of a test with this true mean and deviation: Wald's approximation
 * for normal increments, without overshoot, and at least min_units. Always finite. */
double test_expected_units(const struct test_plan *plan, double mean, double deviation);

/* ---- does one bot fail more often than another? ----
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

/* The evidence from `first` and `second` deals in which only that one failed; 1 without any.
 * Possibly infinite. */
double fault_evidence(int64_t first, int64_t second);

/* ---- how long a test takes, by simulation with differences that were seen ---- */

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

/* The same of a test by likelihoods, in points; above: accepted. */
struct sequence_length test_length(const struct test_plan *plan,
                                   const struct counted_sample *sample, double mean, int64_t most);

#endif
