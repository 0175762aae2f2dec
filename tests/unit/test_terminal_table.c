// SPDX-License-Identifier: MIT
/* tests/unit/test_terminal_table.c - tables that fit are printed as they are, others a row at a
 * time. */
#include <stdlib.h>
#include <string.h>

#include "arena/base/terminal_table.h"
#include "tests/unit/engine_helpers.h"
#include "tests/unit/unit_test.h"

static char *printed(const char *text, int width)
{
    char *shown = NULL;
    size_t size;
    FILE *to = open_memstream(&shown, &size);

    print_table_lines(text, width, to);
    fclose(to);
    return shown;
}

static void expect_printed(const char *text, int width, const char *want)
{
    char *shown = printed(text, width);

    assert_string_equal(shown, want);
    free(shown);
}

static const char table[] = "\n"
                            "bot     \v   games\v  won\n"
                            "anna    \v      12\v  3.5\n"
                            "Jörg B. \v    1000\v     \n",
                  without_marks[] = "\n"
                                    "bot        games  won\n"
                                    "anna          12  3.5\n"
                                    "Jörg B.     1000     \n";

TEST(tables_that_fit_stay)
{
    static const int widths[] = {0, 21, 22, 80}; /* 0: no limit */
    for (size_t i = 0; i < sizeof widths / sizeof *widths; i++)
        expect_printed(table, widths[i], without_marks);
    expect_printed("", 10, "");
    expect_printed("\n", 10, "\n");
    expect_printed("only a head that is long\n", 80, "only a head that is long\n");
}

/* A cell without text has no line; letters of several bytes take one column. */
TEST(others_are_printed_row_by_row)
{
    static const char want[] = "\n"
                               "bot anna\n"
                               "  games  12\n"
                               "  won    3.5\n"
                               "bot Jörg B.\n"
                               "  games  1000\n";
    expect_printed(table, 20, want);
    expect_printed(table, 1, want);
}

/* Colours take no room. */
TEST(marks_separate_columns)
{
    static const char text[] = "rule set\v  as declarer\n"
                               "isko    \v  \033[32m+1.5\033[0m  (0.5)\n";
    expect_printed(text, 21,
                   "rule set  as declarer\n"
                   "isko      \033[32m+1.5\033[0m  (0.5)\n");
    expect_printed(text, 20, "rule set isko\n  as declarer  \033[32m+1.5\033[0m  (0.5)\n");
}

/* A long name leaves one space between two columns, or none; cells and heads may be missing. */
TEST(crowded_columns_are_told_apart)
{
    static const char long_name[] = "bot   \v games\v  won\n"
                                    "a long name\v     1\v  2\n",
                      no_heads[] = "kind\v  p50\n"
                                   "card\v  1.0\v  2.0\n"
                                   "game\n"
                                   "\v  3.0\n";
    expect_printed(long_name, 10, "bot a long name\n  games  1\n  won    2\n");
    expect_printed(no_heads, 10,
                   "kind card\n  p50  1.0\n       2.0\n"
                   "kind game\n"
                   "  p50  3.0\n");
}

/* Whatever a table holds, each of its cells is printed, in order, and none but these. */
TEST(no_cell_is_lost)
{
    enum { ROWS = 6, COLUMNS = 5, CELL = 14 };
    uint64_t seed = 11;
    for (int round = 0; round < 500; round++) {
        char text[ROWS * COLUMNS * (CELL + 1) + ROWS + 1] = "", want[4096] = "", cell[CELL + 1];
        for (int row = 0; row < ROWS; row++, strcat(text, "\n"))
            for (int column = 0; column < COLUMNS; column++) {
                const int length = 1 + (int)(test_random(&seed) % 9);
                const char letter = (char)('a' + test_random(&seed) % 26);
                memset(cell, ' ', CELL);
                memset(cell, letter, (size_t)length);
                cell[CELL] = '\0';
                strcat(strcat(text, column ? "\v" : ""), cell);
                if (row)
                    sprintf(want + strlen(want), "%.*s\n", length, cell);
            }
        char *shown = printed(text, 30), *end;
        const char *line = shown;
        for (char *next = strtok_r(want, "\n", &end); next; next = strtok_r(NULL, "\n", &end)) {
            const size_t length = strcspn(line, "\n"), cell_length = strlen(next);
            assert_true(length > cell_length);
            assert_memory_equal(line + length - cell_length, next, cell_length);
            assert_int_equal(line[length - cell_length - 1], ' ');
            line += length + 1;
        }
        assert_int_equal(*line, '\0');
        free(shown);
    }
}
