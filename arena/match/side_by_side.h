// SPDX-License-Identifier: MIT
/* arena/match/side_by_side.h - the games of a part of a unit, many at a time, for bots that answer
 * many games in one call (skat_bot_module.batch).
 *
 * Each table has its own players. A game advances until its next decision is that of such a bot;
 * when all games wait, the bot with most questions is asked in one call. So a network or another
 * process answers as many questions at once as there are tables, and the cost of a call is shared
 * by them.
 *
 * Results are those of one game at a time: each game depends only on its own deal, players and
 * random numbers. A fault is not charged here. The part is then played again one game at a time,
 * which shows whose fault it is, and which game it costs; so a log does not show how it was played.
 */
#ifndef ARENA_MATCH_SIDE_BY_SIDE_H
#define ARENA_MATCH_SIDE_BY_SIDE_H

#include "arena/match/worker_table.h"

struct side_by_side;

/* Opens so many tables. `leaders`, which outlives them, has one player of each bot. What cannot
 * start ends the process. */
struct side_by_side *side_by_side_open(const struct worker_bots *bots,
                                       const struct worker_table *leaders, int tables);
/* After its parts. */
void side_by_side_close(struct side_by_side *all);

/* Plays the games of a part, of its deals in these buffers that are not skipped, and calls
 * finished(context, table) when one has ended, in any order. False: a fault; the part has to be
 * played again, and these tables are in the middle of games. */
bool side_by_side_play(struct side_by_side *all, const struct work_slot *part,
                       const struct slot_buffers *buffers,
                       void (*finished)(void *context, const struct worker_table *table),
                       void *context);

/* worker_table_move() for all tables; NULL has none. */
void side_by_side_move(const struct side_by_side *all, const cpu_set_t *allowed, int processor);

#endif
