// SPDX-License-Identifier: MIT
/* arena/match/slot_buffers.h - where the results of games are kept: their lines, game statistics
 * and fault reports. A worker writes those of a part of a unit to memory that it shares with the
 * supervisor; the supervisor copies those of a whole unit to memory of its own before it checks and
 * uses them. */
#ifndef ARENA_MATCH_SLOT_BUFFERS_H
#define ARENA_MATCH_SLOT_BUFFERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arena/config/given_deals.h"
#include "arena/record/game_stats.h"
#include "arena/record/played_moves.h"

/* Where the texts of a game begin and end: its line, and the line about its fault, which is empty
 * for a game without one. */
struct game_lines {
    uint32_t begin, end;
    uint32_t report_begin, report_end;
    uint32_t recorded; /* its moves are in slot_buffers.records, for other places */
};

/* The moves of a game that was played at another place of the deal, as players may have to know
 * them (kept_answers.h). */
enum { PLAYED_RECORD_SIZE = 508 }; /* a game has some 200 characters; longer ones are not kept */
struct played_record {
    uint32_t arrangement;
    char moves[PLAYED_RECORD_SIZE]; /* "": none */
};
/* Most of them for a deal: as many as a store keeps for each of three players. */
enum { PLAYED_RECORDS_MAX = 18 };

struct slot_buffers {
    struct dealt *deals;        /* to be played; a worker's only */
    char *text;                 /* the games' lines, in the order of play; NULL without a log */
    struct game_lines *lines;   /* of each game, in schedule order */
    struct game_stats *stats;   /* in schedule order; NULL when not wanted */
    struct played_moves *moves; /* the same; a worker's only */
    bool *skipped;              /* games that are not played; NULL: all are. A worker's only */
    char *reports;              /* the lines about faults */
    /* Where games of a deal are of use for its later ones, or NULL: the moves of each game; and,
     * for each deal, what was played of it before. */
    char (*records)[PLAYED_RECORD_SIZE];
    struct played_record (*before)[PLAYED_RECORDS_MAX];
};

/* The bytes of each; 0 for one that is not wanted. */
struct slot_sizes {
    size_t deals, text, lines, stats, moves, skipped, reports, records, before;
};

/* For up to `games` games, every one of them with the longest line and a fault. */
struct slot_sizes slot_sizes_of(uint32_t games, bool log, bool stats, bool moves,
                                bool keeps_answers, bool skips);
/* The bytes of all buffers of a slot, in whole pages. */
size_t slot_bytes(const struct slot_sizes *sizes);

/* The buffers of a slot in zeroed memory of slot_bytes(). */
struct slot_buffers slot_buffers_in(void *memory, const struct slot_sizes *sizes);

#endif
