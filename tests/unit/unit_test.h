// SPDX-License-Identifier: MIT
/* tests/unit/unit_test.h - a unit test is TEST(what_it_shows) {...}: the program plays all that its
 * file has, in their order, with the assertions of cmocka. */
#ifndef SKAT_TESTS_UNIT_TEST_H
#define SKAT_TESTS_UNIT_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { UNIT_TESTS_MAX = 64 };
static struct CMUnitTest unit_tests[UNIT_TESTS_MAX];
static size_t unit_test_count;

/* A test between two functions that cmocka calls before and after it. */
#define TEST_BETWEEN(before, name, after)                                                          \
    static void name(void **state);                                                                \
    __attribute__((constructor)) static void note_##name(void)                                     \
    {                                                                                              \
        unit_tests[unit_test_count++] = (struct CMUnitTest){#name, name, before, after, NULL};     \
    }                                                                                              \
    static void name(void **state __attribute__((unused)))
#define TEST(name) TEST_BETWEEN(NULL, name, NULL)

int main(void)
{
    struct CMUnitTest tests[unit_test_count];

    for (size_t i = 0; i < unit_test_count; i++)
        tests[i] = unit_tests[i];
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#endif
