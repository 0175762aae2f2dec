/* arena/assessment.h - annotations added up: analysis.json. */
#ifndef ARENA_ASSESSMENT_H
#define ARENA_ASSESSMENT_H

#include "arena/analyzer.h"

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
