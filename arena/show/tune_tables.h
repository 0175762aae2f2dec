// SPDX-License-Identifier: MIT
/* arena/show/tune_tables.h - what `tune` found. */
#ifndef ARENA_SHOW_TUNE_TABLES_H
#define ARENA_SHOW_TUNE_TABLES_H

#include <stdio.h>

#include "arena/result/campaign_result.h"
#include "arena/show/table.h"

/* The result of a search, a row for each option; `folder` is where its tune.json lies. */
void print_tune(const struct tune_summary *tune, const char *folder, enum table_format format,
                FILE *out);

/* All points of a grid, a column for each option. */
void print_grid(const struct grid_summary *grid, enum table_format format, FILE *out);

/* Add "numbers", the same tables, to the JSON of a search and of a grid. */
void page_tune(cJSON *root);
void page_grid(cJSON *root);

#endif
