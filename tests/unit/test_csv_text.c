// SPDX-License-Identifier: MIT
/* tests/unit/test_csv_text.c - texts as fields of CSV: quoted where they must be, and no formulas.
 */
#include <stdio.h>
#include <stdlib.h>

#include "arena/base/csv_text.h"
#include "tests/unit/engine_helpers.h"
#include "tests/unit/unit_test.h"

TEST(texts_become_fields)
{
    static const struct {
        const char *text, *want;
    } cases[] = {
        {"", ""},           {"anna", "anna"},       {"a=b", "a=b"},
        {"a,b", "\"a,b\""}, {"a\"b", "\"a\"\"b\""}, {"a\nb", "\"a\nb\""},
        {"=1+1", "'=1+1"},  {"+1", "'+1"},          {"-1", "'-1"},
        {"@a", "'@a"},      {"\ta", "'\ta"},        {"=a,b", "\"'=a,b\""},
        {"'=1", "''=1"},    {"''-", "'''-"},        {"'quoted'", "'quoted'"},
        {"'", "'"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *field = NULL;
        size_t size;
        FILE *out = open_memstream(&field, &size);
        csv_print_text(cases[i].text, out);
        fclose(out);
        assert_string_equal(field, cases[i].want);
        free(field);
    }
}
