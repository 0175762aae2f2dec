// SPDX-License-Identifier: MIT
/* arena/match/summary.h - the summary of a run: all its statistics. */
#ifndef ARENA_MATCH_SUMMARY_H
#define ARENA_MATCH_SUMMARY_H

#include "arena/compare/inconsistency.h"
#include "arena/compare/run_stats.h"
#include "arena/match/answer_audit.h"
#include "arena/record/tally.h"
#include "arena/result/run_summary.h"

/* Fills in all statistics; texts and lists come from the pool. `names` are those of the bots in the
 * tally; `planned` is the number of games that were to be played; `uses_clock`: some bot declares
 * that it does. `stats` has seen the same games, and so has `finder`; `audit` is what their audit
 * found (of the three, NULL is allowed); `log` is the path of games.jsonl, or NULL. */
void summary_of(struct run_summary *summary, const struct tally *tally,
                const struct skat_rules *rules, const char *const names[], int bots,
                uint64_t planned, bool uses_clock, const struct run_stats *stats,
                const struct inconsistency_finder *finder, const struct audit_findings *audit,
                const char *log, struct pool *pool);

#endif
