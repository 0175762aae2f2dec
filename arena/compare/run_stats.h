// SPDX-License-Identifier: MIT
/* arena/compare/run_stats.h - run statistics, with error bars: standings, pairs, ratings, a
 * detailed comparison of two bots, a sequential test.
 *
 * Takes the game statistics in schedule order: from `run` as games are played, from `verify` as it
 * reads a log. All sums are integers over complete units, so the results are the same for any
 * number of workers. Memory use does not grow with the number of games. */
#ifndef ARENA_COMPARE_RUN_STATS_H
#define ARENA_COMPARE_RUN_STATS_H

#include "arena/compare/redeals.h"
#include "arena/record/game_stats.h"
#include "arena/config/comparison_plan.h"
#include "arena/result/run_summary.h"

struct run_stats;

/* All arguments outlive the statistics. The caller frees it. Tables of recorded games may be added
 * to the schedule until their statistics come; `bots` is then an upper limit. Recorded games give
 * standings and pairs, but no ratings. */
struct run_stats *run_stats_new(const struct skat_rules *rules, const struct schedule *schedule,
                                const struct comparison_plan *compared, const char *const *names,
                                int bots);
void run_stats_free(struct run_stats *stats); /* NULL is allowed */

/* Where the re-deals of a run come from, if the comparison has some: what those of a deal, counted
 * over all sessions, change. It is asked once for each deal, in ascending order; false: they cannot
 * be read, which the caller knows. NULL: from nowhere. Set before games are added. */
void run_stats_take_redeals(struct run_stats *stats,
                            bool (*change_of)(void *context, uint64_t deal,
                                              struct redeal_change *change),
                            void *context);

/* What a unit says of the two that are compared: all that a sequential test rests on. */
struct unit_sums {
    int64_t difference; /* a - b, in fractions of a point that depend on the schedule */
    int64_t failed[2];  /* deals in which only a, or only b, was at fault */
    int64_t faults[2];  /* games that ended by a fault of a, or of b */
    int64_t deals, divergent;
};

/* Who is told the sums of each unit as it ends; zeros where no two bots are compared. Set before
 * games are added. */
void run_stats_watch(struct run_stats *stats,
                     void (*unit)(void *context, const struct unit_sums *sums), void *context);

/* Adds the next unit of the schedule by its sums alone: the difference of the two, its test and the
 * verdict are those of its games, the rest is not. Do not mix it with run_stats_add(). Returns
 * false once the test has decided, as that does. */
bool run_stats_add_sums(struct run_stats *stats, const struct unit_sums *sums);
/* How many units were added. */
uint64_t run_stats_units(const struct run_stats *stats);

/* Adds the next game of the schedule. Returns false once the test has decided: games after the deal
 * (session) that decided do not count. */
bool run_stats_add(struct run_stats *stats, const struct game_stats *game);

/* Has the sequential test come to a verdict, so that no more games are needed? */
bool run_stats_decided(const struct run_stats *stats);

/* Games that were not played because their deals are bid alike (match/worker.c). */
uint64_t run_stats_unplayed(const struct run_stats *stats);

/* Deals between evaluations of the test: a run split at multiples of this can stop exactly at the
 * verdict. UINT64_MAX if it may be split anywhere. */
uint64_t run_stats_block_deals(const struct run_stats *stats);

/* "+0.42 (-0.30 to +1.14), LLR 1.21 in -2.94 .. 2.94": the difference so far of a run that compares
 * two bots, with the interval that its verdict has, for its progress, whose line may end early; ""
 * if there is none. Without a test it is no reason to stop: the intervals of a running comparison
 * cross zero by chance now and then. A test with a margin has no LLR. */
void run_stats_progress(const struct run_stats *stats, char *text, size_t size);
/* "new - old": whose difference that is; "" if no two are compared. */
void run_stats_pair(const struct run_stats *stats, char *text, size_t size);

/* All numbers with error bars (docs/formats.md); texts and lists come from the pool. `log` is the
 * path of games.jsonl, or NULL without a log. */
void run_stats_numbers(const struct run_stats *stats, const char *log, struct run_numbers *numbers,
                       struct pool *pool);

#endif
