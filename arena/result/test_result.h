// SPDX-License-Identifier: MIT
/* arena/result/test_result.h - the `test` of a summary: a sequential test (docs/formats.md). */
#ifndef ARENA_RESULT_TEST_RESULT_H
#define ARENA_RESULT_TEST_RESULT_H

#include "arena/result/estimates.h"

#define TEST_FAULTS_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                        \
    VALUE(OF, INT, only_a, ALWAYS, "1.0", "deals in which only a failed")                          \
    VALUE(OF, INT, only_b, ALWAYS, "1.0", "deals in which only b failed")                          \
    VALUE(OF, REAL, evidence, ALWAYS, "1.0", "evidence that a fails more often")                   \
    VALUE(OF, FLAG, decided, ALWAYS, "1.0", "whether faults ended the run")
FIELDS_STRUCT(test_faults, TEST_FAULTS_FIELDS);

/* The difference by a confidence sequence (arena/stats/confidence_sequence.h). */
#define ANYTIME_ESTIMATE_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                   \
    NESTED(OF, EMBEDDED, estimate, difference, ALWAYS, "1.1",                                      \
           "the mean of the units, with an interval that holds whenever play stops")               \
    VALUE(OF, EXACT, alpha_low, ALWAYS, "1.1",                                                     \
          "chance, at most, that the true difference lies below the interval")                     \
    VALUE(OF, EXACT, alpha_high, ALWAYS, "1.1", "chance, at most, that it lies above it")          \
    VALUE(OF, REAL, p, ALWAYS, "1.1",                                                              \
          "chance, at most, of so much evidence at any time if the two are equal")                 \
    VALUE(OF, REAL, lowest, ALWAYS, "1.1",                                                         \
          "lowest difference of a unit; if it is below -largest, there is no interval")            \
    VALUE(OF, REAL, highest, ALWAYS, "1.1",                                                        \
          "highest difference of a unit; if it is above largest, there is no interval, either")    \
    VALUE(                                                                                         \
        OF, INT_OR_NULL, least_above, ALWAYS, "1.1",                                               \
        "units that it takes to show that the difference lies above -margin, if no unit differs")
FIELDS_STRUCT(anytime_estimate, ANYTIME_ESTIMATE_FIELDS);

#define TEST_RESULT_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                        \
    VALUE(OF, TEXT, model, ALWAYS, "1.0", "how h0 and h1 are given: points, normalised")           \
    VALUE(OF, EXACT, h0, ALWAYS, "1.0",                                                            \
          "the test rejects if this hypothesis explains the difference better")                    \
    VALUE(OF, EXACT, h1, ALWAYS, "1.0", "the test accepts if this one does")                       \
    VALUE(OF, EXACT, alpha, ALWAYS, "1.0", "chance of accepting under h0")                         \
    VALUE(OF, EXACT, beta, ALWAYS, "1.0", "chance of rejecting under h1")                          \
    VALUE(OF, INT, min_units, ALWAYS, "1.0", "units before which there is no verdict")             \
    VALUE(OF, INT, block, ALWAYS, "1.0", "units between two evaluations")                          \
    VALUE(OF, EXACT, faults_alpha, LATER, "1.0", "alpha of the test on faults")                    \
    VALUE(OF, INT, units, ALWAYS, "1.0", "units that were judged")                                 \
    VALUE(OF, REAL, mean, ALWAYS, "1.0", "their mean, in points a deal")                           \
    VALUE(OF, REAL, deviation, ALWAYS, "1.0", "their standard deviation (dividing by n)")          \
    VALUE(OF, REAL, llr, ALWAYS, "1.0", "log-likelihood ratio")                                    \
    VALUE(OF, REAL, lower, ALWAYS, "1.0", "llr at or below which the test rejects")                \
    VALUE(OF, REAL, upper, ALWAYS, "1.0", "llr at or above which the test accepts")                \
    VALUE(OF, REAL, skewness, ALWAYS, "1.0", "skewness of the units' differences")                 \
    VALUE(OF, REAL, largest, ALWAYS, "1.0",                                                        \
          "the largest difference of a unit that counts as possible")                              \
    VALUE(OF, INT, least_units, ALWAYS, "1.0", "units before which the llr gives no verdict")      \
    NESTED(OF, STRUCT, estimate, estimate, ALWAYS, "1.0", "the difference after the stop")         \
    NESTED(OF, STRUCT, test_faults, faults, ALWAYS, "1.0", "deals in which just one failed")       \
    VALUE(OF, TEXT, verdict, ALWAYS, "1.0", "accept, reject, undecided")                           \
    VALUE(                                                                                         \
        OF, EXACT, margin, LATER, "1.1",                                                           \
        "the test decides whether the difference lies above -margin; missing if the llr decides")  \
    NESTED(OF, OPTIONAL, anytime_estimate, anytime, LATER, "1.1",                                  \
           "interval that is valid whenever play stops")
FIELDS_STRUCT(test_result, TEST_RESULT_FIELDS);

#endif
