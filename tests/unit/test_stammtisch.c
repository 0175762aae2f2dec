// SPDX-License-Identifier: MIT
/* tests/unit/test_stammtisch.c - parts of stammtisch: when it announces schwarz, what it bids by,
 * and how far it is off where it errs on purpose. */
#include "tests/unit/engine_helpers.h"
#include "tests/unit/unit_test.h"

#include "bots/stammtisch/model.h"
#include "bots/stammtisch/stakes.h"
#include "bots/stammtisch/bidding.h"
#include "bots/stammtisch/play.h"
#include "bots/stammtisch/player.h"

/* ---- schwarz: with cards that take every trick, as a card player counts them ---- */

#define JACKS_AND_ACES "CJ SJ HJ DJ CA SA HA DA CT ST"

TEST(only_what_is_certain)
{
    static const struct {
        const char *why;
        int game;
        const char *ten;
        int leads, want;
    } cases[] = {
        {"grand with all jacks, aces and tens", GRAND, JACKS_AND_ACES, 1, 1},
        {"no trump is out: whoever leads", GRAND, JACKS_AND_ACES, 0, 1},
        {"three jacks draw the fourth", GRAND, "CJ SJ HJ CA CT CK CQ SA ST HA", 1, 1},
        {"but not if another player leads", GRAND, "CJ SJ HJ CA CT CK CQ SA ST HA", 0, 0},
        {"a higher jack is out", GRAND, "CJ HJ DJ CA CT CK CQ SA ST HA", 1, 0},
        {"a ten without its ace", GRAND, "CJ SJ HJ DJ CT CK SA ST HA DA", 1, 0},
        {"two jacks draw two", GRAND, "CJ SJ CA CT CK CQ C9 C8 C7 SA", 1, 1},
        {"one cannot draw three", GRAND, "CJ CA CT CK CQ C9 C8 C7 SA HA", 1, 0},
        {"six trumps draw five", SKAT_BOT_CLUBS, "CJ SJ HJ DJ CA CT SA ST HA DA", 1, 1},
        {"five do not draw six", SKAT_BOT_CLUBS, "CJ SJ HJ DJ CA SA ST HA HT DA", 1, 0},
        {"the highest trump of the suit is out", SKAT_BOT_CLUBS, "CJ SJ HJ DJ CT CK SA ST HA DA", 1,
         0},
        {"ten of the eleven trumps, but the club jack", SKAT_BOT_CLUBS,
         "SJ HJ DJ CA CT CK CQ C9 C8 C7", 1, 0},
        {"ten of the eleven trumps, but the seven", SKAT_BOT_CLUBS, "CJ SJ HJ DJ CA CT CK CQ C9 C8",
         1, 1},
    };

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const int got = schwarz_certain(cases[i].game, cards_of(cases[i].ten), cases[i].leads);
        if (got != cases[i].want)
            fail_msg("%s: got %d", cases[i].why, got);
    }
}

/* The best of the games that are offered, as open as they may be. */
TEST(the_game_that_counts_most)
{
    static const struct skat_bot_contract offered[] = {
        {SKAT_BOT_CLUBS, SKAT_BOT_HAND},
        {SKAT_BOT_CLUBS, SKAT_BOT_HAND | SKAT_BOT_SCHNEIDER | SKAT_BOT_SCHWARZ | SKAT_BOT_OUVERT},
        {GRAND, SKAT_BOT_HAND},
        {GRAND, SKAT_BOT_HAND | SKAT_BOT_SCHNEIDER},
        {GRAND, SKAT_BOT_HAND | SKAT_BOT_SCHNEIDER | SKAT_BOT_SCHWARZ},
        {GRAND, SKAT_BOT_HAND | SKAT_BOT_SCHNEIDER | SKAT_BOT_SCHWARZ | SKAT_BOT_OUVERT},
    };
    struct rules rules = rules_official();
    struct skat_bot_view view = {.hand = cards_of(JACKS_AND_ACES), .bid = 18};
    struct skat_bot_decision decision = {.declarations = offered,
                                         .declaration_count = COUNT_OF(offered)};
    struct skat_bot_contract contract = {0};

    rules.usual_trumps = 1;
    assert_true(schwarz_game(&rules, &view, &decision, &contract));
    assert_int_equal(contract.type, GRAND);
    assert_int_equal(contract.with, offered[5].with);
    decision.declaration_count = 5; /* ouvert, without schwarz */
    assert_true(schwarz_game(&rules, &view, &decision, &contract));
    assert_int_equal(contract.with, offered[4].with);
    decision.declaration_count = 2;
    assert_true(schwarz_game(&rules, &view, &decision, &contract));
    assert_int_equal(contract.type, SKAT_BOT_CLUBS);
    decision.declaration_count = 1; /* where schwarz may not be announced */
    assert_false(schwarz_game(&rules, &view, &decision, &contract));
    decision.declaration_count = COUNT_OF(offered);
    rules.usual_trumps = 0; /* Ass: an ace above the jacks */
    assert_false(schwarz_game(&rules, &view, &decision, &contract));
    rules.usual_trumps = 1;
    view.bid = 300; /* more than it counts */
    assert_false(schwarz_game(&rules, &view, &decision, &contract));
}

/* Sächsische Spitze, where the low cards win, is a game of its own (rules.md 7.9): whether null is
 * played makes no difference to it. */
TEST(sachsenspitze_does_not_need_null)
{
    const struct skat_bot_view view = {
        .hand = cards_of("CJ SJ HJ DJ C7 S7 H7 D7 C8 S8 H8 D8"), .bid = 18, .picked_up = 1};
    struct club_player club = {.style = usual_style, .rules = rules_official()};

    club.rules.games = ALL_GAMES;
    club.rules.sachsenspitze_base = 20;
    model_discards(&club.discards);
    for (int null = 0; null < 2; null++) {
        struct skat_bot_contract contract = {0};
        cards aside = 0;
        club.style.null_games = null;
        bidding_declare(&club, &view, &contract, &aside);
        assert_int_equal(contract.type, SACHSENSPITZE);
    }
}

TEST(trumps_are_led_first)
{
    struct skat_bot_view view = {.hand = cards_of("CJ SJ HJ CA CT CK CQ SA ST HA"),
                                 .contract = {GRAND, SKAT_BOT_HAND | SKAT_BOT_SCHWARZ}};
    const skat_cards jacks = view.hand & JACKS;

    assert_true(play_as_announced(&view, view.hand) == jacks);
    view.played_count = 1; /* not on lead */
    assert_true(play_as_announced(&view, view.hand) == view.hand);
    view.played_count = 3;
    view.gone = JACKS & ~view.hand;
    assert_true(play_as_announced(&view, view.hand) == view.hand);
    view.gone = 0;
    view.contract.with = SKAT_BOT_HAND;
    assert_true(play_as_announced(&view, view.hand) == view.hand);
    view.contract.with |= SKAT_BOT_SCHWARZ;
    view.declarer = 1;
    assert_true(play_as_announced(&view, view.hand) == view.hand);
}

/* ---- stakes: break-even chances from the scorings of rules.md ---- */

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
    const struct rules one = rules_official(), other = seeger();
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
    const struct rules one = rules_official(), other = seeger();
    assert_int_equal(break_even(&one, 24, 0), 1000 * (48 - 6) / 72);
    assert_int_equal(break_even(&one, 72, 0), 1000 * (144 - 6) / 216);
    assert_int_equal(break_even(&other, 24, 0), 1000 * (138 - 17) / 212);
}

TEST(what_passing_costs_lowers_the_chance)
{
    const struct rules rules = rules_official();

    assert_true(break_even(&rules, 18, 10) < break_even(&rules, 18, 0));
    assert_true(break_even(&rules, 18, -10) > break_even(&rules, 18, 0));
}

TEST(a_game_that_costs_less_is_bid_sooner)
{
    struct rules rules = rules_official();
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
    struct rules far = rules_official(), near = rules_official();
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
    struct rules rules = rules_official();
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
    const struct skat_bot_rules from = {.size = sizeof from};
    struct rules rules = rules_official();
    rules.totals[0] = -290;
    rules.totals[2] = -100;
    rules.bock = 4;
    rules_take_over(&rules, &from);
    assert_int_equal(rules.totals[0], 0);
    assert_int_equal(rules.totals[2], 0);
    assert_int_equal(rules.bock, 1);
}

/* ---- errors: as often above as below, as much as it is told, the same each time ---- */

enum { TIMES = 40000, DEVIATION = 500 };

/* Each of the three numbers of a question moves its answer. */
static int asked(int way, unsigned i)
{
    return error_of(way == 0 ? i : 7, way == 1 ? (enum judged_thing)(i % 3) : JUDGED_CARD,
                    way == 2 ? i : i / 3, DEVIATION);
}

TEST(mean_and_deviation)
{
    for (int way = 0; way < 3; way++) {
        double sum = 0, squares = 0;
        for (unsigned i = 0; i < TIMES; i++) {
            const int error = asked(way, i);
            sum += error;
            squares += (double)error * error;
        }
        /* Four standard errors: 2.5 of the mean, and as much for the root mean square. */
        assert_true(sum / TIMES > -10 && sum / TIMES < 10);
        const double variance = squares / TIMES;
        assert_true(variance > 0.97 * DEVIATION * DEVIATION &&
                    variance < 1.03 * DEVIATION * DEVIATION);
    }
}

TEST(the_same_question_again)
{
    int differ = 0;

    for (unsigned i = 0; i < 100; i++) {
        assert_int_equal(error_of(i, JUDGED_GAME, 3, DEVIATION),
                         error_of(i, JUDGED_GAME, 3, DEVIATION));
        assert_int_equal(error_of(i, JUDGED_GAME, 3, 0), 0);
        differ += error_of(i, JUDGED_GAME, 3, DEVIATION) != error_of(i, JUDGED_GAME, 4, DEVIATION);
    }
    assert_true(differ > 90);
}

static int odds_of(int game, cards twelve, cards aside)
{
    return model_log_odds(game, twelve & ~aside, AFTER_DISCARD, 1, points_in(aside));
}

/* Without an error the discards are as good as the best of the tables; with one, they are two of
 * the twelve, and not always the same. */
TEST(discards)
{
    struct discards tables;
    cards cards_held = PLAIN(0) | PLAIN(1) | JACKS;
    int different = 0;

    while (count(cards_held) > 12)
        take(&cards_held);
    model_discards(&tables);
    for (int game = 0; game <= GRAND; game++) {
        const cards best = model_put_aside(&tables, game, cards_held);
        const cards own =
            model_put_aside_by_trial(game, cards_held, cards_held & ~JACKS, 2, 1, 1, 0);
        assert_int_equal(count(own), 2);
        assert_true(odds_of(game, cards_held, own) >= odds_of(game, cards_held, best));
    }
    const cards first_chosen =
        model_put_aside_by_trial(GRAND, cards_held, cards_held & ~JACKS, 2, 1, 0, 200);
    for (unsigned deal = 0; deal < 50; deal++) {
        const cards own =
            model_put_aside_by_trial(GRAND, cards_held, cards_held & ~JACKS, 2, 1, deal, 200);
        assert_int_equal(count(own), 2);
        assert_true(!(own & ~cards_held) && !(own & JACKS));
        different += own != first_chosen;
    }
    assert_true(different > 0);
}
