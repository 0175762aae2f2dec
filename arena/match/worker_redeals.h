// SPDX-License-Identifier: MIT
/* arena/match/worker_redeals.h - the re-deals of a unit, played by the worker that has played its
 * games (arena/compare/redeal_case.h; docs/statistics.md, Re-deals, says why).
 *
 * It takes several tasks: the counterpart of the deal is played, other deals are tried up to the
 * difference, and each re-deal is played both ways. Isolated bots have a table for each task, with
 * processes of their own that last for many deals, so none sees a deal twice, nor the hand of a
 * case; others sit at the worker's table. A task in which a bot fails costs its case. If the worker
 * dies of it, its next process plays the deal's re-deals anew, up to that task and beyond. */
#ifndef ARENA_MATCH_WORKER_REDEALS_H
#define ARENA_MATCH_WORKER_REDEALS_H

#include "arena/match/worker_table.h"

struct worker_redeals;

/* `bots` and `table`, that of bots that are not isolated, outlive it. */
struct worker_redeals *worker_redeals_open(const struct worker_bots *bots,
                                           struct worker_table *table);
/* Ends the players of its tables. NULL is allowed. */
void worker_redeals_close(struct worker_redeals *all);

/* Plays the re-deals of deal `number`, counted over all sessions, if the two bots played it
 * differently. `moves` and `stats` are those of its games, by place. Writes the line of
 * redeals.jsonl (REDEAL_LINE_SIZE of the places), and what it changes to *change, which is zero;
 * returns its length, 0: none.
 */
size_t worker_redeals_play(struct worker_redeals *all, uint64_t number,
                           const struct played_moves moves[], const struct game_stats stats[],
                           char *line, struct redeal_change *change);

#endif
