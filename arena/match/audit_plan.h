// SPDX-License-Identifier: MIT
/* arena/match/audit_plan.h - what decides which decisions of a run are asked again: all of it is in
 * the manifest, so that the run, those who merge it and those who verify it choose the same ones.
 */
#ifndef ARENA_MATCH_AUDIT_PLAN_H
#define ARENA_MATCH_AUDIT_PLAN_H

#include "arena/bot/fixed_auction.h"
#include "arena/bot/player_host.h"
#include "arena/config/schedule.h"
#include "arena/record/table_limits.h"
#include "engine/decision.h"
#include "engine/random.h"
#include "engine/rules.h"

struct audit_plan {
    const struct skat_rules *rules;
    const struct schedule *schedule;
    struct skat_random_key key;           /* of the run */
    int64_t one_in;                       /* so many decisions; 0: no bot is audited */
    bool solver;                          /* plays the cards */
    const struct fixed_auction *auctions; /* of each deal of the session; NULL: bots bid */
    int bots;
    struct audited_bot {
        bool audited, sees_all;
        /* Bits 1 << kind, of those that a part says to make deterministically. */
        uint64_t decides[PLAYER_PARTS];
    } of[BOTS_MAX];
};

/* Fills in all but `auctions`, which is NULL, from the root of a manifest (manifest_of()).
 * Not audited are bots that use the clock; runs of whole sessions, where rules or bots carry
 * something from deal to deal; games that were played elsewhere. `rules` and `schedule`, which must
 * outlive the plan, and `key` are those of the run. */
void audit_plan_of(struct audit_plan *plan, const cJSON *manifest, const struct skat_rules *rules,
                   const struct schedule *schedule, const struct skat_random_key *key);

/* Whether any bot is audited. */
bool audit_plan_has_any(const struct audit_plan *plan);

/* Whether a bot says that it makes this kind of decision, and deterministically. */
bool audit_plan_has_kind(const struct audit_plan *plan, int bot, enum skat_decision_kind kind);

#endif
