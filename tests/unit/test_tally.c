// SPDX-License-Identifier: MIT
/* tests/unit/test_tally.c - what is counted over games: the worked example of money (Swedish text,
 * table IV), scorings. */
#include "arena/record/tally.h"
#include "tests/unit/engine_helpers.h"
#include "tests/unit/unit_test.h"

enum { FRANZ, SVEN, GUENTER, PLAYERS };

/* A deal that adds these classic scores, as declared by the one who scored, to a session if there
 * is one. */
static void add_deal(struct tally *tally, const struct skat_rules *rules,
                     struct skat_session *session, int declarer, int points)
{
    static struct skat_game game; /* large, and used one at a time */
    const uint8_t table[SKAT_SEATS_MAX] = {FRANZ, SVEN, GUENTER};
    struct game_outcome outcome = {
        .seats = PLAYERS,
        .seat_of = {0, 1, 2},
        .result = {.won = points > 0, .value = 24, .doubling = 1, .bock = 1},
    };

    memset(&game, 0, sizeof game);
    game.rules = rules;
    game.table.declarer = (uint8_t)declarer;
    game.fault = SKAT_NOBODY;
    outcome.score[declarer] = outcome.classic[declarer] = points;
    if (session) {
        struct skat_deal_event event = {.result = &outcome.result, .grand_hand = -1};
        event.score[declarer] = event.classic[declarer] = points;
        skat_session_add(session, &event, &outcome.news);
        outcome.in_session = true;
    }
    tally_add(tally, &game, &outcome, table);
}

/* The three games of the source. Where payments are rounded, to `unit`, in thousandths as the
 * stake, they are games of a session of so many deals. */
static struct tally protocol(int stake, int scoring, int unit, int deals)
{
    static const struct {
        int declarer, points;
    } games[] = {{FRANZ, 27}, {GUENTER, -80}, {GUENTER, 33}};
    static struct skat_rules rules;
    static struct skat_session session;
    struct tally tally = {0};

    skat_rules_official(&rules);
    rules.money_stake = stake;
    rules.scoring_system = scoring;
    rules.money_rounding = unit;
    rules.deals = unit ? deals : rules.deals;
    assert_true(skat_rules_prepare(&rules, NULL));
    assert_true(rules.derived.carries == (unit > 0));
    skat_session_start(&session, &rules);
    for (size_t i = 0; i < COUNT_OF(games); i++)
        add_deal(&tally, &rules, unit ? &session : NULL, games[i].declarer, games[i].points);
    return tally;
}

/* Swedish text, table IV: 27, 0 and -47. At 0.10 a point Sven pays Franz 2.70; Günter pays Franz
 * 7.40, Sven 4.70. */
TEST(money_is_settled_between_each_two)
{
    struct tally tally = protocol(100, SKAT_SCORING_CLASSIC, 0, 0);
    assert_int_equal(tally.bots[FRANZ].points, 27);
    assert_int_equal(tally.bots[SVEN].points, 0);
    assert_int_equal(tally.bots[GUENTER].points, -47);
    assert_int_equal(tally.bots[FRANZ].money, 27 + 74);
    assert_int_equal(tally.bots[SVEN].money, -27 + 47);
    assert_int_equal(tally.bots[GUENTER].money, -74 - 47);
}

/* Swedish text: "the extra points are never counted for money". Franz won one game, two others lost
 * one. */
TEST(seegers_extras_bring_no_money)
{
    struct tally tally = protocol(100, SKAT_SCORING_SEEGER_FABIAN, 0, 0);
    assert_int_equal(tally.bots[FRANZ].seeger_extras, 50 + 40);
    assert_int_equal(tally.bots[SVEN].seeger_extras, 40);
    assert_int_equal(tally.bots[GUENTER].seeger_extras, -50 + 50);
    assert_int_equal(tally.bots[FRANZ].money, 27 + 74);
    tally = protocol(0, SKAT_SCORING_CLASSIC, 0, 0); /* and without a stake there is none */
    assert_int_equal(tally.bots[FRANZ].money, 0);
}

TEST(money_is_rounded_for_each_two)
{
    static const struct {
        const char *from;
        int stake, unit, deals, paid[PLAYERS]; /* in units */
    } cases[] = {
        {"Swedish text, Slutsammanräkning: 2.70, 7.40, 4.70 are 3, 7, 5",
         100,
         1000,
         3,
         {3 + 7, -3 + 5, -7 - 5}},
        {"rules.md 11: 13.50, 37, 23.50, a half up", 500, 1000, 3, {14 + 37, -14 + 24, -37 - 24}},
        {"2.70, 7.40, 4.70 in fives are 5, 5, 5", 100, 5000, 3, {1 + 1, -1 + 1, -1 - 1}},
        {"nothing is lost in large numbers: 27, 74, 47 times the highest stake",
         1000000000,
         1000000,
         3,
         {101000, 20000, -121000}},
        {"paid at the end of the session, which has another deal", 100, 1000, 6, {0, 0, 0}},
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct tally tally =
            protocol(cases[i].stake, SKAT_SCORING_CLASSIC, cases[i].unit, cases[i].deals);
        for (int player = 0; player < PLAYERS; player++)
            if (tally.bots[player].paid != cases[i].paid[player])
                fail_msg("%s: player %d got %lld, not %d", cases[i].from, player,
                         (long long)tally.bots[player].paid, cases[i].paid[player]);
        assert_int_equal(tally.bots[FRANZ].money, 27 + 74);
    }
}

/* Sums are the same however the games are split (1 worker or 8). */
TEST(tallies_merge)
{
    struct tally whole = protocol(100, SKAT_SCORING_CLASSIC, 0, 0), halves = whole;
    tally_merge(&halves, &whole, PLAYERS);
    assert_int_equal(halves.games, 2 * whole.games);
    assert_int_equal(halves.bots[GUENTER].money, 2 * whole.bots[GUENTER].money);
    assert_true(halves.signature == 2 * whole.signature);
    tally_clear(&halves, PLAYERS);
    assert_int_equal(halves.bots[GUENTER].points, 0);
}
