// SPDX-License-Identifier: MIT
/* arena/show/campaign_tables.h - what `tune` and `history` found. */
#ifndef ARENA_SHOW_CAMPAIGN_TABLES_H
#define ARENA_SHOW_CAMPAIGN_TABLES_H

#include "arena/result/campaign_result.h"
#include "arena/show/table.h"

/* Of a struct tune_summary: a row for each option; of a struct grid_summary: all points, a column
 * for each option. */
show_result show_tune, show_grid;
/* A search, with how its winner is written; `folder` is where its tune.json lies. */
void print_tune(const struct tune_summary *tune, const char *folder, enum table_format format,
                FILE *out);

/* Of a struct history_result: a line for each commit, what the columns are, and why commits do not
 * play; to the JSON of each commit it adds "result", what became of it. Of a struct bisect_result:
 * a line for each step, and how often it errs. As text, the sentence first. */
show_result show_history, show_bisect;

#endif
