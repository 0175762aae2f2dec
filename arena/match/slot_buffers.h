// SPDX-License-Identifier: MIT
/* arena/match/slot_buffers.h - where the results of a unit are kept: its lines, game statistics and
 * fault reports. A worker writes them to memory that it shares with the supervisor; the supervisor
 * copies them to memory of its own before it checks and uses them. */
#ifndef ARENA_MATCH_SLOT_BUFFERS_H
#define ARENA_MATCH_SLOT_BUFFERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arena/record/game_stats.h"

struct slot_buffers {
    char *text;               /* the games' lines, in the order of play; NULL without a log */
    uint32_t *lines;          /* where each line begins and ends in it, in schedule order */
    struct game_stats *stats; /* in schedule order; NULL when not wanted */
    char *reports;            /* the lines about faults */
};

/* The bytes of each; 0 for one that is not wanted. */
struct slot_sizes {
    size_t text, lines, stats, reports;
};

/* For units of up to `games` games, every one of them with the longest line and a fault. */
struct slot_sizes slot_sizes_of(uint32_t games, bool log, bool stats);

/* Maps zeroed memory for `slots` slots, which costs only what is written to it. `sharing`:
 * MAP_SHARED with children that are forked later, or MAP_PRIVATE. False, and errno, if there is
 * none; what was mapped is closed by slot_buffers_close(). */
bool slot_buffers_open(struct slot_buffers *buffers, const struct slot_sizes *sizes, int slots,
                       int sharing);
/* With the same sizes and slots; of a zeroed struct, too. */
void slot_buffers_close(const struct slot_buffers *buffers, const struct slot_sizes *sizes,
                        int slots);

/* Those of one slot. */
struct slot_buffers slot_buffers_at(const struct slot_buffers *buffers,
                                    const struct slot_sizes *sizes, int slot);

#endif
