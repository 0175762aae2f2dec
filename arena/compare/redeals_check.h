// SPDX-License-Identifier: MIT
/* arena/compare/redeals_check.h - computes the lines of redeals.jsonl again, from the games of the
 * log and the key of the run: that nothing is missing, that the cards are those of the tries, that
 * all said before what they had said, and what it changes. Nobody is asked: that others would have
 * said something else in the tries between is not checked. */
#ifndef ARENA_COMPARE_REDEALS_CHECK_H
#define ARENA_COMPARE_REDEALS_CHECK_H

#include "arena/compare/redeals.h"

struct redeals_check;

/* All arguments outlive it; `folder` is opened now. NULL if the plan has no re-deals, or with an
 * error. */
struct redeals_check *redeals_check_new(const char *folder, const struct skat_rules *rules,
                                        const struct schedule *schedule,
                                        const struct comparison_plan *compared,
                                        const struct skat_random_key *run, const char *const *names,
                                        struct errors *errors);
void redeals_check_free(struct redeals_check *check); /* NULL is allowed */

/* Adds the next game in the order of the schedule; a log may leave out whole deals. With the last
 * game of a deal, its lines are checked. */
void redeals_check_add(struct redeals_check *check, const struct game_id *id,
                       const struct played_moves *moves);

/* There are no more games: the file has no line about anything else. */
void redeals_check_end(struct redeals_check *check);

/* What the re-deals of a deal change: for run_stats_take_redeals(), with the check as context. The
 * deal's games were added before. */
bool redeals_check_change(void *context, uint64_t deal, struct redeal_change *change);

#endif
