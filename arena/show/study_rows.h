// SPDX-License-Identifier: MIT
/* arena/show/study_rows.h - studies and what stands beside them as rows of one table, for --format
 * (row_table.h). CSV and Markdown only: as JSON, these commands print their whole result. */
#ifndef ARENA_SHOW_STUDY_ROWS_H
#define ARENA_SHOW_STUDY_ROWS_H

#include <cjson/cJSON.h>

#include "arena/result/study_result.h"
#include "arena/show/row_table.h"

/* A row for each effect, and a second one for players who have learned. CSV has the columns of
 * study.csv. */
void print_study_rows(const struct study_result *study, enum table_format format, FILE *out);

/* A row for each effect and population. */
void print_population_rows(const struct populations_result *populations, enum table_format format,
                           FILE *out);

/* Of what `realism --json` prints: a row for each metric, a column for each reference; CSV has
 * shares of 0 to 1, Markdown percent. */
void print_realism_rows(const cJSON *realism, enum table_format format, FILE *out);

#endif
