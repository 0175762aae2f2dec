// SPDX-License-Identifier: MIT
/* tests/unit/test_largest_difference.c - how far apart two bots can be on a deal, counted by hand
 * from docs/rules.md. */
#include "arena/config/largest_difference.h"
#include "tests/unit/engine_helpers.h"
#include "tests/unit/statistics_helpers.h"

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

static double largest(const char *options, enum schedule_kind kind, int bots,
                      enum stats_scoring scoring)
{
    struct skat_rules rules;
    struct schedule schedule = schedule_of(kind, SEATINGS_ROTATIONS, bots, 3);

    rules_of(&rules, options);
    return largest_difference(&rules, &schedule, 0, 1, scoring);
}

/* A hand bids 264 (grand ouvert with four: 11 times 24). One loses 540 (2 x 270) in diamonds with
 * it in one of three games; the other has it in the other two, beside a partner who shares. */
static void official_rules(void **state)
{
    (void)state;
    check_close("duel", largest(NULL, SCHEDULE_DUEL, 2, STATS_CLASSIC), (540 + 132 + 132) / 3.0,
                1e-9);
    /* Fifteen games: the three and three of a duel, and six beside either third bot: of these one
     * has the hand in two, the other in two. */
    check_close("regress", largest(NULL, SCHEDULE_AGAINST, 4, STATS_CLASSIC),
                ((540 + 132 + 132) + 2 * 2 * (540 + 264)) / 15.0, 1e-9);
    /* 50 for the game, and 40 for each opponent of a lost one. */
    check_close("Seeger", largest(NULL, SCHEDULE_DUEL, 2, STATS_SEEGER),
                (590 + 40 + 157 + 157) / 3.0, 1e-9);
}

static void what_doubles(void **state)
{
    (void)state;
    check_close("kontra and re", largest("kontra.levels=2", SCHEDULE_DUEL, 2, STATS_CLASSIC),
                4 * 268, 1e-9);
    check_close("bock",
                largest("bock.triggers=kontra_lost kontra.levels=1 bock.factor=3", SCHEDULE_DUEL, 2,
                        STATS_CLASSIC),
                6 * 268, 1e-9);
    check_close("losses that count once, but for faults",
                largest("lost_factor=1", SCHEDULE_DUEL, 2, STATS_CLASSIC), 268, 1e-9);
    check_close("losses that count three times",
                largest("lost_factor=3", SCHEDULE_DUEL, 2, STATS_CLASSIC), (810 + 264) / 3.0, 1e-9);
}

/* All 120 points, doubled for a virgin; or a march of 120 for the other, who shares it. */
static void ramsch(void **state)
{
    (void)state;
    check_close("ramsch",
                largest("no_auction=true passed_in=ramsch", SCHEDULE_DUEL, 2, STATS_CLASSIC),
                (240 + 60 + 60) / 3.0, 1e-9);
    check_close("schieberamsch",
                largest("no_auction=true passed_in=schieberamsch", SCHEDULE_DUEL, 2, STATS_CLASSIC),
                (8 * 240 + 60 + 60) / 3.0, 1e-9);
    /* A fault costs twice the march of 120, and all points at least (rules.md 8.3). */
    check_close("no virgins",
                largest("no_auction=true passed_in=ramsch ramsch.virgin=off", SCHEDULE_DUEL, 2,
                        STATS_CLASSIC),
                (240 + 60 + 60) / 3.0, 1e-9);
    check_close("20, 30 and 50",
                largest("no_auction=true passed_in=ramsch ramsch.score=fixed_20_30_50",
                        SCHEDULE_DUEL, 2, STATS_CLASSIC),
                120 / 3.0, 1e-9);
    check_close("as conceded",
                largest("no_auction=true passed_in=ramsch ramsch.virgin=off fault_value=conceded",
                        SCHEDULE_DUEL, 2, STATS_CLASSIC),
                (120 + 60 + 60) / 3.0, 1e-9);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(official_rules),
        cmocka_unit_test(what_doubles),
        cmocka_unit_test(ramsch),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
