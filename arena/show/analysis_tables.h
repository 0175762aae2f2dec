// SPDX-License-Identifier: MIT
/* arena/show/analysis_tables.h - what `analyze` found with open cards. */
#ifndef ARENA_SHOW_ANALYSIS_TABLES_H
#define ARENA_SHOW_ANALYSIS_TABLES_H

#include <cjson/cJSON.h>
#include <stdio.h>

#include "arena/show/table.h"

/* As text, all tables of analysis.json; as CSV and Markdown, two rows for each bot, as declarer and
 * as defender. */
void print_analysis(const cJSON *analysis, enum table_format format, FILE *out);

/* The tables for a page. */
void page_analysis(const cJSON *analysis, cJSON *page);

#endif
