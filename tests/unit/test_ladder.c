// SPDX-License-Identifier: MIT
/* tests/unit/test_ladder.c - the values that can be bid (rules.md 3), computed a second time from
 * section 6 by trying every game. */
#include "tests/unit/engine_helpers.h"
#include "tests/unit/unit_test.h"

enum { VALUES = 6000 }; /* more than any value of a game */

/* What a game can be announced and made with. */
struct ways {
    bool hand, schneider, schneider_said, schwarz, schwarz_said, ouvert, rum;
};

/* Made or announced, each counts; schwarz includes schneider. Without the option only a hand game
 * announces; rum is for who takes the skat (rules.md 4, 6, 7.8). */
static bool ways_agree(const struct skat_rules *rules, int type, const struct ways *w)
{
    if ((w->schwarz && !w->schneider) || (w->schneider_said && !w->schneider))
        return false;
    if (w->schwarz_said && !(w->schwarz && w->schneider_said))
        return false;
    const bool open_alone = rules->announcements & SKAT_ANNOUNCE_OUVERT_ALONE &&
                            !(type == SKAT_GAME_GRAND && rules->value_grand_ouvert);
    if (w->ouvert && !open_alone && !w->schwarz_said)
        return false;
    if (w->rum && (w->hand || !rules->rum))
        return false;
    return w->hand || !(w->schneider_said || w->ouvert) ||
           rules->announcements & SKAT_ANNOUNCE_WITH_SKAT;
}

/* rules.md 3.1: grand and null are played by hand only. */
static bool by_suits(const struct skat_rules *rules)
{
    return rules->auction == SKAT_AUCTION_SUITS;
}

static int base_of(const struct skat_rules *rules, int type)
{
    if (type == SKAT_GAME_SACHSENSPITZE)
        return rules->sachsenspitze;
    return type == SKAT_GAME_GRAND ? rules->value_grand : 9 + type;
}

/* All games of one type with a run of matadors and `spitzen` spitzen, by brute force over what can
 * be announced and made. A level is counted when it is made or announced. */
static void mark_levels(const struct skat_rules *rules, int type, int matadors, int spitzen,
                        bool by_hand_only, bool *possible)
{
    for (int bits = 0; bits < 128; bits++) {
        struct ways w = {bits & 1, bits & 2, bits & 4, bits & 8, bits & 16, bits & 32, bits & 64};
        if (by_hand_only && !w.hand)
            continue; /* rules.md 7.6: with the skat, declarer would know of all four jacks */
        if (!ways_agree(rules, type, &w) || (by_suits(rules) && type == SKAT_GAME_GRAND && !w.hand))
            continue;
        bool between = rules->value_schneider_schwarz == SKAT_SCHNEIDER_SCHWARZ_LADDER && w.hand &&
                       w.schwarz && !w.schneider_said;
        int own_base = w.ouvert && type == SKAT_GAME_GRAND ? rules->value_grand_ouvert : 0;
        int announced =
            w.hand + w.schneider_said + w.schwarz_said + w.rum + spitzen * rules->spitzen_levels;
        int levels = announced + w.schneider + between + w.schwarz, factor = 1;
        if (rules->value_schneider_schwarz == SKAT_SCHNEIDER_SCHWARZ_DOUBLE) { /* Wikipedia 6.1 */
            levels = announced;
            factor = (w.schneider ? 2 : 1) * (w.schwarz ? 2 : 1);
        }
        if (own_base)
            possible[own_base * (matadors + 1 + levels) * factor] = true;
        else
            possible[base_of(rules, type) * (matadors + 1 + levels + w.ouvert) * factor] = true;
    }
}

static void mark_type(const struct skat_rules *rules, int type, bool *possible)
{
    bool suit = type <= SKAT_GAME_CLUBS;
    int most = suit && rules->value_matadors == SKAT_MATADORS_TRUMPS ? 11 : 4;
    for (int matadors = 1; matadors <= most; matadors++)
        for (int spitzen = 0; spitzen <= (suit ? rules->spitzen_max : 0); spitzen++)
            mark_levels(rules, type, matadors, spitzen, false, possible);
    if (type == SKAT_GAME_GRAND && rules->spitzen_grand && rules->spitzen_max)
        for (int matadors = 1; matadors <= 4; matadors++)
            mark_levels(rules, type, matadors, 1, matadors == 4, possible);
}

/* Turnéskat (Turnéskat text, tables I to III): win level 1 to 3 with the skat, 1 to 5 without, plus
 * matadors. */
static void mark_tourneeskat(const struct skat_rules *rules, bool *possible)
{
    static const int turned[] = {5, 6, 7, 8, 12}, solo[] = {9, 10, 11, 12, 20};
    for (int matadors = 1; matadors <= 11; matadors++)
        for (int game = 0; game < (matadors <= 4 ? 5 : 4); game++) {
            for (int level = 1; level <= 3; level++)
                possible[turned[game] * (matadors + level)] = true;
            for (int level = 1; level <= 5; level++)
                possible[solo[game] * (matadors + level)] = true;
        }
    for (int matadors = 1; matadors <= 4; matadors++) {
        for (int level = 1; level <= 3; level++)
            possible[16 * (matadors + level)] = true;
        possible[24 * (matadors + 5)] = true;
    }
    for (int i = 0; i < 4; i++)
        if (i % 2 || rules->tourneeskat_guckser_null)
            possible[rules->value_null[i]] = true;
}

static int brute_force_ladder(const struct skat_rules *rules, int *ladder)
{
    static bool possible[VALUES];
    int count = 0;
    memset(possible, 0, sizeof possible);
    if (rules->game == SKAT_VARIANT_TOURNEESKAT) {
        mark_tourneeskat(rules, possible);
        for (int value = 1; value < VALUES; value++)
            if (possible[value])
                ladder[count++] = value;
        return count;
    }
    for (int i = 0; i < 4; i++)
        if (i % 2 || !by_suits(rules))
            possible[rules->value_null[i]] = true;
    if (rules->revolution & SKAT_REVOLUTION_BOTH)
        possible[92] = true;
    for (int type = SKAT_GAME_DIAMONDS; type <= SKAT_GAME_GRAND; type++)
        mark_type(rules, type, possible);
    if (rules->sachsenspitze)
        mark_type(rules, SKAT_GAME_SACHSENSPITZE, possible);
    for (int value = 1; value < VALUES; value++)
        if (possible[value])
            ladder[count++] = value;
    return count;
}

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

TEST(ladders_hold_every_value_that_a_game_can_have)
{
    static const char *const options[] = {
        "",
        "value.grand=20",
        "value.matadors=jacks",
        "value.matadors=jacks value.schneider_schwarz=ladder",
        "value.matadors=jacks announcements=with_skat",
        "value.grand_ouvert=36",
        "value.grand=20 value.grand_ouvert=30",
        "value.grand_ouvert=36 value.matadors=jacks",
        "value.grand_ouvert=36 announcements=with_skat",
        "value.schneider_schwarz=ladder value.grand=20",
        "value.null=23,35,46,69",
        "value.null=15,31,46,92",
        "value.lost_factor=1 value.lost_hand=single value.schneider_points=91",
        "value.overbid_hand=skat",
        "spitzen.max=1",
        "spitzen.max=7",
        "spitzen.max=7 value.matadors=jacks",
        "spitzen.max=1 spitzen.grand=true",
        "spitzen.max=1 spitzen.grand=true spitzen.levels=2",
        "spitzen.max=7 spitzen.levels=2 rum=true",
        "spitzen.max=1 spitzen.grand=true spitzen.levels=2 value.grand=100 "
        "value.schneider_schwarz=double",
        "announcements=ouvert_alone",
        "announcements=with_skat,ouvert_alone value.grand_ouvert=36",
        "spitzen.max=1 spitzen.grand=true announcements=with_skat value.grand_ouvert=36",
        "rum=true",
        "rum=true announcements=with_skat value.schneider_schwarz=ladder",
        "revolution=skat",
        "sachsenspitze=20",
        "sachsenspitze=21 value.grand=20",
        "spitzen.max=3 rum=true revolution=exchange sachsenspitze=21 "
        "value.schneider_schwarz=double",
        "schenken=all kontra.levels=4 bock.triggers=re_said",
    };
    for (size_t i = 0; i < COUNT_OF(options); i++) {
        struct skat_rules rules;
        rules_of(&rules, options[i]);
        check_against_brute_force(&rules, options[i]);
    }
}

TEST(ladders_of_random_rule_sets_hold_every_value)
{
    uint64_t random = 3;
    for (int i = 0; i < 60; i++) {
        struct skat_rules rules;
        char from[32];
        rules_random(&rules, &random);
        snprintf(from, sizeof from, "random rule set %d", i);
        check_against_brute_force(&rules, from);
    }
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

/* ---- options together ---- */

TEST(last_round_cannot_be_bock_and_ramsch)
{
    static const struct {
        const char *bock, *ramsch;
        bool want;
    } cases[] = {
        {"last_round", "", true},
        {"", "last_round", true},
        {"last_round", "re_said", true},
        {"re_said", "re_said", true},
        {"last_round", "last_round", false},
        {"re_said,last_round", "value_over_100,last_round", false},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct skat_rules rules;
        struct skat_error error = {""};
        skat_rules_official(&rules);
        rules_set(&rules, "bock.triggers", cases[i].bock);
        rules_set(&rules, "ramsch_round.triggers", cases[i].ramsch);
        if (skat_rules_prepare(&rules, &error) != cases[i].want)
            fail_msg("\"%s\" and \"%s\": %s", cases[i].bock, cases[i].ramsch, error.text);
        if (!cases[i].want && !strstr(error.text, "last_round"))
            fail_msg("the error does not name last_round: %s", error.text);
    }
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

TEST(options_that_are_not_given_follow_the_seats)
{
    static const struct {
        const char *options, *name;
        int want;
    } cases[] = {
        {"", "deals", 36},
        {"seats=4", "deals", 48},
        {"bock.triggers=re_said", "bock.length", 3},
        {"bock.triggers=re_said seats=5", "bock.length", 5},
        {"bock.triggers=re_said bock.length=2", "bock.length", 2},
        {"scoring.system=minus", "scoring.limit", 301},
        {"scoring.system=minus seats=4", "scoring.limit", 401},
        {"scoring.system=minus seats=5", "scoring.limit", 401},
        {"scoring.system=minus scoring.limit=500", "scoring.limit", 500},
        {"", "scoring.limit", 0},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct skat_rules rules;
        rules_of(&rules, cases[i].options);
        int got = *skat_rule_option_value(&rules, skat_rule_option_find(cases[i].name));
        if (got != cases[i].want)
            fail_msg("%s: %s is %d, want %d", cases[i].options, cases[i].name, got, cases[i].want);
    }
}

/* A note is expected when `word` is given, and must name it; otherwise there is none. */
TEST(notes_tell_what_changes_nothing)
{
    static const struct {
        const char *options, *word;
    } cases[] = {
        {"", NULL},
        {"kontra.levels=1", "concede"},
        {"kontra.levels=2 concede=before_lead", NULL},
        {"kontra.levels=2 concede=never", NULL},
        {"kontra.when=before_lead", "kontra.when"},
        {"kontra.who=bidders", "kontra.who"},
        {"bock.triggers=kontra_lost", "kontra_lost"},
        {"bock.triggers=re_said kontra.levels=1 concede=never", "re_said"},
        {"ramsch_round.triggers=re_won", "re_won"},
        {"bock.triggers=re_said kontra.levels=2 concede=never", NULL},
        {"bock.factor=3", "bock"},
        {"bock.length=5", "bock"},
        {"bock.ramsch_after=true", "bock"},
        {"bock.pending=ignore", "bock"},
        {"bock.several=each", "bock.several"},
        {"bock.several=each ramsch_round.triggers=value_over_100", "bock.several"},
        {"bock.several=each bock.triggers=last_round ramsch_round.triggers=value_over_100",
         "bock.several"},
        {"bock.several=events kontra.levels=2 bock.triggers=re_said,kontra_lost", "one event"},
        {"bock.several=each bock.triggers=last_round,sixty_sixty", NULL},
        {"value.lost_hand=single value.lost_factor=1", "value.lost_hand"},
        {"value.lost_hand=single", NULL},
        {"ramsch_round.grand_hand=true", "ramsch_round.grand_hand"},
        {"ramsch_round.grand_hand=true bock.triggers=value_over_100 bock.ramsch_after=true", NULL},
        {"ramsch.score=each", "ramsch"},
        {"ramsch.march=0", "ramsch"},
        {"ramsch.score=each passed_in=ramsch", NULL},
        {"ramsch.virgin=off ramsch_round.triggers=value_over_100", NULL},
        {"ramsch.jacks=true passed_in=ramsch", "ramsch.jacks"},
        {"ramsch.jacks=true passed_in=schieberamsch", NULL},
        {"ramsch.score=each ramsch.tie=two_lose passed_in=ramsch", "ramsch.tie"},
        {"scoring.limit=200", "scoring.limit"},
        {"scoring.limit=200 scoring.system=minus", NULL},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct skat_rules rules;
        const char *notes[SKAT_NOTES_MAX];
        bool named = false;
        rules_of(&rules, cases[i].options);
        int count = skat_rules_notes(&rules, notes);
        for (int n = 0; n < count; n++)
            named |= cases[i].word && strstr(notes[n], cases[i].word);
        if (!cases[i].word && count)
            fail_msg("%s: \"%s\"", cases[i].options, notes[0]);
        if (cases[i].word && !named)
            fail_msg("%s: no note about %s", cases[i].options, cases[i].word);
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
