/* arena/match/unit_check.h - whether what a worker has left in shared memory can be the result of its
 * unit. Bots in the worker can write there, too, by accident or on purpose. */
#ifndef ARENA_MATCH_UNIT_CHECK_H
#define ARENA_MATCH_UNIT_CHECK_H

#include "arena/match/worker_pool.h"

/* A unit of work, as the supervisor has handed it out. */
struct unit {
    uint64_t number;
    uint64_t first_deal; /* counted over all sessions */
    uint32_t deals, games;
    bool assigned; /* to the slot that it belongs to */
};

/* Whether `result`, a copy of the slot, has a possible result of the unit: all its games, or with
 * `may_be_cut` some of them. Checks lengths, counts, where the lines lie and which games they name, and
 * the game statistics. */
bool unit_is_sound(const struct worker_pool *pool, int worker, int slot, const struct unit *unit,
                   const struct work_slot *result, bool may_be_cut);

/* Whether an unfinished unit can be continued: what was played of it is within its bounds. */
bool unit_can_continue(const struct worker_pool *pool, const struct unit *unit,
                       const struct work_slot *slot);

/* Copies game statistics and checks their ranges, for game number `game` of the unit in schedule
 * order. */
bool unit_game_stats(const struct worker_pool *pool, int worker, int slot, const struct unit *unit,
                     uint32_t game, struct game_stats *stats);

#endif
