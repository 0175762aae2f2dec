/* arena/show/analysis_tables.h - what `analyze` found in all, as tables for a terminal. */
#ifndef ARENA_SHOW_ANALYSIS_TABLES_H
#define ARENA_SHOW_ANALYSIS_TABLES_H

#include <cjson/cJSON.h>
#include <stdio.h>

/* The tables for a terminal, at most 80 columns wide as long as names are short. */
void analysis_totals_print(const cJSON *analysis, FILE *out);

#endif
