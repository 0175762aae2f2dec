// SPDX-License-Identifier: MIT
/* arena/show/summary_tables.h - a summary as tables for a terminal with `width` columns (0: not a
 * terminal). If that is too narrow, lines are stacked. */
#ifndef ARENA_SHOW_SUMMARY_TABLES_H
#define ARENA_SHOW_SUMMARY_TABLES_H

#include <stdio.h>

#include "arena/result/run_summary.h"

/* Says who played the cards and who bid if it was not the bots, by the manifest of `folder`. Prints
 * nothing without a manifest. */
void print_conditions(const char *folder, FILE *out);

/* The table at the end of a run: what each bot did. */
void print_summary(const struct run_summary *summary, int width, FILE *out);

#endif
