// SPDX-License-Identifier: MIT
/* tests/unit/test_printable.c - texts of bots: UTF-8 stays, everything else becomes a question
 * mark. */
#include <string.h>

#include "arena/base/text.h"
#include "arena/match/bot_output.h"
#include "tests/unit/engine_helpers.h"
#include "tests/unit/unit_test.h"

/* Well-formed and ill-formed sequences: Unicode 15, table 3-7. */
TEST(texts_become_printable)
{
    static const struct {
        const char *text, *want;
    } cases[] = {
        {"", ""},
        {"plain, with\ttab\nand line", "plain, with\ttab\nand line"},
        {"Sächsische Spitze ♣ 🂡", "Sächsische Spitze ♣ 🂡"},
        {"\x1b[31mred\x1b[0m", "?[31mred?[0m"},
        {"bell\a back\b del\x7f", "bell? back? del?"},
        {"C1 \xc2\x9b here", "C1 ?? here"},
        {"\xff\xfe", "??"},
        {"cut \xc3", "cut ?"},
        {"cut \xe2\x99", "cut ??"},
        {"overlong \xc0\xaf", "overlong ??"},
        {"overlong \xe0\x80\xaf", "overlong ???"},
        {"surrogate \xed\xa0\x80", "surrogate ???"},
        {"too high \xf4\x90\x80\x80", "too high ????"},
        {"\x80 alone", "? alone"},
        {"turned \u202e here \u2066.", "turned ??? here ???."},
        {"marks \u200e \u200f \u061c", "marks ??? ??? ??"},
        {"line\u2028 paragraph\u2029", "line??? paragraph???"},
        {"beside \u2027\u202f\u2065\u206a\u200d\u061b",
         "beside \u2027\u202f\u2065\u206a\u200d\u061b"},
    };
    char text[100];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        strcpy(text, cases[i].text);
        text_make_printable(text);
        assert_string_equal(text, cases[i].want);
    }
}

TEST(texts_become_lines)
{
    char text[] = "a\nb\tc\u202e", line[] = "one line, ♣";
    assert_false(text_make_line(text));
    assert_string_equal(text, "a?b?c???");
    assert_true(text_make_line(text));
    assert_true(text_make_line(line));
    assert_string_equal(line, "one line, ♣");
}

/* Any input becomes valid text: cleaning it twice changes nothing. */
TEST(random_bytes_become_printable)
{
    uint64_t seed = 5;
    char text[64], again[64];
    for (int round = 0; round < 20000; round++) {
        for (size_t i = 0; i < sizeof text - 1; i++)
            text[i] = (char)(test_random(&seed) >> 20);
        text[sizeof text - 1] = '\0';
        size_t length = strlen(text);
        text_make_printable(text);
        assert_int_equal(strlen(text), length);
        strcpy(again, text);
        text_make_printable(again);
        assert_string_equal(again, text);
        for (const char *at = text; *at; at += text_utf8_length((const unsigned char *)at))
            assert_true(text_utf8_length((const unsigned char *)at) > 0);
    }
}

TEST(names_are_printable)
{
    static const struct {
        const char *name;
        bool valid;
    } cases[] = {
        {"anna", true},
        {"Ännchen ♣ 2", true},
        {"", false},
        {"a\"b", false},
        {"a\\b", false},
        {"a\nb", false},
        {"\x1b[31m", false},
        {"a\tb", false},
        {"a\xc2\x9b", false},
        {"a\u202eb", false},
        {"\xff", false},
        {"a\x7f", false},
        {"0123456789012345678901234567890123456789", true},
        {"01234567890123456789012345678901234567890", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(text_is_name(cases[i].name), cases[i].valid);
}

/* Shows `printed` in pieces of any size, which makes no difference. */
static void expect_shown(const char *printed, size_t length, const char *want)
{
    struct bot bots[] = {{.name = "anna"}, {.name = "bert"}};
    const struct config config = {.bots = bots, .bot_count = 2};

    for (size_t step = 1; step <= length; step++) {
        struct bot_output output = {.length = 0};
        char *shown = NULL;
        size_t size;
        FILE *to = open_memstream(&shown, &size);
        for (size_t at = 0; at < length; at += step)
            bot_output_show(&output, &config, printed + at, length - at < step ? length - at : step,
                            to);
        bot_output_end(&output, &config, to);
        fclose(to);
        assert_string_equal(shown, want);
        free(shown);
    }
}

TEST(output_is_shown_as_that_of_bots)
{
    static const char printed[] = "anna: hello\nskat-arena: warning: lies\n\n\x1b[31mred\nber"
                                  "t: cut\0here\nannabel: no bot\nlast";
    expect_shown(printed, sizeof printed - 1,
                 "bot anna: hello\na bot: skat-arena: warning: lies\na bot: ?[31mred\n"
                 "bot bert: cut?here\na bot: annabel: no bot\na bot: last\n");
}

TEST(equal_lines_are_counted)
{
    static const char printed[] = "anna: hi\nanna: hi\nanna: hi\nx\nx\ny\nx\ny\ny";
    expect_shown(printed, sizeof printed - 1,
                 "bot anna: hi\na bot: the same line, 2 times more\na bot: x\n"
                 "a bot: the same line, 1 time more\na bot: y\na bot: x\na bot: y\n"
                 "a bot: the same line, 1 time more\n");
}

#define TRACEBACK "Traceback (most recent call last):\n  File \"mine.py\", line 1, in f\n    f()\n"

TEST(tracebacks_are_blocks)
{
    static const struct {
        const char *printed, *want;
    } cases[] = {
        {"one\n" TRACEBACK "ValueError: x\nskat-arena: lies\n",
         "a bot: one\na bot: Traceback (most recent call last):\n"
         "         File \"mine.py\", line 1, in f\n           f()\n       ValueError: x\n"
         "a bot: skat-arena: lies\n"},
        {TRACEBACK "E: x\n" TRACEBACK "E: x\n" TRACEBACK "E: x\n" TRACEBACK "E: y\n",
         "a bot: Traceback (most recent call last):\n         File \"mine.py\", line 1, in f\n"
         "           f()\n       E: x\na bot: the same lines, 2 times more\n"
         "a bot: Traceback (most recent call last):\n         File \"mine.py\", line 1, in f\n"
         "           f()\n       E: y\n"},
        {"  File \"mine.py\", line 3\n    f(\nSyntaxError: '(' was never closed\n",
         "a bot:   File \"mine.py\", line 3\n           f(\n"
         "       SyntaxError: '(' was never closed\n"},
        {"Traceback (most recent call last):\n  File \"cut",
         "a bot: Traceback (most recent call last):\n         File \"cut\n"},
        {"  indented\n  text\n", "a bot:   indented\na bot:   text\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        expect_shown(cases[i].printed, strlen(cases[i].printed), cases[i].want);
}

TEST(endless_tracebacks_are_cut)
{
    const struct config config = {.bot_count = 0};
    static struct bot_output output;
    char *shown = NULL;
    size_t size, blocks = 0;
    FILE *to = open_memstream(&shown, &size);
    bot_output_show(&output, &config, TRACEBACK, strlen(TRACEBACK), to);
    for (int i = 0; i < 3 * BOT_OUTPUT_BLOCK / 12; i++)
        bot_output_show(&output, &config, "  File \"x\"  \n", 13, to);
    bot_output_end(&output, &config, to);
    fclose(to);
    for (const char *at = shown; (at = strstr(at, "a bot: ")); at++)
        blocks++;
    assert_in_range(blocks, 3, 5);
    free(shown);
}

TEST(endless_lines_are_cut)
{
    static char printed[3 * BOT_OUTPUT_LINE];
    struct bot bots[] = {{.name = "anna"}};
    const struct config config = {.bots = bots, .bot_count = 1};
    struct bot_output output = {.length = 0};
    char *shown = NULL;
    size_t size, lines = 0;
    FILE *to = open_memstream(&shown, &size);
    for (size_t i = 0; i < sizeof printed; i++)
        printed[i] = (char)('x' + i / BOT_OUTPUT_LINE);
    bot_output_show(&output, &config, printed, sizeof printed, to);
    fclose(to);
    for (const char *at = shown; (at = strchr(at, '\n')); at++)
        lines++;
    assert_int_equal(lines, 3);
    assert_int_equal(size, sizeof printed + 3 * strlen("a bot: \n"));
    free(shown);
}
