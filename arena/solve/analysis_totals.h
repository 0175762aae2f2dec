/* arena/solve/analysis_totals.h - analyses added up: analysis.json. */
#ifndef ARENA_SOLVE_ANALYSIS_TOTALS_H
#define ARENA_SOLVE_ANALYSIS_TOTALS_H

#include "arena/solve/analysis_workers.h"

struct analysis_totals;

/* All arguments outlive it. The caller frees it. Bots of the manifest come in its order, others as they
 * turn up. */
struct analysis_totals *analysis_totals_new(const struct analysis_plan *plan, const struct log_reader *log);
void analysis_totals_free(struct analysis_totals *totals); /* NULL is allowed */

/* Adds the next game of the log. */
void analysis_totals_add(struct analysis_totals *totals, const struct game_analysis *analysis);

/* What it comes to; nothing can be added afterwards. The caller deletes it. */
cJSON *analysis_totals_json(struct analysis_totals *totals);

#endif
