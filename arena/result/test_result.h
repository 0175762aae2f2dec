// SPDX-License-Identifier: MIT
/* arena/result/test_result.h - the `test` of a summary: a sequential test (docs/formats.md). */
#ifndef ARENA_RESULT_TEST_RESULT_H
#define ARENA_RESULT_TEST_RESULT_H

#include "arena/result/estimates.h"

#define TEST_FAULTS_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                        \
    VALUE(OF, INT, only_a, ALWAYS, "deals in which only a failed")                                 \
    VALUE(OF, INT, only_b, ALWAYS, "deals in which only b failed")                                 \
    VALUE(OF, REAL, evidence, ALWAYS, "evidence that a fails more often")                          \
    VALUE(OF, FLAG, decided, ALWAYS, "whether faults ended the run")
FIELDS_STRUCT(test_faults, TEST_FAULTS_FIELDS);

/* The difference by a confidence sequence (arena/stats/confidence_sequence.h). */
#define ANYTIME_ESTIMATE_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                   \
    NESTED(OF, EMBEDDED, estimate, difference, ALWAYS,                                             \
           "the mean of the units, with an interval that holds whenever play stops")               \
    VALUE(OF, EXACT, alpha_low, ALWAYS,                                                            \
          "chance, at most, that the true difference lies below the interval")                     \
    VALUE(OF, EXACT, alpha_high, ALWAYS, "chance, at most, that it lies above it")                 \
    VALUE(OF, REAL, p, ALWAYS,                                                                     \
          "chance, at most, of so much evidence at any time if the two are equal")                 \
    VALUE(OF, REAL, lowest, ALWAYS, "lowest difference of a unit")                                 \
    VALUE(OF, REAL, highest, ALWAYS, "highest difference of a unit")                               \
    VALUE(                                                                                         \
        OF, INT_OR_NULL, least_above, ALWAYS,                                                      \
        "units that it takes to show that the difference lies above -margin, if no unit differs")
FIELDS_STRUCT(anytime_estimate, ANYTIME_ESTIMATE_FIELDS);

#define TEST_RESULT_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                        \
    VALUE(OF, TEXT, model, ALWAYS, "how h0 and h1 are given: points, normalised")                  \
    VALUE(OF, EXACT, h0, ALWAYS,                                                                   \
          "the test rejects if this hypothesis explains the difference better")                    \
    VALUE(OF, EXACT, h1, ALWAYS, "the test accepts if this one does")                              \
    VALUE(OF, EXACT, alpha, ALWAYS, "chance of accepting under h0")                                \
    VALUE(OF, EXACT, beta, ALWAYS, "chance of rejecting under h1")                                 \
    VALUE(OF, INT, min_units, ALWAYS, "units before which there is no verdict")                    \
    VALUE(OF, INT, block, ALWAYS, "units between two evaluations")                                 \
    VALUE(OF, EXACT, faults_alpha, IF_ANY,                                                         \
          "alpha of the test on faults; missing if faults do not end the run")                     \
    VALUE(OF, INT, units, ALWAYS, "units that were judged")                                        \
    VALUE(OF, REAL, mean, ALWAYS, "their mean, in points a deal")                                  \
    VALUE(OF, REAL, deviation, ALWAYS, "their standard deviation (dividing by n)")                 \
    VALUE(OF, REAL, llr, ALWAYS, "log-likelihood ratio")                                           \
    VALUE(OF, REAL, lower, ALWAYS, "llr at or below which the test rejects")                       \
    VALUE(OF, REAL, upper, ALWAYS, "llr at or above which the test accepts")                       \
    VALUE(OF, REAL, skewness, ALWAYS, "skewness of the units' differences")                        \
    VALUE(OF, INT, least_units, ALWAYS, "units before which the llr gives no verdict")             \
    NESTED(OF, STRUCT, test_faults, faults, ALWAYS, "deals in which just one failed")              \
    VALUE(OF, TEXT, verdict, ALWAYS, "accept, reject, undecided")                                  \
    VALUE(OF, FLAG, over, ALWAYS,                                                                  \
          "whether no further unit can decide it: all stakes are lost (confidence_sequence.h)")    \
    VALUE(                                                                                         \
        OF, EXACT, margin, IF_ANY,                                                                 \
        "the test decides whether the difference lies above -margin; missing if the llr decides")  \
    NESTED(OF, OPTIONAL, anytime_estimate, anytime, ALWAYS,                                        \
           "interval that is valid whenever play stops")
FIELDS_STRUCT(test_result, TEST_RESULT_FIELDS);

#endif
