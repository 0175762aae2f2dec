// SPDX-License-Identifier: MIT
/* arena/show/analysis_tables.h - the totals of `analyze`. */
#ifndef ARENA_SHOW_ANALYSIS_TABLES_H
#define ARENA_SHOW_ANALYSIS_TABLES_H

#include <cjson/cJSON.h>
#include <stdio.h>

#include "arena/show/table.h"

/* As text, all tables of analysis.json; as CSV and Markdown, two rows for each bot, as declarer and
 * as defender. */
void print_analysis(const cJSON *analysis, enum table_format format, FILE *out);

#endif
