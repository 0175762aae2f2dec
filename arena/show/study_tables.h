// SPDX-License-Identifier: MIT
/* arena/show/study_tables.h - a study as a table for a terminal with `width` columns (0: not a
 * terminal). If that is too narrow, lines are stacked. */
#ifndef ARENA_SHOW_STUDY_TABLES_H
#define ARENA_SHOW_STUDY_TABLES_H

#include <stdio.h>

#include "arena/result/study_result.h"

/* The effects of each variation. */
void print_study(const struct study_result *study, int width, FILE *out);

/* The effects of several populations side by side. */
void print_study_populations(const struct populations_result *populations, int width, FILE *out);

#endif
