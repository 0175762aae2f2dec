// SPDX-License-Identifier: MIT
/* arena/match/unit_result.h - takes what workers have left in shared memory of a unit, and puts the
 * games of its parts into schedule order. Bots in a worker can write there, too, by accident or on
 * purpose, and while it is read: so it is copied first, then checked, and only the copy is used. */
#ifndef ARENA_MATCH_UNIT_RESULT_H
#define ARENA_MATCH_UNIT_RESULT_H

#include "arena/match/worker_pool.h"

/* Consecutive deals of the run, with all their games. */
struct unit {
    uint64_t number;
    uint64_t first_deal; /* counted over all sessions */
    uint32_t deals;
};

/* A part of a unit, the games at one place, as the supervisor has handed it out to a worker. */
struct assigned_part {
    struct unit unit;
    bool assigned;   /* to the slot that it belongs to */
    bool one_by_one; /* its games are not played side by side: work_slot */
    bool closed;     /* a bot has closed descriptors in it, and it is not known yet which */
};

/* Where the part of a unit at a place was handed out to. */
struct part_slot {
    int worker; /* -1: to nobody yet */
    int slot;
};
struct placed_part {
    struct part_slot slot;
    bool over;     /* what it has for the parts after it is kept: */
    bool recorded; /* the moves of some of its games */
};

/* Whether a worker has reported a part as finished. */
static inline bool placed_part_is_done(const struct placed_part *part,
                                       const struct worker_pool *pool)
{
    const struct part_slot slot = part->slot;

    return slot.worker >= 0 &&
           atomic_load(&worker_pool_shm(pool, slot.worker)->slots[slot.slot].state) ==
               WORK_SLOT_DONE;
}

/* The result of the unit that was taken last: its games in schedule order. The buffers have room
 * for any unit; they are the supervisor's own. */
struct unit_result {
    uint32_t played;             /* and skipped */
    struct tally tally, of_part; /* of the part that was taken last */
    void *memory;                /* of the buffers */
    struct slot_buffers buffers;
    struct slot_sizes sizes;
    uint32_t text_length, reports_length;
};

/* After the pool. Workers cannot write to this memory: it is not shared. */
void unit_result_open(struct unit_result *result, const struct worker_pool *pool);
void unit_result_close(struct unit_result *result);

/* Copies the result of a unit from the slots of its parts, by place. Returns -1, or the place of a
 * part that cannot be one: wrong lengths or counts, lines that are none or name other games, game
 * statistics out of range. `bids`: of each deal; the games of those that are bid alike were not
 * played. NULL: all were. `may_be_cut`: the workers were told to stop, and may have
 * played only a part of the games, which then all count as not played. */
int unit_result_take(struct unit_result *result, const struct worker_pool *pool,
                     const struct unit *unit, const struct placed_part *parts,
                     const struct deal_bids *bids, bool may_be_cut);

/* Whether an unfinished part can be continued: what was played of it is within its bounds. */
bool assigned_part_can_continue(const struct worker_pool *pool, const struct assigned_part *part,
                                const struct work_slot *slot, const struct deal_bids *bids);

#endif
