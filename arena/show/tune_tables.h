// SPDX-License-Identifier: MIT
/* arena/show/tune_tables.h - what `tune` found, for a terminal. */
#ifndef ARENA_SHOW_TUNE_TABLES_H
#define ARENA_SHOW_TUNE_TABLES_H

#include <stdio.h>

#include "arena/result/search_result.h"

/* The result of a search; `folder` is where its tune.json lies. */
void print_tune(const struct tune_summary *tune, const char *folder, FILE *out);

/* All points of a grid. */
void print_grid(const struct grid_summary *grid, FILE *out);

#endif
