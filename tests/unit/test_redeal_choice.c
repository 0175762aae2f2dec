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

/* A short run has none, a long one some. Without a hand to allow for only the price counts, which
 * is answers times variance, and the length does not matter. Where nearly every deal is bid
 * differently a re-deal of its cases costs as much as two deals. */
TEST(the_choice_follows_from_what_was_seen)
{
    static const struct redeal_prospect everywhere = {0, 0, 772, 2.33, 101, 160},
                                        nowhere = {0, 0, 0, 0, 0, 82};
    static const struct {
        const struct redeal_prospect *seen;
        double deals, hand;
        int least, most;
    } cases[] = {
        {&often, 3600, HAND, 0, 0},
        {&seldom, 3600, HAND, 0, 0},
        {&rarely, 3600, HAND, 0, 0},
        {&often, 36000, HAND, 1, 1},
        {&seldom, 36000, HAND, 1, 1},
        {&often, ENOUGH, HAND, 1, 3},
        {&seldom, ENOUGH, HAND, 3, 4},
        {&rarely, ENOUGH, HAND, 3, REDEALS_MOST},
        {&often, 3600, 0, 2, 4},
        {&often, ENOUGH, 0, 2, 4},
        {&seldom, 3600, 0, 4, 6},
        {&seldom, ENOUGH, 0, 4, 6},
        {&rarely, 3600, 0, REDEALS_MOST, REDEALS_MOST},
        {&rarely, ENOUGH, 0, REDEALS_MOST, REDEALS_MOST},
        {&everywhere, ENOUGH, HAND, 0, 0},
        {&nowhere, ENOUGH, HAND, 0, 0},
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct redeal_prospect of = over(cases[i].seen, cases[i].deals, cases[i].hand);
        const int choice = redeal_prospect_choice(&of);
        if (choice < cases[i].least || choice > cases[i].most)
            fail_msg("case %zu: %d", i, choice);
    }
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
