// SPDX-License-Identifier: MIT
/* arena/match/audit_check.h - whether audit.jsonl has the decisions that a run had to ask again: no
 * other ones, none twice, none missing, each with the answer that the bot gave in its game.
 *
 * All of that follows from the manifest and the log. What a bot answered when it was asked again
 * does not: nobody is asked here. */
#ifndef ARENA_MATCH_AUDIT_CHECK_H
#define ARENA_MATCH_AUDIT_CHECK_H

#include "arena/base/errors.h"
#include "arena/config/given_deals.h"
#include "arena/log/manifest.h"
#include "arena/match/audit_cases.h"

/* Of one folder, a run or a part of one. */
struct audit_check {
    const struct manifest *manifest;
    const char *folder;
    struct audit_plan plan;
    struct given_deals given; /* whose contracts the plan has */
    struct audit_cases cases; /* to be told of the games of the log, in its order */
};

/* Begins with the manifest of a folder; both must outlive it. False with errors if the manifest has
 * no seed, or no contracts of deals that have them. The caller ends it with audit_check_free(), on
 * false, too. */
bool audit_check_begin(struct audit_check *check, const struct manifest *manifest,
                       const char *folder, struct errors *errors);
void audit_check_free(struct audit_check *check);

/* Whether the run has not asked anything yet, although it is to: it was interrupted before that, or
 * its games are not over. So the folder says itself; merge_shards() does not take such a one. */
bool audit_check_is_open(const struct audit_check *check);

/* Compares audit.jsonl with the games of which the cases were told, all of the log before game
 * `end`; lines about later ones are not looked at. A missing file has no lines. False with errors
 * that name file and line. */
bool audit_check_lines(struct audit_check *check, uint64_t end, struct errors *errors);

/* Compares the counts in summary.json with audit.jsonl, if the run is over and has one. False with
 * errors. */
bool audit_check_counts(const struct audit_check *check, struct errors *errors);

/* Whether a log that keeps only some games, but all of which a decision is asked again, lacks such
 * a game before number `end`. True with an error at `path`, the log. */
bool audit_check_lacks_game(const struct audit_check *check, uint64_t end, const char *path,
                            struct errors *errors);

#endif
