// SPDX-License-Identifier: MIT
/* tests/unit/test_progress.c - a line of progress has whole parts, as many as fit. */
#include <string.h>

#include "arena/base/progress.h"
#include "tests/unit/engine_helpers.h"
#include "tests/unit/unit_test.h"

TEST(whole_parts_are_joined)
{
    static const char *const parts[] = {"+0.31 (-0.2 to +0.8)", "", "10 of 20 games",
                                        "0:00:03 left"};
    static const struct {
        int width;
        size_t size;
        const char *want;
    } cases[] = {
        {0, 100, "+0.31 (-0.2 to +0.8), 10 of 20 games, 0:00:03 left"},
        {-1, 100, "+0.31 (-0.2 to +0.8), 10 of 20 games, 0:00:03 left"},
        {50, 100, "+0.31 (-0.2 to +0.8), 10 of 20 games, 0:00:03 left"},
        {49, 100, "+0.31 (-0.2 to +0.8), 10 of 20 games"},
        {36, 100, "+0.31 (-0.2 to +0.8), 10 of 20 games"},
        {35, 100, "+0.31 (-0.2 to +0.8)"},
        {20, 100, "+0.31 (-0.2 to +0.8)"},
        {6, 100, "+0.31 "},
        {0, 51, "+0.31 (-0.2 to +0.8), 10 of 20 games, 0:00:03 left"},
        {0, 50, "+0.31 (-0.2 to +0.8), 10 of 20 games"},
    };
    char line[100];

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        memset(line, '#', sizeof line);
        progress_join(parts, COUNT_OF(parts), cases[i].width, line, cases[i].size);
        assert_string_equal(line, cases[i].want);
    }
}

/* An umlaut has two bytes and one column, and is never cut in two. */
TEST(columns_are_characters)
{
    static const char *const parts[] = {"ääää", "öö"};
    char line[40];

    assert_string_equal(progress_join(parts, 2, 8, line, sizeof line), "ääää, öö");
    assert_string_equal(progress_join(parts, 2, 7, line, sizeof line), "ääää");
    assert_string_equal(progress_join(parts, 2, 3, line, sizeof line), "äää");
}

TEST(nothing_is_a_line_too)
{
    static const char *const parts[] = {"", ""};
    char line[4] = "###";

    assert_string_equal(progress_join(parts, 2, 80, line, sizeof line), "");
}
