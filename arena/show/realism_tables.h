// SPDX-License-Identifier: MIT
/* arena/show/realism_tables.h - a population beside how others play, for a terminal. */
#ifndef ARENA_SHOW_REALISM_TABLES_H
#define ARENA_SHOW_REALISM_TABLES_H

#include <cjson/cJSON.h>
#include <stdio.h>

/* The table of realism.json, with `width` columns (0: not a terminal): figures that no reference
 * has come last. */
void print_realism(const cJSON *realism, int width, FILE *out);

/* The distance to each reference, a line each. */
void print_realism_lines(const cJSON *realism, FILE *out);

#endif
