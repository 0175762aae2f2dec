/* arena/compare/run_stats.h - what a run says about its bots, with error bars: standings, pairs, ratings, a
 * comparison of two in detail, a sequential test.
 *
 * Fed with the statistics of games in schedule order, by `run` as they are played and by `verify` from a
 * log. All sums are integers over complete units, so the numbers are the same for any number of
 * workers. Memory does not grow with the number of games. */
#ifndef ARENA_COMPARE_RUN_STATS_H
#define ARENA_COMPARE_RUN_STATS_H

#include "arena/record/game_stats.h"
#include "arena/config/comparison_plan.h"

struct run_stats;

/* All arguments outlive the statistics. The caller frees it. The tables of recorded games need only be in
 * the schedule when their statistics come; `bots` is then at least as many as there will be. They have
 * standings and pairs, and no ratings. */
struct run_stats *run_stats_new(const struct skat_rules *rules, const struct schedule *schedule,
                              const struct comparison_plan *compared, const char *const *names, int bots);
void run_stats_free(struct run_stats *stats); /* NULL is allowed */

/* Takes in the next game of the schedule. Returns false once the test has decided: what comes after
 * the deal (session) that decided is not counted. */
bool run_stats_add(struct run_stats *stats, const struct game_stats *game);

/* Has the sequential test come to a verdict, so that no more games are needed? */
bool run_stats_decided(const struct run_stats *stats);
/* The verdict; VERDICT_UNDECIDED also where there is no test. */
enum verdict run_stats_verdict(const struct run_stats *stats);

/* Are the games of this deal, all of its group, played differently by the two that are compared? False
 * where none are. */
bool run_stats_diverges(const struct run_stats *stats, const struct game_stats *games);

/* Deals between looks at the test: cut at its multiples, a run can stop exactly where the verdict
 * falls. UINT64_MAX where it may be cut anywhere. */
uint64_t run_stats_block_deals(const struct run_stats *stats);

/* Adds `standings`, `pairs`, `ratings`, `comparison` and `test` to a summary (docs/formats.md).
 * `log` is the path of games.jsonl, NULL where none is kept. */
void run_stats_to_json(const struct run_stats *stats, const char *log, cJSON *summary);

#endif
