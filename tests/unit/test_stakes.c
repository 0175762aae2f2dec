// SPDX-License-Identifier: MIT
/* tests/unit/test_stakes.c - what stammtisch bids by: break-even chances from the scorings of
 * rules.md. */
#include "bots/stammtisch/stakes.c"

#include "bots/stammtisch/rules.c"
#include "tests/unit/engine_helpers.h"
#include "tests/unit/unit_test.h"

static struct rules classic(void) { return rules_official(); }

static struct rules seeger(void)
{
    struct rules rules = rules_official();
    rules.seeger = 1;
    return rules;
}

/* The chance from which a game is better than passing, which costs so much besides what another
 * player's game does. */
static int break_even(const struct rules *rules, int value, int passing)
{
    return stakes_break_even(rules, value, stakes_elsewhere(rules) - passing * rules->bock);
}

/* By hand: a game of 24 won is 24, lost 48; by Seeger and Fabian 74, and 98 of the declarer's own
 * and 40 for the others. */
TEST(points_are_those_of_the_scoring)
{
    const struct rules one = classic(), other = seeger();
    assert_int_equal(stakes_won(&one, 24), 24);
    assert_int_equal(stakes_lost(&one, 24, 2), 48);
    assert_int_equal(stakes_won(&other, 24), 74);
    assert_int_equal(stakes_lost(&other, 24, 2), 138);
    assert_int_equal(stakes_expected(&one, 500, 24, 2), 500 * (24 - 48));
}

TEST(bock_multiplies_the_value_alone)
{
    struct rules rules = seeger();
    rules.bock = 2;
    assert_int_equal(stakes_won(&rules, 24), 98);
    assert_int_equal(stakes_lost(&rules, 24, 2), 186);
}

/* An average game elsewhere is worth -6 in classic (0.8 x -15 + 0.2 x 30), -17 by Seeger and
 * Fabian. */
TEST(games_break_even_where_expectation_says)
{
    const struct rules one = classic(), other = seeger();
    assert_int_equal(break_even(&one, 24, 0), 1000 * (48 - 6) / 72);
    assert_int_equal(break_even(&one, 72, 0), 1000 * (144 - 6) / 216);
    assert_int_equal(break_even(&other, 24, 0), 1000 * (138 - 17) / 212);
}

TEST(what_passing_costs_lowers_the_chance)
{
    const struct rules rules = classic();
    assert_true(break_even(&rules, 18, 10) < break_even(&rules, 18, 0));
    assert_true(break_even(&rules, 18, -10) > break_even(&rules, 18, 0));
}

TEST(a_game_that_costs_less_is_bid_sooner)
{
    struct rules rules = classic();
    int twice = break_even(&rules, 24, 0);
    rules.lost_factor = 1;
    assert_true(break_even(&rules, 24, 0) < twice);
    rules.lost_factor = 2;
    rules.lost_single_hand = 1;
    assert_int_equal(stakes_times(&rules, 1), 1);
    assert_int_equal(stakes_times(&rules, 0), 2);
}

/* Bierlachs: while all have far to go a point is a point, up to rounding; near the limit a game
 * that would lose the round costs more, one that ends it for another brings more, and passing is no
 * way out for who has little left. */
TEST(the_limit_of_bierlachs_counts)
{
    struct rules far = classic(), near = classic();
    far.bierlachs_limit = near.bierlachs_limit = 301;
    assert_in_range(stakes_won(&far, 24), 22, 26);
    assert_in_range(stakes_lost(&far, 24, 2), 46, 56);
    near.totals[0] = -260; /* a lost game of 24 reaches -308 */
    assert_true(stakes_lost(&near, 24, 2) > 2 * stakes_lost(&far, 24, 2));
    assert_int_equal(stakes_lost(&near, 24, 2), stakes_lost(&near, 60, 2)); /* lost is lost */
    near.totals[0] = 0;
    near.totals[1] = -290;
    assert_true(stakes_won(&near, 24) > stakes_won(&far, 24));
    near.totals[0] = -290; /* another's game would end it: no sure game to wait for */
    near.totals[1] = 0;
    assert_true(break_even(&near, 18, 0) < break_even(&far, 18, 0));
}

/* Who has not noticed the rules judges by the official ones. */
TEST(habit_is_the_official_game)
{
    struct rules rules = classic();
    rules.grand_base = 20;
    rules.jacks_only = rules.rum = rules.seeger = 1;
    rules.bierlachs_limit = 301;
    rules_by_habit(&rules);
    assert_int_equal(rules.grand_base, 24);
    assert_int_equal(rules.jacks_only + rules.rum + rules.seeger + rules.bierlachs_limit, 0);
}

/* What a session before this one left behind must not be part of any decision. */
TEST(a_session_begins_without_the_one_before)
{
    const struct skat_bot_rules from = {.grand_base = 24, .lost_factor = 2, .bierlachs_limit = 301};
    struct rules rules = classic();
    rules.totals[0] = -290;
    rules.totals[2] = -100;
    rules.bock = 4;
    rules_take_over(&rules, &from);
    assert_int_equal(rules.totals[0], 0);
    assert_int_equal(rules.totals[2], 0);
    assert_int_equal(rules.bock, 1);
}
