// SPDX-License-Identifier: MIT
/* arena/match/unit_result.h - takes what a worker has left in shared memory of a unit. Bots in the
 * worker can write there, too, by accident or on purpose, and while it is read: so it is copied
 * first, then checked, and only the copy is used. */
#ifndef ARENA_MATCH_UNIT_RESULT_H
#define ARENA_MATCH_UNIT_RESULT_H

#include "arena/match/worker_pool.h"

/* A unit of work, as the supervisor has handed it out. */
struct unit {
    uint64_t number;
    uint64_t first_deal; /* counted over all sessions */
    uint32_t deals;
    uint32_t skip,
        games;     /* it has so many games, after those of its first deal that earlier units have */
    uint32_t more; /* so many units after it have the rest of its deal */
    bool assigned; /* to the slot that it belongs to */
    bool alone;    /* its games are not played side by side: work_slot */
};

/* The result of the unit that was taken last. The buffers have room for any unit; they are the
 * supervisor's own. */
struct unit_result {
    uint32_t played;
    struct tally tally;
    struct slot_buffers buffers;
    uint32_t text_length, reports_length;
};

/* After the pool. Workers cannot write to this memory: it is not shared. */
void unit_result_open(struct unit_result *result, const struct worker_pool *pool);
void unit_result_close(struct unit_result *result, const struct worker_pool *pool);

/* Copies the result of a unit from its slot. False if it cannot be one: wrong lengths or counts,
 * lines that are none or name other games, game statistics out of range. `may_be_cut`: the worker
 * was told to stop, and may have played only a part of the games; of such a unit nothing else is
 * copied. */
bool unit_result_take(struct unit_result *result, const struct worker_pool *pool, int worker,
                      int slot, const struct unit *unit, bool may_be_cut);

/* Whether an unfinished unit can be continued: what was played of it is within its bounds. */
bool unit_can_continue(const struct worker_pool *pool, const struct unit *unit,
                       const struct work_slot *slot);

#endif
