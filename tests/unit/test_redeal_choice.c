// SPDX-License-Identifier: MIT
/* tests/unit/test_redeal_choice.c - how many re-deals are chosen, from what a pilot saw; and how
 * long the pilot is. */
#include <math.h>

#include "arena/compare/redeal_choice.h"
#include "engine/rule_set.h"
#include "tests/unit/unit_test.h"

enum { HAND = 268, ENOUGH = 360000 };

/* As measured: `stammtisch` with caution 50, 54 and null_bonus -3 against its defaults. */
static const struct redeal_prospect often = {0, HAND, 83, 0.375, 111, 94},
                                    seldom = {0, HAND, 35.5, 0.167, 106, 87},
                                    rarely = {0, HAND, 1.06, 0.0132, 99, 82};

static struct redeal_prospect over(const struct redeal_prospect *prospect, double deals,
                                   double hand)
{
    struct redeal_prospect other = *prospect;

    other.deals = deals;
    other.hand = hand;
    return other;
}

static int choice(const struct redeal_prospect *prospect, double deals, double hand)
{
    const struct redeal_prospect other = over(prospect, deals, hand);
    return redeal_prospect_choice(&other);
}

TEST(a_short_run_has_none)
{
    assert_int_equal(choice(&often, 3600, HAND), 0);
    assert_int_equal(choice(&seldom, 3600, HAND), 0);
    assert_int_equal(choice(&rarely, 3600, HAND), 0);
}

TEST(a_long_run_has_some)
{
    assert_int_equal(choice(&often, 36000, HAND), 1);
    assert_int_equal(choice(&seldom, 36000, HAND), 1);
    assert_in_range(choice(&often, ENOUGH, HAND), 1, 3);
    assert_in_range(choice(&seldom, ENOUGH, HAND), 3, 4);
    assert_in_range(choice(&rarely, ENOUGH, HAND), 3, REDEALS_MOST);
}

/* Then only the price counts: answers times variance. */
TEST(without_a_hand_to_allow_for_the_length_does_not_matter)
{
    for (double deals = 3600; deals <= ENOUGH; deals *= 10) {
        assert_in_range(choice(&often, deals, 0), 2, 4);
        assert_in_range(choice(&seldom, deals, 0), 4, 6);
        assert_int_equal(choice(&rarely, deals, 0), REDEALS_MOST);
    }
}

/* Nearly every deal is bid differently, so a re-deal of its cases costs as much as two deals. */
TEST(cases_everywhere_are_not_dealt_again)
{
    const struct redeal_prospect everywhere = {ENOUGH, HAND, 772, 2.33, 101, 160};

    assert_int_equal(redeal_prospect_choice(&everywhere), 0);
}

TEST(without_cases_there_is_nothing_to_choose)
{
    const struct redeal_prospect none = {ENOUGH, HAND, 0, 0, 0, 82};

    assert_int_equal(redeal_prospect_choice(&none), 0);
}

/* A hundred times the deals have a tenth of the width, if no hand is allowed for, and less than
 * that otherwise; the chosen number has the smallest. */
TEST(the_width_is_that_of_as_many_answers)
{
    const struct redeal_prospect few = over(&often, 3600, 0), many = over(&often, ENOUGH, 0),
                                 hand = over(&often, ENOUGH, HAND);

    assert_float_equal(redeal_prospect_width(&few, 0), 1.96 * sqrt(83 / 3600.0), 0.001);
    assert_float_equal(redeal_prospect_width(&many, 2) * 10, redeal_prospect_width(&few, 2), 1e-3);
    const int best = redeal_prospect_choice(&hand);
    for (int redeals = 0; redeals <= REDEALS_MOST; redeals++) {
        assert_true(redeal_prospect_width(&hand, redeals) > redeal_prospect_width(&many, redeals));
        assert_true(redeal_prospect_width(&hand, redeals) >= redeal_prospect_width(&hand, best));
    }
}

/* A duel of two bots of so many deals. */
static struct config duel(uint64_t deals, enum allow_for allow_for)
{
    struct config config = {
        .schedule = {.kind = SCHEDULE_DUEL,
                     .seats = 3,
                     .sessions = 1,
                     .deals = deals,
                     .per_deal = 3,
                     .arrangement_count = 3,
                     .arrangements = {{0, 1, 1}, {1, 0, 1}, {1, 1, 0}}},
        .compared = {.a = 0, .b = 1, .redeals = REDEALS_AUTO, .allow_for = allow_for},
    };

    skat_rules_official(&config.rules);
    skat_rules_prepare(&config.rules, NULL);
    return config;
}

static int64_t pilot(uint64_t deals, enum allow_for allow_for, int parts)
{
    struct config config = duel(deals, allow_for);

    config.schedule.shards = parts;
    config.schedule.shard = parts ? 1 : 0;
    return redeal_pilot_deals(&config);
}

/* A three-hundredth of the whole run, also for a part of it; none for a short one. */
TEST(the_pilot_is_short)
{
    assert_int_equal(pilot(10799, ALLOW_FOR_HAND, 0), 0);
    assert_int_equal(pilot(10799, ALLOW_FOR_NONE, 0), 108);
    assert_int_equal(pilot(10800, ALLOW_FOR_HAND, 0), 108);
    assert_int_equal(pilot(90000, ALLOW_FOR_HAND, 0), 300);
    assert_int_equal(pilot(90000, ALLOW_FOR_HAND, 9), 300);
    assert_int_equal(pilot(9000000, ALLOW_FOR_HAND, 0), 1080);
}
