// SPDX-License-Identifier: MIT
/* arena/show/position_tables.h - what a bot played in test positions, for a terminal. */
#ifndef ARENA_SHOW_POSITION_TABLES_H
#define ARENA_SHOW_POSITION_TABLES_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stdio.h>

#include "arena/show/row_table.h"

/* The table of positions_json(): passed positions by theme; with `list` each position, too. */
void print_positions(const cJSON *positions, bool list, FILE *out);

/* The same table, by theme or with `list` by position, in one of these formats. */
void print_position_rows(const cJSON *positions, bool list, enum table_format format, FILE *out);

#endif
