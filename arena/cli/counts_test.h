// SPDX-License-Identifier: MIT
/* arena/cli/counts_test.h - `plan --counts`: the sequential test as a calculator, without games. */
#ifndef ARENA_CLI_COUNTS_TEST_H
#define ARENA_CLI_COUNTS_TEST_H

#include "arena/base/errors.h"
#include "arena/config/comparison_plan.h"
#include "arena/show/table.h"

/* Prints what the test says of the differences "DIFFERENCE:COUNT", where a hand that is thrown away
 * costs `hand`, 0 or more. Returns the exit code of its
 * verdict, or EXIT_USAGE with errors. */
int counts_test_print(const struct test_plan *plan, double hand, const char *const *words,
                      int count, enum table_format format, struct errors *errors);

#endif
