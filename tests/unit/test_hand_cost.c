// SPDX-License-Identifier: MIT
/* tests/unit/test_hand_cost.c - what one hand that is thrown away costs between two bots, counted
 * by hand from docs/rules.md. */
#include "arena/config/comparison_plan.h"
#include "arena/config/hand_cost.h"
#include "tests/unit/statistics_helpers.h"
#include "tests/unit/unit_test.h"

#define RAMSCH "auction=none passed_in=ramsch"

/* Bots 0 and 1, and 2 and 3 beside them. */
static struct schedule schedule_of(enum schedule_kind kind, enum seatings seatings, int bots,
                                   int seats)
{
    static const int members[] = {0, 1, 2, 3};
    struct schedule schedule = {
        .kind = kind, .seatings = seatings, .seats = seats, .sessions = 1, .deals = 36};

    assert_null(schedule_build(&schedule, members, bots));
    return schedule;
}

/* A hand bids 264 (grand ouvert with four: 11 times 24). One loses 540 (2 x 270) in diamonds with
 * it in one of three games; the other has it in the other two, beside a partner who shares. Of
 * `regress`, fifteen games: the three and three of a duel, and six beside either third bot: of
 * these one has the hand in two, the other in two. In ramsch one has all 120 points, doubled for a
 * virgin, or the other a march of 120, which is shared; a fault costs twice the march, and all
 * points at least (rules.md 8.3). */
TEST(by_hand)
{
    enum { DUEL, REGRESS, SEEGER };
    static const struct {
        const char *what, *options;
        int kind;
        double want;
    } cases[] = {
        {"duel", NULL, DUEL, (540 + 132 + 132) / 3.0},
        {"regress", NULL, REGRESS, ((540 + 132 + 132) + 2 * 2 * (540 + 264)) / 15.0},
        {"50 for the game, 40 for each opponent of a lost one", NULL, SEEGER,
         (590 + 40 + 157 + 157) / 3.0},
        {"kontra and re", "kontra.levels=2", DUEL, 4 * 268},
        {"bock", "bock.triggers=kontra_lost kontra.levels=1 bock.factor=3", DUEL, 6 * 268},
        {"losses that count once, but for faults", "value.lost_factor=1", DUEL, 268},
        {"losses that count three times", "value.lost_factor=3", DUEL, (810 + 264) / 3.0},
        {"ramsch", RAMSCH, DUEL, (240 + 60 + 60) / 3.0},
        {"schieberamsch", "auction=none passed_in=schieberamsch", DUEL, (8 * 240 + 60 + 60) / 3.0},
        {"no virgins", RAMSCH " ramsch.virgin=off", DUEL, (240 + 60 + 60) / 3.0},
        {"20, 30 and 50", RAMSCH " ramsch.score=amounts ramsch.tie=last_trick ramsch.march=0", DUEL,
         120 / 3.0},
        {"as conceded", RAMSCH " ramsch.virgin=off faults=conceded", DUEL, (120 + 60 + 60) / 3.0},
    };

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const bool regress = cases[i].kind == REGRESS;
        const struct schedule schedule = schedule_of(regress ? SCHEDULE_AGAINST : SCHEDULE_DUEL,
                                                     SEATINGS_ROTATIONS, regress ? 4 : 2, 3);
        struct skat_rules rules;
        rules_of(&rules, cases[i].options);
        const double got = hand_cost(&rules, &schedule, 0, 1,
                                     cases[i].kind == SEEGER ? STATS_SEEGER : STATS_CLASSIC);
        check_close(cases[i].what, got, cases[i].want, 1e-9);
    }
}

/* A session has 36 deals, and one hand of them is thrown away. */
TEST(a_unit_is_guarded_by_its_share_of_a_hand)
{
    struct schedule schedule = schedule_of(SCHEDULE_DUEL, SEATINGS_ROTATIONS, 2, 3);
    struct comparison_plan plan = {.a = 0, .b = 1};
    struct skat_rules rules;

    rules_of(&rules, "kontra.levels=2");
    check_close("a deal", comparison_plan_hand(&plan, &rules, &schedule, 0, 1, STATS_CLASSIC),
                4 * 268, 1e-9);
    schedule.whole_sessions = true;
    check_close("a session", comparison_plan_hand(&plan, &rules, &schedule, 0, 1, STATS_CLASSIC),
                4 * 268 / 36.0, 1e-9);
    plan.allow_for = ALLOW_FOR_NONE;
    check_close("none", comparison_plan_hand(&plan, &rules, &schedule, 0, 1, STATS_CLASSIC), 0, 0);
}

/* ---- random games ---- */

/* Points of a hand of all games, whoever has it. */
static double points_of_hand(const struct game_stats *stats, int scoring)
{
    double most = 0;

    for (int seat = 0; seat < SKAT_PLAYERS; seat++)
        most = fmax(most, fabs((double)stats->score[scoring][seat]));
    return most;
}

/* No game that is played at random, without a fault, brings anybody more than hand_range_of(). */
TEST(no_game_is_beyond_the_range)
{
    enum { GAMES = 12 };
    uint64_t random = 20261128;
    double closest = 0;

    for (int set = 0; set < 45; set++) {
        struct skat_rules rules;
        rules_random_of_any(&rules, set, &random);
        for (int i = 0; i < GAMES; i++) {
            struct skat_game game;
            struct game_outcome outcome;
            struct game_stats stats;
            const struct game_id id = {0};
            start_random(&game, &rules, &random);
            while (random_step(&game, &random))
                ;
            game_outcome_of_game(&game, &id, GAME_OK, &outcome);
            game_stats_of(&stats, &game, &outcome, "");
            for (int scoring = 0; scoring < STATS_SCORINGS; scoring++) {
                const struct hand_range range = hand_range_of(&rules, (enum stats_scoring)scoring);
                const double share =
                    points_of_hand(&stats, scoring) / fmax(-range.lowest, range.highest);
                if (share > 1)
                    fail_msg("set %d, scoring %d: %g times the range", set, scoring, share);
                closest = fmax(closest, share);
            }
        }
    }
    check_between("share that was reached", closest, 0.2, 1);
}
