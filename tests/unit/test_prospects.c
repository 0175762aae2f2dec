// SPDX-License-Identifier: MIT
/* tests/unit/test_prospects.c - what pimc reckons that games are worth: won, lost, lost as overbid,
 * and both kinds of evidence. Worked by hand from docs/rules.md, with Seeger and Fabian's 50 and
 * 40. */
#include "bots/pimc/prospects.h"

#include "bots/pimc/rollout.h"
#include "tests/unit/unit_test.h"

#define CARD(suit, rank) BIT((suit)*16 + (rank))
enum { A_THOUSAND = 1000 };

static const struct skat_bot_contract hearts = {SKAT_BOT_HEARTS, 0}, null = {NULL_GAME, 0},
                                      ouvert = {NULL_GAME, SKAT_BOT_OUVERT};

/* Clubs' jack, without spades': with one. */
static const cards with_one = BIT(LANE(SKAT_BOT_CLUBS) + SKAT_BOT_JACK);

static struct rules seeger(void)
{
    struct rules rules = rules_official();

    rules.seeger = 1;
    return rules;
}

/* With one, game two: hearts 20; with schneider 30, with schwarz 40. */
TEST(what_a_suit_game_brought)
{
    const struct rules rules = seeger();
    const struct {
        int bid, points, value, won;
    } games
        [] =
            {
                {18, 61, 20, 1},  {18, 89, 20, 1}, {18, 90, 30, 1}, {18, 120, 40, 1},
                {18, 60, 20, 0},  {18, 31, 20, 0}, {18, 30, 30, 0}, {18, 0, 40, 0},
                {22, 61, 30, 0}, /* overbid: the next multiple of 10 from 22 on */
                {22, 90, 30, 1}, /* schneider saves it */
                {41, 120, 50, 0},
            };

    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        int expected = games[i].won ? games[i].value + 50 : -(2 * games[i].value + 50 + 40);
        assert_int_equal(
            bidding_brought(&rules, hearts, with_one, games[i].bid, 0, games[i].points),
            A_THOUSAND * expected);
    }
}

/* Where schneider needs more than 90 points, a declarer with 30 is still schneider (docs/rules.md,
 * schneider_points). */
TEST(schneider_of_the_dutch)
{
    struct rules rules = seeger();

    rules.schneider_points = 91;
    assert_int_equal(bidding_brought(&rules, hearts, with_one, 18, 0, 90), (20 + 50) * A_THOUSAND);
    assert_int_equal(bidding_brought(&rules, hearts, with_one, 18, 0, 91), (30 + 50) * A_THOUSAND);
    assert_int_equal(bidding_brought(&rules, hearts, with_one, 18, 0, 30),
                     -(2 * 30 + 90) * A_THOUSAND);
}

/* By hand there is one level more, null counts 35 and 59, and a lost hand game may count once
 * (docs/rules.md, lost_hand). */
TEST(what_a_hand_game_brought)
{
    const struct skat_bot_contract by_hand = {SKAT_BOT_HEARTS, SKAT_BOT_HAND},
                                   null_hand = {NULL_GAME, SKAT_BOT_HAND},
                                   ouvert_hand = {NULL_GAME, SKAT_BOT_OUVERT | SKAT_BOT_HAND};
    struct rules rules = seeger();

    assert_int_equal(bidding_brought(&rules, by_hand, with_one, 30, 0, 61), (30 + 50) * A_THOUSAND);
    assert_int_equal(bidding_brought(&rules, by_hand, with_one, 31, 0, 90), (40 + 50) * A_THOUSAND);
    assert_int_equal(bidding_brought(&rules, by_hand, with_one, 31, 0, 61),
                     -(2 * 40 + 90) * A_THOUSAND);
    assert_int_equal(prospect_worth(&rules, by_hand, with_one, 30, 0, A_THOUSAND),
                     (30 + 50) * A_THOUSAND);
    assert_int_equal(prospect_worth(&rules, null_hand, with_one, 35, 0, A_THOUSAND),
                     (35 + 50) * A_THOUSAND);
    assert_int_equal(prospect_worth(&rules, null_hand, with_one, 36, 0, A_THOUSAND),
                     PROSPECT_NOT_ALLOWED);
    assert_int_equal(prospect_worth(&rules, ouvert_hand, with_one, 59, 0, 0),
                     -(2 * 59 + 90) * A_THOUSAND);
    rules.lost_single_hand = 1;
    assert_int_equal(bidding_brought(&rules, by_hand, with_one, 18, 0, 60),
                     -(30 + 90) * A_THOUSAND);
    assert_int_equal(bidding_brought(&rules, hearts, with_one, 18, 0, 60),
                     -(2 * 20 + 90) * A_THOUSAND);
}

/* Suit games and grands are played out by players like this one, so that they count as they end;
 * null is played out by players who defend less well, and one that was won counts as lost in one of
 * some cases. */
TEST(null_won_against_weaker_players_is_not_certain)
{
    const struct rules rules = seeger();
    const int won = 73 * A_THOUSAND, lost = -(2 * 23 + 90) * A_THOUSAND;
    const int played = prospect_played(&rules, null, with_one, 18, 0, ROLLOUT_NULL_WON);

    assert_int_equal(prospect_played(&rules, hearts, with_one, 18, 0, 75), 70 * A_THOUSAND);
    assert_int_equal(prospect_played(&rules, hearts, with_one, 18, 0, 40), -130 * A_THOUSAND);
    assert_true(played < won - (won - lost) / 10 && played > won - (won - lost) / 3);
    assert_int_equal(prospect_played(&rules, null, with_one, 18, 0, ROLLOUT_NULL_LOST), lost);
    assert_true(prospect_played(&rules, ouvert, with_one, 18, 0, ROLLOUT_NULL_WON) > played);
}

TEST(null_may_be_too_cheap)
{
    const struct rules rules = seeger();

    assert_int_equal(prospect_worth(&rules, null, with_one, 24, 0, A_THOUSAND),
                     PROSPECT_NOT_ALLOWED);
    assert_int_equal(prospect_worth(&rules, null, with_one, 23, 0, A_THOUSAND),
                     (23 + 50) * A_THOUSAND);
    assert_int_equal(prospect_worth(&rules, ouvert, with_one, 46, 0, 0),
                     -(2 * 46 + 90) * A_THOUSAND);
}

/* Without worlds only the tables count; the more worlds, the more these do. */
TEST(worlds_outweigh_the_tables)
{
    assert_int_equal(prospect_mean(null, 700, 0, 0), 700);
    for (int worlds = 1, before = 700; worlds < 1000; worlds *= 4) {
        int mean = prospect_mean(null, 700, 0, worlds);
        assert_true(mean < before && mean >= 0);
        before = mean;
    }
    assert_true(prospect_mean(hearts, 700, 0, 1000) > prospect_mean(null, 700, 0, 1000));
}
