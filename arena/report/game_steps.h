/* arena/report/game_steps.h - a game for the report's page to lay out and step through. */
#ifndef ARENA_REPORT_GAME_STEPS_H
#define ARENA_REPORT_GAME_STEPS_H

#include "arena/record/game_json.h"

/* Deal, auction, talk, tricks and result as the page wants them (page.js), and what analyze found where there
 * is its line of analysis.jsonl (NULL: none). The caller deletes it. */
cJSON *game_json(const struct game_json *line, const cJSON *analysis);

#endif
