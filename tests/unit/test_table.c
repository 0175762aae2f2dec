// SPDX-License-Identifier: MIT
/* tests/unit/test_table.c - fields of a row as texts, and tables made of columns at every width. */
#include <stdlib.h>
#include <string.h>

#include "arena/show/field_text.h"
#include "arena/show/table.h"
#include "tests/unit/unit_test.h"

static const char row_text[] =
    "{\"bot\": \"steady\", \"won\": 61, \"games\": 100, \"none\": 0, \"null\": null, \"p\": "
    "0.03124,"
    " \"tiny\": 0.00001, \"bound\": 0.0123456, \"seconds\": 7260, \"key\": \"passed_in\","
    " \"list\": [\"one\", \"two\"], \"object\": {\"caution\": 52, \"hand\": 3},"
    " \"effect\": {\"mean\": 0.5, \"low\": 0.004, \"high\": 0.996}, \"level\": {\"mean\": 213.71,"
    " \"low\": 204.6, \"high\": 222.8}, \"alike\": {\"mean\": 0, \"low\": 0, \"high\": 0},"
    " \"eighth\": -0.125, \"half\": 0.5, \"below\": 2.675, \"ends\": {\"low\": -1, \"high\": 4}, "
    "\"judged\": {\"p_adjusted\": 0.01}, \"measured_in\": "
    "\"share\", \"a.b\": 7,"
    " \"bad\": \"red\\u001b[31m\"}";

TEST(fields_are_printed_in_one_place)
{
    static const struct {
        const char *field, *want;
    } cases[] = {
        {"bot", "steady"},
        {"bad", "red?[31m"},
        {"a.b", "7"},
        {"list", "one; two"},
        {"object", "caution 52, hand 3"},
        {"object.hand", "3"},
        {"missing", ""},
        {"missing:2", "-"},
        {"null:+1", "-"},
        {"games:", "100"},
        {"won:+1", "+61.0"},
        {"eighth:+2", "-0.13"},
        {"half:+0", "+1"},
        {"below:+2", "+2.67"},
        {"none:+2", "0.00"},
        {"won/games:%1", "61.0%"},
        {"won/none:%1", "-"},
        {"level/36:1", "5.9 (5.7 to 6.2)"},
        {"level:~1", "213.7 +-9.1"},
        {"effect:+~1", "+0.5 +-0.5"},
        {"effect:+1", "+0.5 (0.0 to +1.0)"},
        {"effect:+!1", "+0.500 (+0.004 to +0.996)"},
        {"effect:+", "+0.50 (0.00 to +1.00)"},
        {"ends:+2", "-1.00 to +4.00"},
        {"effect:m", " *"},
        {"effect:+u", "+50.00 (+0.40 to +99.60)"},
        {"alike:+2", "0.00"},
        {"p:p", "0.0312"},
        {"tiny:p", "<0.0001"},
        {"bound:g", "0.0123"},
        {"bound:%g", "1.23%"},
        {"seconds:t", "2.0 h"},
        {"key:w", "passed in"},
        {"{games} game{games:s}, {won}", "100 games, 61"},
        {"{bot}[, {none} more][, {won} won]", "steady, 61 won"},
        {"[{bot:?}a {none}][{missing:?}b][{!missing:?}c]", "a 0c"},
    };
    cJSON *row = cJSON_Parse(row_text);

    assert_non_null(row);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *text = field_text(row, cases[i].field);
        if (strcmp(text, cases[i].want) != 0)
            fail_msg("%s: got \"%s\", want \"%s\"", cases[i].field, text, cases[i].want);
        free(text);
    }
    cJSON_Delete(row);
}

static const char rows_text[] =
    "[{\"bot\": \"steady\", \"seats\": 720, \"effect\": {\"mean\": 1.5, \"low\": -0.25, \"high\": "
    "3.25},"
    " \"more\": 0}, {\"bot\": \"a | b\", \"seats\": 36, \"effect\": {\"mean\": -12, \"low\": -12, "
    "\"high\": -12}, \"note\": \"=1\"}]";

static const struct column columns[] = {
    COLUMN("bot", "bot"),
    COLUMN("seats", "seats:", .leave = 1),
    COLUMN("effect (95 % interval)", "effect:+2", .csv = "effect,low,high=effect"),
    COLUMN("more", "more:", .presence = IF_ANY),
    COLUMN("", NULL, .csv = "note"),
};

static const char wide[] = "bot     seats  effect (95 % interval)\n"
                           "steady    720   +1.50 (-0.25 to +3.25)\n"
                           "a | b      36  -12.00\n";
static const char narrow[] = "bot     effect (95 % interval)\n"
                             "steady   +1.50 (-0.25 to +3.25)\n"
                             "a | b   -12.00\n";
static const char apart[] = "bot steady\n"
                            "  seats   720\n"
                            "  effect  +1.50 (-0.25 to +3.25)\n"
                            "bot a | b\n"
                            "  seats   36\n"
                            "  effect  -12.00\n";
static const char markdown[] = "| bot | seats | effect (95 % interval) |\n"
                               "| --- | ---: | ---: |\n"
                               "| steady | 720 | +1.50 (-0.25 to +3.25) |\n"
                               "| a \\| b | 36 | -12.00 |\n";
static const char csv[] = "bot,seats,effect,low,high,more,note\n"
                          "steady,720,1.5,-0.25,3.25,0,\n"
                          "a | b,36,-12,-12,-12,,'=1\n";

/* As text within `width` columns, or in a format. */
static void expect(enum table_format format, int width, const char *want)
{
    cJSON *rows = cJSON_Parse(rows_text);
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);

    assert_non_null(rows);
    assert_non_null(out);
    if (format == TABLE_TEXT)
        table_print_within(rows, COLUMNS(columns), width, out);
    else
        table_print(rows, COLUMNS(columns), format, out);
    fclose(out);
    assert_string_equal(text, want);
    free(text);
    cJSON_Delete(rows);
}

TEST(a_table_is_one_list_of_columns)
{
    expect(TABLE_TEXT, 0, wide);
    expect(TABLE_MD, 0, markdown);
    expect(TABLE_CSV, 0, csv);
}

TEST(columns_are_left_out_and_rows_printed_apart_where_it_is_narrow)
{
    expect(TABLE_TEXT, 38, wide);
    expect(TABLE_TEXT, 37, narrow);
    expect(TABLE_TEXT, 31, narrow);
    expect(TABLE_TEXT, 30, apart);
    expect(TABLE_TEXT, 1, apart);
}

static const struct column page_columns[] = {
    COLUMN("pair", "{a} - {b}"),
    COLUMN("mean (95 % interval)", "effect:+2"),
    COLUMN("decides", "judged:+2", .presence = IF_ANY, .page = true),
    COLUMN("seats", "seats:", .leave = 1),
    COLUMN("none", "none:", .presence = IF_ANY),
};

static const char page_rows[] =
    "[{\"a\": \"x\", \"b\": \"y\", \"seats\": 72000, \"effect\": {\"mean\": "
    "1.5, \"low\": -0.25, \"high\": 3.25}, \"judged\": {\"low\": -1, "
    "\"high\": 4}}]";

TEST(a_page_has_the_same_cells_and_columns_of_its_own)
{
    static const char want[] =
        "{\"pairs\":{\"caption\":\"points a deal (classic)\",\"notes\":[\"some miss\",\"a "
        "legend\"],\"columns\":[{\"title\":\"pair\",\"kind\":\"text\"},{\"title\":\"mean (95 % "
        "interval)\",\"kind\":\"num\"},{\"title\":\"decides\",\"kind\":\"num\"},{\"title\":"
        "\"seats\",\"kind\":\"num\"}],\"rows\":[[\"x - y\",\"+1.50 (-0.25 to +3.25)\",\"-1.00 to "
        "+4.00\",\"72000\"]]}}";
    static const char said[] = "points a deal ({scoring}); some miss";
    static const char printed[] = "\npoints a deal (classic); some miss\n"
                                  "pair    mean (95 % interval)   seats\n"
                                  "x - y  +1.50 (-0.25 to +3.25)  72000\n"
                                  "a legend\n";
    cJSON *rows = cJSON_Parse(page_rows), *about = cJSON_Parse("{\"scoring\": \"classic\"}"),
          *none = cJSON_CreateArray(), *page = cJSON_CreateObject();
    const struct table_sink to_page = {.page = page};
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    const struct table_sink to_file = {TABLE_TEXT, out, NULL};

    table_show(&to_page, "nothing", NULL, NULL, none, COLUMNS(page_columns));
    table_show(&to_page, "pairs", about, said, rows, COLUMNS(page_columns));
    table_note(&to_page, "pairs", "a legend");
    table_show(&to_file, "pairs", about, said, rows, COLUMNS(page_columns));
    table_note(&to_file, "pairs", "a legend");
    fclose(out);
    char *json = cJSON_PrintUnformatted(page);
    assert_string_equal(json, want);
    assert_string_equal(text, printed);
    free(json);
    free(text);
    cJSON_Delete(rows);
    cJSON_Delete(about);
    cJSON_Delete(none);
    cJSON_Delete(page);
}
