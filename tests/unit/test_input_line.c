// SPDX-License-Identifier: MIT
/* tests/unit/test_input_line.c - lines of a bounded length, whatever a file contains. */
#include <stdlib.h>
#include <string.h>

#include "arena/base/input_line.h"
#include "tests/unit/engine_helpers.h"
#include "tests/unit/unit_test.h"

enum { LINES_MAX = 4 };

/* The lines that `bytes` have must be `wanted`, and the error after them `says`, or none. */
static void expect_lines(const char *bytes, size_t size, const char *const wanted[LINES_MAX],
                         const char *says)
{
    FILE *file = fmemopen((void *)(uintptr_t)bytes, size, "r");
    struct input_line line = {0};
    struct errors errors = {0};
    int count = 0;

    assert_non_null(file);
    for (; input_line_next(&line, file, "ids", &errors); count++) {
        assert_true(count < LINES_MAX && wanted[count]);
        assert_string_equal(line.text, wanted[count]);
        assert_int_equal(line.length, strlen(wanted[count]));
        assert_int_equal(line.number, count + 1);
    }
    assert_true(count == LINES_MAX || !wanted[count]);
    assert_int_equal(errors.count, says ? 1 : 0);
    if (says)
        assert_string_equal(errors.text, says);
    input_line_free(&line);
    errors_free(&errors);
    fclose(file);
}

TEST(lines_have_no_ends)
{
    static const char bytes[] = "one\n\r\n\ntwo\r", last[] = "\n";
    expect_lines(bytes, sizeof bytes - 1, (const char *const[LINES_MAX]){"one", "", "", "two"},
                 NULL);
    expect_lines(last, 1, (const char *const[LINES_MAX]){""}, NULL);
}

TEST(what_is_no_line_is_an_error)
{
    static const char zero[] = "one\nt\0wo\nthree\n";
    expect_lines(zero, sizeof zero - 1, (const char *const[LINES_MAX]){"one"},
                 "ids:2: the line contains a zero byte\n");
}

TEST(the_longest_line_is_read)
{
    char *bytes = malloc(INPUT_LINE_MAX + 2);
    memset(bytes, 'x', INPUT_LINE_MAX + 1);
    bytes[INPUT_LINE_MAX + 1] = '\0';
    expect_lines(bytes, INPUT_LINE_MAX + 1, (const char *const[LINES_MAX]){NULL},
                 "ids:1: the line has more than 1 MiB\n");
    bytes[INPUT_LINE_MAX] = '\0';
    expect_lines(bytes, INPUT_LINE_MAX, (const char *const[LINES_MAX]){bytes}, NULL);
    free(bytes);
}
