// SPDX-License-Identifier: MIT
/* arena/cli/counts_test.h - `plan --counts`: the sequential test as a calculator, without games. */
#ifndef ARENA_CLI_COUNTS_TEST_H
#define ARENA_CLI_COUNTS_TEST_H

#include "arena/base/errors.h"
#include "arena/config/comparison_plan.h"
#include "arena/show/row_table.h"

enum { COUNTS_MAX = 4096 };

/* What is tested, and the numbers of a sample whose differences are not given one by one. */
struct counts_test {
    struct test_plan plan;
    int64_t units;          /* 0: not given */
    double mean, deviation; /* dividing by n; NaN: not given */
};

/* Prints what the test says of the differences "DIFFERENCE:COUNT", or of the numbers. Returns the
 * exit code of its verdict, or EXIT_USAGE with errors. */
int counts_test_print(const struct counts_test *test, const char *const *words, int count,
                      enum table_format format, struct errors *errors);

#endif
