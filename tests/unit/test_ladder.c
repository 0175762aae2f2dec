// SPDX-License-Identifier: MIT
/* tests/unit/test_ladder.c - the values that can be bid (rules.md 3), and the ranges of options.
 * tests/e2e/test_variants.py compares ladders with those of the scorekeeper; what options mean
 * together is in tests/data/games/options.txt. */
#include "tests/unit/engine_helpers.h"
#include "tests/unit/unit_test.h"

TEST(official_ladder_is_the_published_one)
{
    static const int start[] = {18, 20, 22, 23, 24, 27, 30, 33, 35, 36, 40, 44, 45, 46, 48, 50, 54,
                                55, 59, 60, 63, 66, 70, 72, 77, 80, 81, 84, 88, 90, 96, 99, 100};
    struct skat_rules rules;
    rules_of(&rules, "");
    assert_true(rules.derived.ladder_count > (int)COUNT_OF(start));
    for (size_t i = 0; i < COUNT_OF(start); i++)
        assert_int_equal(rules.derived.ladder[i], start[i]);
    assert_int_equal(rules.derived.ladder[rules.derived.ladder_count - 1], 264);
}

/* Whatever is combined, there is room for all values: seven spitzen and most options make the
 * longest ladders. */
TEST(every_rule_set_has_room_for_its_ladder)
{
    static const char *const options[] = {
        "announcements=with_skat",
        "value.matadors=jacks",
        "value.schneider_schwarz=ladder",
        "value.schneider_schwarz=double",
        "value.grand=20",
        "rum=true",
        "revolution=skat",
        "value.grand_ouvert=36",
        "value.grand_ouvert=30",
        "sachsenspitze=20",
        "sachsenspitze=21",
        "value.null=997,991,983,977",
    };
    int longest = 0;
    for (unsigned set = 0; set < 1 << COUNT_OF(options); set++) {
        struct skat_rules rules;
        char text[500] = "";
        if (__builtin_popcount(set) < (int)COUNT_OF(options) - 3)
            continue;
        sprintf(text, "spitzen.max=7 spitzen.levels=%u", 1 + set % 2);
        for (size_t i = 0; i < COUNT_OF(options); i++)
            if (set >> i & 1)
                strcat(strcat(text, " "), options[i]);
        rules_of(&rules, text);
        if (rules.derived.ladder_count > longest)
            longest = rules.derived.ladder_count;
    }
    assert_true(longest > 100);
}

TEST(options_out_of_range_are_refused)
{
    static const struct {
        const char *name;
        int value;
    } cases[] = {
        {"kontra.levels", -1}, {"kontra.levels", 9},       {"spitzen.max", 8},
        {"bock.factor", 1},    {"bock.length", -1},        {"sachsenspitze", 19},
        {"ramsch.march", -1},  {"revolution", 8},          {"schenken", 3},
        {"scoring.system", 4}, {"kontra.who", 3},          {"bock.triggers", 1 << SKAT_TRIGGERS},
        {"seats", 6},          {"value.grand_ouvert", 24},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct skat_rules rules;
        struct skat_error error = {""};
        skat_rules_official(&rules);
        *skat_rule_option_value(&rules, skat_rule_option_find(cases[i].name)) = cases[i].value;
        if (skat_rules_prepare(&rules, &error) || !strstr(error.text, cases[i].name))
            fail_msg("%s %d: \"%s\"", cases[i].name, cases[i].value, error.text);
    }
}

TEST(ladder_above_finds_the_first_higher_rung)
{
    static const char *const options[] = {"", "value.grand=20", "value.null=15,31,46,92"};
    for (size_t o = 0; o < COUNT_OF(options); o++) {
        struct skat_rules rules;
        rules_of(&rules, options[o]);
        for (int bid = 0; bid < 400; bid++) {
            int want = 0;
            while (want < rules.derived.ladder_count && rules.derived.ladder[want] <= bid)
                want++;
            assert_int_equal(skat_ladder_above(&rules, bid), want);
        }
    }
}
