// SPDX-License-Identifier: MIT
/* arena/match/slot_buffers.h - what a worker leaves of a unit for the supervisor, in memory that
 * they share: lines, game statistics and moves of its games, fault reports, re-deals. */
#ifndef ARENA_MATCH_SLOT_BUFFERS_H
#define ARENA_MATCH_SLOT_BUFFERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arena/compare/redeals.h"
#include "arena/config/config.h"
#include "arena/record/game_stats.h"
#include "arena/record/played_moves.h"

/* Where the texts of a game begin and end: its line, and the line about its fault, which is empty
 * for a game without one. */
struct game_lines {
    uint32_t begin, end;
    uint32_t report_begin, report_end;
};

/* The re-deals of a deal: where the line begins and ends, and what it changes. */
struct redealt_deal {
    uint32_t begin, end;
    struct redeal_change change;
};

/* Games are in schedule order: those of a deal, by place, after those of the deal before. What is
 * not wanted is NULL. */
struct slot_buffers {
    char *text;               /* the games' lines, in the order of play */
    struct game_lines *lines; /* of each game */
    struct game_stats *stats;
    struct played_moves *moves;
    char *reports;                /* the lines about faults, in the order of play */
    struct deal_bids *bids;       /* of each deal, where bids alone are compared */
    struct redealt_deal *redealt; /* of each deal, and their lines: */
    char *redeals;
};

/* The bytes of each; 0 for one that is not wanted. */
struct slot_sizes {
    size_t text, lines, stats, moves, reports, bids, redealt, redeals;
};

/* For units of up to `deals` deals at so many places, every game with the longest line and a fault,
 * every deal with re-deals. */
struct slot_sizes slot_sizes_of(uint32_t deals, int places, const struct config *config, bool stats,
                                bool moves);
/* The bytes of all buffers of a slot, in whole pages. */
size_t slot_bytes(const struct slot_sizes *sizes);

/* The buffers of a slot in zeroed memory of slot_bytes(). */
struct slot_buffers slot_buffers_in(void *memory, const struct slot_sizes *sizes);

#endif
