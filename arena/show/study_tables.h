// SPDX-License-Identifier: MIT
/* arena/show/study_tables.h - the effects that a study found, and how its players play beside
 * others. */
#ifndef ARENA_SHOW_STUDY_TABLES_H
#define ARENA_SHOW_STUDY_TABLES_H

#include "arena/result/campaign_result.h"
#include "arena/show/table.h"

/* Of a struct study_result: as text, what each variation changes; as CSV and Markdown, a row for
 * each effect, and a second one for players who have learned. CSV has the columns of study.csv. On
 * a page, each variation in the JSON gets "numbers", the table of its effects. */
show_result show_study;

/* Of a struct populations_result: as text and on a page, the effects of several populations side by
 * side; as CSV and Markdown, a row for each effect and population. */
show_result show_populations;

/* Prints what `realism --json` has: a row for each metric, a column for each reference; as text and
 * on a page also the distances, and figures that no reference has come last. CSV has shares of 0 to
 * 1. */
void show_realism(const cJSON *realism, const struct table_sink *to);

#endif
