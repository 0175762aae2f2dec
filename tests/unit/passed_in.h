// SPDX-License-Identifier: MIT
/* tests/unit/passed_in.h - the statistics of a game that is passed in, for tests to change. */
#ifndef SKAT_TESTS_PASSED_IN_H
#define SKAT_TESTS_PASSED_IN_H

#include "arena/config/schedule.h"
#include "arena/record/game_stats.h"

/* The game of a deal at table `place` of the schedule's. */
static inline struct game_stats passed_in_game(const struct schedule *schedule, uint64_t deal,
                                               uint32_t place)
{
    const struct game_id id = schedule_game(schedule, deal, place);

    return (struct game_stats){.game = id.game,
                               .session = id.session,
                               .deal = id.deal,
                               .arrangement = id.arrangement,
                               .seats = SKAT_PLAYERS,
                               .seat_of = {0, 1, 2},
                               .kind = STATS_PASSED_IN,
                               .declarer = SKAT_NOBODY,
                               .kontra_by = SKAT_NOBODY,
                               .fault_seat = SKAT_NOBODY,
                               .bock = 1};
}

#endif
