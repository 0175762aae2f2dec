// SPDX-License-Identifier: MIT
/* arena/compare/run_fold.h - turns the games of a run into everything that is said of it:
 * statistics, verdict, faults, inconsistencies. The only code that does so.
 *
 * Games come in the order of the schedule, from workers as they are played or from the lines of a
 * log: of a run that is continued, verified, merged, or followed while it is played. What comes out
 * depends on the games alone. Only whole units count: deals with all their tables, or sessions. */
#ifndef ARENA_COMPARE_RUN_FOLD_H
#define ARENA_COMPARE_RUN_FOLD_H

#include "arena/base/errors.h"
#include "arena/compare/inconsistency.h"
#include "arena/compare/run_stats.h"
#include "arena/config/comparison_plan.h"
#include "arena/log/log_reader.h"
#include "arena/log/log_replayer.h"
#include "arena/log/manifest.h"
#include "arena/record/tally.h"
#include "arena/result/run_summary.h"

struct run_fold;

/* For the run with this manifest, which outlives it. A shard does not judge the test of its run:
 * `merge` does. The caller frees it. */
struct run_fold *run_fold_new(const struct manifest *manifest);
void run_fold_free(struct run_fold *fold); /* NULL is allowed */

/* The statistics, to take re-deals from somewhere, to be watched, and for what is shown while games
 * come; games are added here only. */
struct run_stats *run_fold_stats(const struct run_fold *fold);
/* The games that were taken, those included that were not played since they are bid alike. */
uint64_t run_fold_games(const struct run_fold *fold);
const struct tally *run_fold_tally(const struct run_fold *fold);
/* Has the test decided, so that no more games count? */
bool run_fold_decided(const struct run_fold *fold);

/* ---- games that are played ---- */

/* Adds the games of one or more whole units, and what was counted of them; NULL: that comes later,
 * without games. */
void run_fold_add(struct run_fold *fold, const struct tally *tally, const struct game_stats *games,
                  uint64_t count);
/* Adds one game, which is a unit. */
void run_fold_add_game(struct run_fold *fold, const struct game_stats *stats,
                       const struct skat_game *game, const struct game_outcome *outcome);
/* Whether it looks for inconsistent answers; then all games of each deal are added here, too, but
 * of deals whose games all have the same moves. */
bool run_fold_wants_moves(const struct run_fold *fold);
void run_fold_add_moves(struct run_fold *fold, const struct game_id *id,
                        const struct played_moves *moves);

/* ---- lines of a log ---- */

/* Keeps the next line, which is sound and in its place. True if it ends a unit, which
 * run_fold_take() must take before the next line. False also with an error, if a line of bids is
 * wrong or missing. */
bool run_fold_read(struct run_fold *fold, const struct replayed_line *line, struct errors *errors);
/* The lines that follow are of another run, whose games come after those that were taken: of a pool
 * of runs (match/merge.h), in which sessions and games are numbered through. */
void run_fold_begin_run(struct run_fold *fold);
/* The games of the unit that was read; *count is how many they are so far. */
const struct game_stats *run_fold_unit(const struct run_fold *fold, uint64_t *count);
/* Counts them. False once the test has decided. */
bool run_fold_take(struct run_fold *fold);

/* ---- the result ---- */

/* The summary of the games that were taken; texts and lists come from the pool. `log`: the path of
 * the log, whose lines show how deals differ; NULL: nobody asks. */
void run_fold_finish(const struct run_fold *fold, const char *log, struct run_summary *summary,
                     struct pool *pool);
/* Warns of bots that claim to be deterministic and are not, with `most` of their answers each. */
void run_fold_warn(const struct run_fold *fold, int most);

/* ---- any two bots of a finished run, from its log ---- */

/* Finds the pair `names` among the bots of a folder; with the run's test, if the run compares these
 * two in this order. False with errors if they do not fit. */
bool recompare_find_pair(struct comparison_plan *compared, const struct manifest *manifest,
                         const char *const names[2], const char *folder, struct errors *errors);
/* Replays an open log for the numbers of a summary, compared for this pair; texts and lists come
 * from the pool. False with errors when the log cannot be used, or has other games than
 * summary.json in `folder`; without a summary, a warning on stderr. */
bool recompare(struct log_reader *log, const char *folder, const struct comparison_plan *compared,
               struct run_numbers *numbers, struct pool *pool, struct errors *errors);

#endif
