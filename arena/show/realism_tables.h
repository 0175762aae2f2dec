// SPDX-License-Identifier: MIT
/* arena/show/realism_tables.h - a population beside how others play. */
#ifndef ARENA_SHOW_REALISM_TABLES_H
#define ARENA_SHOW_REALISM_TABLES_H

#include <cjson/cJSON.h>
#include <stdio.h>

#include "arena/show/table.h"

/* Prints what `realism --json` has: a row for each metric, a column for each reference; as text,
 * also the distances, and figures that no reference has come last. CSV has shares of 0 to 1. */
void print_realism(const cJSON *realism, enum table_format format, FILE *out);

/* The distance to each reference, a line each. */
void print_realism_lines(const cJSON *realism, FILE *out);

/* The two tables for a page. */
void page_realism(const cJSON *realism, cJSON *page);

#endif
