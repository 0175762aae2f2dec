/* tests/unit/test_printable.c - texts of bots: UTF-8 stays, everything else becomes a question mark. */
#include <string.h>

#include "arena/base/text.h"
#include "tests/unit/engine_helpers.h"

/* Well-formed and ill-formed sequences: Unicode 15, table 3-7. */
static void texts_become_printable(void **state)
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
    };
    char text[100];
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        strcpy(text, cases[i].text);
        text_make_printable(text);
        assert_string_equal(text, cases[i].want);
    }
}

/* Any input becomes valid text: cleaning it twice changes nothing. */
static void random_bytes_become_printable(void **state)
{
    uint64_t seed = 5;
    char text[64], again[64];
    (void)state;
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_become_printable),
        cmocka_unit_test(random_bytes_become_printable),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
