// SPDX-License-Identifier: MIT
/* arena/show/study_tables.h - the effects that a study found. */
#ifndef ARENA_SHOW_STUDY_TABLES_H
#define ARENA_SHOW_STUDY_TABLES_H

#include <stdio.h>

#include "arena/result/campaign_result.h"
#include "arena/show/table.h"

/* As text, what each variation changes; as CSV and Markdown, a row for each effect, and a second
 * one for players who have learned. CSV has the columns of study.csv. */
void print_study(const struct study_result *study, enum table_format format, FILE *out);

/* As text, the effects of several populations side by side; as CSV and Markdown, a row for each
 * effect and population. */
void print_study_populations(const struct populations_result *populations, enum table_format format,
                             FILE *out);

/* Add "numbers", the table of its effects, to each variation of the JSON of a study, and to that of
 * a study "numbers" with those of its realism, if it has any. */
void page_study(const struct study_result *study, cJSON *root);
void page_study_populations(const struct populations_result *populations, cJSON *root);

#endif
