// SPDX-License-Identifier: MIT
/* arena/compare/rating.h - ratings of three or more bots from their placings on the same deals.
 *
 * All games of a unit at tables with the same bots, in any seats, give one placing: the bots ranked
 * by their mean score per seat. This averages out the luck of cards and seats first. */
#ifndef ARENA_COMPARE_RATING_H
#define ARENA_COMPARE_RATING_H

#include "arena/record/game_stats.h"
#include "arena/config/schedule.h"
#include "arena/result/run_summary.h"

struct rating;

/* `schedule` outlives it. NULL when no table has two different bots. The caller frees it. */
struct rating *rating_new(const struct schedule *schedule, int bots);
void rating_free(struct rating *rating); /* NULL is allowed */

/* Adds all `count` games of unit number `unit`. */
void rating_add_unit(struct rating *rating, uint64_t unit, const struct game_stats *games,
                     size_t count, enum stats_scoring scoring);

/* The ratings; lists come from the pool, names stay those of the caller. */
void rating_result(const struct rating *rating, const char *const *names,
                   struct bot_ratings *ratings, struct pool *pool);

#endif
