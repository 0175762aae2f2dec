// SPDX-License-Identifier: MIT
/* arena/match/run_follow.h - reads a run while another process plays it: each game once, as its log
 * grows.
 *
 * It only reads. What it counts is what `verify` would of the games that are there: whole units, in
 * the order of the log. */
#ifndef ARENA_MATCH_RUN_FOLLOW_H
#define ARENA_MATCH_RUN_FOLLOW_H

#include <stdbool.h>
#include <stdint.h>

#include "arena/base/errors.h"
#include "arena/log/manifest.h"
#include "arena/result/run_summary.h"

struct run_follow;

/* Opens a run that has its manifest. NULL with errors; there may be none if the run has only just
 * begun. The caller closes it. */
struct run_follow *run_follow_open(const char *folder, struct errors *errors);
void run_follow_close(struct run_follow *follow); /* NULL is allowed */

/* Reads up to about `most` games that have come. Returns how many were read; 0 if there are no new
 * ones; -1 with errors if what is there are not the games of this run. */
int64_t run_follow_read(struct run_follow *follow, int64_t most, struct errors *errors);
/* Reads all games that have come. False with errors. */
bool run_follow_read_all(struct run_follow *follow, struct errors *errors);

/* Whether another run has taken the place of this one, its log was cut, or its folder is gone. */
bool run_follow_is_over(const struct run_follow *follow);

const struct manifest *run_follow_manifest(const struct run_follow *follow);
/* Games so far, with those that need not be played since their deals are bid alike. */
uint64_t run_follow_games(const struct run_follow *follow);

/* The summary: that of its file if the run has ended, else of what was read. Its texts come from
 * the pool or last as long as `follow`. False if there is none, with errors if it cannot be read.
 */
bool run_follow_summary(const struct run_follow *follow, struct run_summary *summary,
                        struct pool *pool, struct errors *errors);

#endif
