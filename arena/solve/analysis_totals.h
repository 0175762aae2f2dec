/* arena/solve/analysis_totals.h - annotations added up: analysis.json. */
#ifndef ARENA_SOLVE_ANALYSIS_TOTALS_H
#define ARENA_SOLVE_ANALYSIS_TOTALS_H

#include "arena/solve/analysis_workers.h"

struct assessment;

/* All arguments outlive it. The caller frees it. Bots of the manifest come in its order, others as they
 * turn up. */
struct assessment *assessment_new(const struct analyzer_plan *plan, const struct logfile *log);
void assessment_free(struct assessment *assessment); /* NULL is allowed */

/* Adds the next game of the log. */
void assessment_add(struct assessment *assessment, const struct annotation *annotation);

/* What it comes to; nothing can be added afterwards. The caller deletes it. */
cJSON *assessment_json(struct assessment *assessment);

#endif
