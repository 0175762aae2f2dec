// SPDX-License-Identifier: MIT
/* tests/unit/test_text.c - texts of bots, which become printable; fields of CSV, lines of files and
 * of progress. */
#include "arena/base/text.h"
#include "arena/record/action_text.h"
#include "arena/match/bot_output.h"
#include "arena/base/input_line.h"
#include "arena/base/terminal.h"
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

/* Zero bytes, empty lines and a last line without an end included. */
TEST(lines_are_read_as_getline_reads_them)
{
    enum { ROUNDS = 200, MOST = 20000 };
    uint64_t random = 1;
    char *bytes = malloc(MOST), *text = NULL, *plain = NULL;
    size_t room = 0, plain_room = 0;

    for (int round = 0; round < ROUNDS; round++) {
        const size_t size = 1 + (size_t)test_below(&random, round % 2 ? MOST : 20);
        const int rare = 1 + test_below(&random, 9000);
        for (size_t i = 0; i < size; i++)
            bytes[i] = (char)(test_below(&random, rare) ? test_below(&random, 3) : '\n');
        FILE *file = fmemopen(bytes, size, "r"), *same = fmemopen(bytes, size, "r");
        ssize_t length;
        do {
            const ssize_t should = getline(&plain, &plain_room, same);
            length = input_line_read(&text, &room, file);
            assert_int_equal(length, should < 0 ? 0 : should);
            if (length)
                assert_memory_equal(text, plain, (size_t)length);
        } while (length);
        fclose(file);
        fclose(same);
    }
    free(text);
    free(plain);
    free(bytes);
}

TEST(a_line_without_end_is_cut)
{
    const size_t size = 3 * (size_t)INPUT_LINE_MAX;
    char *bytes = calloc(1, size), *text = NULL;
    size_t room = 0;
    FILE *file = fmemopen(bytes, size, "r");

    const ssize_t length = input_line_read(&text, &room, file);
    assert_in_range(length, INPUT_LINE_MAX, INPUT_LINE_MAX + INPUT_LINE_MAX);
    assert_in_range(room, 0, 4 * (size_t)INPUT_LINE_MAX);
    fclose(file);
    free(text);
    free(bytes);
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

/* ---- moves and cards as people read them ---- */

TEST(moves_are_words_and_cards_are_symbols)
{
    static const struct {
        const char *token, *symbols, *letters;
    } cases[] = {
        {NULL, "is silent", "is silent"},
        {"p", "passes", "passes"},
        {"18", "bids 18", "bids 18"},
        {"CJ", "plays ♣J", "plays CJ"},
        {"HA", "plays ♥A", "plays HA"},
        {"CH", "announces clubs hand", "announces clubs hand"},
        {"GHO", "announces grand hand ouvert", "announces grand hand ouvert"},
        {"S.C7.DT", "announces spades, cards ♣7 ♦T", "announces spades, cards C7 DT"},
        {"c.grand", "chooses grand", "chooses grand"},
        {"RE", "concedes", "concedes"},
    };
    char text[ACTION_WORDS_SIZE];

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_string_equal(action_in_words(cases[i].token, true, text), cases[i].symbols);
        assert_string_equal(action_in_words(cases[i].token, false, text), cases[i].letters);
    }
    assert_string_equal(action_token_text("N.H7.S9", true, text), "N ♥7 ♠9");
    assert_string_equal(action_token_text("pass", true, text), "pass");
}

TEST(cards_in_a_sentence_are_symbols)
{
    char shown[CARDS_TEXT_SIZE];

    assert_string_equal(text_with_cards("refused: 0 D7; legal: SA CQ, not ABCQ", true, shown),
                        "refused: 0 ♦7; legal: ♠A ♣Q, not ABCQ");
    assert_string_equal(text_with_cards("legal: SA", false, shown), "legal: SA");
}
