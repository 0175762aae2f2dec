// SPDX-License-Identifier: MIT
/* arena/show/decision_tables.h - what two bots would do at the decisions of a log, as tables for a
 * terminal. */
#ifndef ARENA_SHOW_DECISION_TABLES_H
#define ARENA_SHOW_DECISION_TABLES_H

#include <cjson/cJSON.h>
#include <stdio.h>

/* `result` as log_questions_ask() gives it; `folder` appears in commands. */
void print_decision_gaps(const cJSON *result, const char *folder, FILE *out);

#endif
