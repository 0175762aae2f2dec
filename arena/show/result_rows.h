// SPDX-License-Identifier: MIT
/* arena/show/result_rows.h - results as rows of one table, for --format of the commands that print
 * several tables for people (row_table.h). CSV and Markdown only: as JSON, these commands print
 * their whole result. */
#ifndef ARENA_SHOW_RESULT_ROWS_H
#define ARENA_SHOW_RESULT_ROWS_H

#include "arena/result/run_summary.h"
#include "arena/result/search_result.h"
#include "arena/show/row_table.h"

/* Of a run: a row for each bot, with its points in 36 deals by each scoring and their intervals. */
void print_standing_rows(const struct run_summary *summary, enum table_format format, FILE *out);

/* Of a grid: a row for each combination, a column for each option. */
void print_grid_rows(const struct grid_summary *grid, enum table_format format, FILE *out);

/* Of a search: a row for each option, and the difference of winner and start in all of them. */
void print_tune_rows(const struct tune_summary *tune, enum table_format format, FILE *out);

/* Of analysis.json: two rows for each bot, as declarer and as defender. */
void print_analysis_rows(const cJSON *analysis, enum table_format format, FILE *out);

#endif
