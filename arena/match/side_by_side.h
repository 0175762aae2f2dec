// SPDX-License-Identifier: MIT
/* arena/match/side_by_side.h - the games of a unit at a place, many at a time, for bots that answer
 * many games in one call (skat_bot_module.batch), and for isolated bots: the process of a seat
 * has an instance for each table, and gets the questions of all of them in one message.
 *
 * Each table has its own players. A game advances until its next decision is that of such a bot;
 * when all games wait, the bot or process with most questions is asked in one call. So a network or
 * another process answers as many questions at once as there are tables, and the cost of a call is
 * shared by them.
 *
 * Results are those of one game at a time: each game depends only on its own deal, players and
 * random numbers. A fault is not charged here. The unit is then played again one game at a time,
 * which shows whose fault it is, and which game it costs; so a log does not show how it was played.
 */
#ifndef ARENA_MATCH_SIDE_BY_SIDE_H
#define ARENA_MATCH_SIDE_BY_SIDE_H

#include "arena/match/worker_table.h"

struct side_by_side;

/* Opens so many tables with the players that a place needs, or WORKER_ANY_PLACE. `leaders`, which
 * outlives them, has one player of each bot. What cannot start ends the process. For isolated bots
 * `leaders` has all players of the place, and tables are opened when they are used. */
struct side_by_side *side_by_side_open(const struct worker_bots *bots,
                                       const struct worker_table *leaders, uint32_t place,
                                       int tables);
/* After its games. */
void side_by_side_close(struct side_by_side *all);

/* The games of a unit at a place. */
struct side_games {
    const struct unit *unit;
    uint32_t place;
    bool (*is_skipped)(void *context, uint32_t deal); /* 0.. of the unit: it is not played */
    void (*finished)(void *context, const struct worker_table *table); /* in any order */
    void *context;
};

/* Plays them. False: a fault; the unit has to be played again, and these tables are in the middle
 * of games. */
bool side_by_side_play(struct side_by_side *all, const struct side_games *games);

#endif
