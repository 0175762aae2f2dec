// SPDX-License-Identifier: MIT
/* arena/result/test_result.h - the `test` of a summary: a sequential test (docs/formats.md). */
#ifndef ARENA_RESULT_TEST_RESULT_H
#define ARENA_RESULT_TEST_RESULT_H

#include "arena/result/estimates.h"

#define TEST_FAULTS_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                        \
    VALUE(OF, INT, only_a, ALWAYS, "1.0", "deals in which only a failed")                          \
    VALUE(OF, INT, only_b, ALWAYS, "1.0", "in which only b failed")                                \
    VALUE(OF, REAL, evidence, ALWAYS, "1.0", "that a fails more often")                            \
    VALUE(OF, FLAG, decided, ALWAYS, "1.0", "whether they ended the run")
FIELDS_STRUCT(test_faults, TEST_FAULTS_FIELDS);

/* The difference by a confidence sequence (arena/stats/confidence_sequence.h). */
#define ANYTIME_ESTIMATE_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                   \
    NESTED(OF, EMBEDDED, estimate, difference, ALWAYS, "1.1",                                      \
           "the mean of the units, with an interval that holds whenever play stops")               \
    VALUE(OF, EXACT, alpha_low, ALWAYS, "1.1", "chance, at most, that the truth lies below it")    \
    VALUE(OF, EXACT, alpha_high, ALWAYS, "1.1", "that it lies above it")                           \
    VALUE(OF, REAL, p, ALWAYS, "1.1",                                                              \
          "chance, at most, of so much evidence at any time if the two are equal")                 \
    VALUE(OF, REAL, lowest, ALWAYS, "1.1",                                                         \
          "lowest difference of a unit; below -largest there is no interval")                      \
    VALUE(OF, REAL, highest, ALWAYS, "1.1",                                                        \
          "highest difference of a unit; above largest there is none, either")                     \
    VALUE(OF, INT_OR_NULL, least_above, ALWAYS, "1.1",                                             \
          "units that it takes at least to show that the truth lies above -margin")
FIELDS_STRUCT(anytime_estimate, ANYTIME_ESTIMATE_FIELDS);

#define TEST_RESULT_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                        \
    VALUE(OF, TEXT, model, ALWAYS, "1.0", "what h0 and h1 are in: points, normalised")             \
    VALUE(OF, EXACT, h0, ALWAYS, "1.0", "the hypothesis that is rejected")                         \
    VALUE(OF, EXACT, h1, ALWAYS, "1.0", "that is accepted")                                        \
    VALUE(OF, EXACT, alpha, ALWAYS, "1.0", "chance of accepting under h0")                         \
    VALUE(OF, EXACT, beta, ALWAYS, "1.0", "of rejecting under h1")                                 \
    VALUE(OF, INT, min_units, ALWAYS, "1.0", "no verdict before")                                  \
    VALUE(OF, INT, block, ALWAYS, "1.0", "units between looks")                                    \
    VALUE(OF, EXACT, faults_alpha, LATER, "1.0", "of the test on faults")                          \
    VALUE(OF, INT, units, ALWAYS, "1.0", "judged")                                                 \
    VALUE(OF, REAL, mean, ALWAYS, "1.0", "of the units, points a deal")                            \
    VALUE(OF, REAL, deviation, ALWAYS, "1.0", "of the units (1/n)")                                \
    VALUE(OF, REAL, llr, ALWAYS, "1.0", "log-likelihood ratio")                                    \
    VALUE(OF, REAL, lower, ALWAYS, "1.0", "rejected at or below")                                  \
    VALUE(OF, REAL, upper, ALWAYS, "1.0", "accepted at or above")                                  \
    VALUE(OF, REAL, skewness, ALWAYS, "1.0", "of the units' differences")                          \
    VALUE(OF, REAL, largest, ALWAYS, "1.0", "difference of a unit that counts as possible")        \
    VALUE(OF, INT, least_units, ALWAYS, "1.0", "no verdict before")                                \
    NESTED(OF, STRUCT, estimate, estimate, ALWAYS, "1.0", "the difference after the stop")         \
    NESTED(OF, STRUCT, test_faults, faults, ALWAYS, "1.0", "deals in which just one failed")       \
    VALUE(OF, TEXT, verdict, ALWAYS, "1.0", "accept, reject, undecided")                           \
    VALUE(OF, EXACT, margin, LATER, "1.1",                                                         \
          "the test decides whether the difference lies above -margin; missing: by the llr")       \
    NESTED(OF, OPTIONAL, anytime_estimate, anytime, LATER, "1.1", "valid whenever play stops")
FIELDS_STRUCT(test_result, TEST_RESULT_FIELDS);

#endif
