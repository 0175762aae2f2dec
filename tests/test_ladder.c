/* tests/test_ladder.c - the values that can be bid (rulebook 3), computed a second time from
 * section 6 by trying every game. */
#include "tests/engine_helpers.h"

enum { VALUES = 2000 };

/* All games of one type with a run of matadors, by brute force over what can be announced
 * and made. A level is counted when it is made or announced. */
static void mark_levels(const struct skat_rules *rules, int type, int matadors, bool *possible)
{
    int base = type == SKAT_GAME_GRAND ? rules->grand_base : 9 + type;
    for (int bits = 0; bits < 64; bits++) {
        bool hand = bits & 1, schneider = bits & 2, schneider_said = bits & 4;
        bool schwarz = bits & 8, schwarz_said = bits & 16, ouvert = bits & 32;
        if ((schwarz && !schneider) || (schneider_said && !schneider))
            continue; /* made or announced, each counts; schwarz includes schneider */
        if ((schwarz_said && !(schwarz && schneider_said)) || (ouvert && !schwarz_said))
            continue;
        if (schneider_said && !hand && !rules->announce_with_skat)
            continue;
        bool between = rules->hand_schwarz == SKAT_HAND_SCHWARZ_LADDER && hand && schwarz &&
                       !schneider_said;
        int own_base = ouvert && type == SKAT_GAME_GRAND ? rules->grand_ouvert_base : 0;
        int levels = hand + schneider + (schneider_said || between) + schwarz + schwarz_said;
        int factor = 1;
        if (rules->schneider_schwarz == SKAT_SCHNEIDER_SCHWARZ_DOUBLE) { /* S3 6.1 */
            levels = hand + schneider_said + schwarz_said;
            factor = (schneider ? 2 : 1) * (schwarz ? 2 : 1);
        }
        if (own_base)
            possible[own_base * (matadors + 1 + levels) * factor] = true;
        else
            possible[base * (matadors + 1 + levels + ouvert) * factor] = true;
    }
}

static int brute_force_ladder(const struct skat_rules *rules, int *ladder)
{
    static bool possible[VALUES];
    int count = 0;
    memset(possible, 0, sizeof possible);
    for (int i = 0; i < 4; i++)
        possible[rules->null_values[i]] = true;
    for (int type = SKAT_GAME_DIAMONDS; type <= SKAT_GAME_GRAND; type++) {
        int jacks = rules->matadors == SKAT_MATADORS_JACKS || type == SKAT_GAME_GRAND;
        for (int matadors = 1; matadors <= (jacks ? 4 : 11); matadors++)
            mark_levels(rules, type, matadors, possible);
    }
    for (int value = 1; value < VALUES; value++)
        if (possible[value])
            ladder[count++] = value;
    return count;
}

static void official_ladder_is_the_published_one(void **state)
{
    static const int start[] = {18, 20, 22, 23, 24, 27, 30, 33, 35, 36, 40, 44, 45, 46, 48, 50, 54,
                                55, 59, 60, 63, 66, 70, 72, 77, 80, 81, 84, 88, 90, 96, 99, 100};
    struct skat_rules rules;
    (void)state;
    rules_of(&rules, "");
    assert_true(rules.derived.ladder_count > (int)COUNT_OF(start));
    for (size_t i = 0; i < COUNT_OF(start); i++)
        assert_int_equal(rules.derived.ladder[i], start[i]);
    assert_int_equal(rules.derived.ladder[rules.derived.ladder_count - 1], 264);
}

static bool on_ladder(const struct skat_rules *rules, int value)
{
    for (int i = 0; i < rules->derived.ladder_count; i++)
        if (rules->derived.ladder[i] == value)
            return true;
    return false;
}

static void grand_20_changes_the_ladder(void **state)
{
    static const int wanted[] = {40, 60, 80, 100, 140, 160, 180, 200, 220};
    static const int gone[] = {264, 240, 19, 21, 25};
    struct skat_rules rules;
    (void)state;
    rules_of(&rules, "grand_base=20");
    for (size_t i = 0; i < COUNT_OF(wanted); i++)
        if (!on_ladder(&rules, wanted[i]))
            fail_msg("rulebook 3, grand base 20: %d is missing", wanted[i]);
    for (size_t i = 0; i < COUNT_OF(gone); i++)
        if (on_ladder(&rules, gone[i]))
            fail_msg("rulebook 3, grand base 20: %d is there", gone[i]);
    assert_int_equal(rules.derived.ladder[rules.derived.ladder_count - 1], 220);
}

static void check_against_brute_force(const struct skat_rules *rules, const char *from)
{
    int want[VALUES];
    int count = brute_force_ladder(rules, want);
    for (int i = 0; i < count && i < rules->derived.ladder_count; i++)
        if (rules->derived.ladder[i] != want[i])
            fail_msg("%s: rung %d is %d, want %d", from, i, rules->derived.ladder[i], want[i]);
    if (rules->derived.ladder_count != count)
        fail_msg("%s: %d rungs, want %d", from, rules->derived.ladder_count, count);
}

static void ladders_hold_every_value_that_a_game_can_have(void **state)
{
    static const char *const options[] = {
        "",
        "grand_base=20",
        "matadors=jacks",
        "matadors=jacks hand_schwarz=ladder",
        "matadors=jacks announce_with_skat=true",
        "grand_ouvert_base=36",
        "grand_base=20 grand_ouvert_base=30",
        "grand_ouvert_base=36 matadors=jacks",
        "grand_ouvert_base=36 announce_with_skat=true",
        "hand_schwarz=ladder grand_base=20",
        "null_values=23,35,46,69",
        "null_values=15,31,46,92",
        "lost_factor=1 lost_hand=single schneider_points=91 overbid_hand=skat",
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(options); i++) {
        struct skat_rules rules;
        rules_of(&rules, options[i]);
        check_against_brute_force(&rules, options[i]);
    }
}

static void ladders_of_random_rule_sets_hold_every_value(void **state)
{
    uint64_t random = 3;
    (void)state;
    for (int i = 0; i < 300; i++) {
        struct skat_rules rules;
        char from[32];
        rules_random(&rules, &random);
        snprintf(from, sizeof from, "random rule set %d", i);
        check_against_brute_force(&rules, from);
    }
}

static void ladder_above_finds_the_first_higher_rung(void **state)
{
    static const char *const options[] = {"", "grand_base=20", "null_values=15,31,46,92"};
    (void)state;
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

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(official_ladder_is_the_published_one),
        cmocka_unit_test(grand_20_changes_the_ladder),
        cmocka_unit_test(ladders_hold_every_value_that_a_game_can_have),
        cmocka_unit_test(ladders_of_random_rule_sets_hold_every_value),
        cmocka_unit_test(ladder_above_finds_the_first_higher_rung),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
