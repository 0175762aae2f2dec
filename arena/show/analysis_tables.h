// SPDX-License-Identifier: MIT
/* arena/show/analysis_tables.h - what `analyze` found with open cards. */
#ifndef ARENA_SHOW_ANALYSIS_TABLES_H
#define ARENA_SHOW_ANALYSIS_TABLES_H

#include "arena/show/table.h"

/* As text and on a page, all tables of analysis.json; as CSV and Markdown, two rows for each bot,
 * as declarer and as defender. */
void show_analysis(const cJSON *analysis, const struct table_sink *to);

#endif
