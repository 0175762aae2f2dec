// SPDX-License-Identifier: MIT
/* arena/show/analysis_tables.h - the totals of `analyze` as tables for a terminal. */
#ifndef ARENA_SHOW_ANALYSIS_TABLES_H
#define ARENA_SHOW_ANALYSIS_TABLES_H

#include <cjson/cJSON.h>
#include <stdio.h>

/* Prints the tables, at most 80 columns wide if names are short. */
void analysis_totals_print(const cJSON *analysis, FILE *out);

#endif
