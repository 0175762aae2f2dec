// SPDX-License-Identifier: MIT
/* arena/solve/analysis_totals.h - the totals of all game analyses: analysis.json. */
#ifndef ARENA_SOLVE_ANALYSIS_TOTALS_H
#define ARENA_SOLVE_ANALYSIS_TOTALS_H

#include "arena/solve/log_analysis.h"

struct analysis_totals;

/* All arguments outlive it. The caller frees it. Bots of the manifest keep its order, others follow
 * as they appear. */
struct analysis_totals *analysis_totals_new(const struct analysis_plan *plan,
                                            const struct log_reader *log);
void analysis_totals_free(struct analysis_totals *totals); /* NULL is allowed */

/* Adds the next game of the log. */
void analysis_totals_add(struct analysis_totals *totals, const struct game_analysis *analysis);

/* The totals; nothing can be added afterwards. The caller deletes them. */
cJSON *analysis_totals_json(struct analysis_totals *totals);

#endif
