// SPDX-License-Identifier: MIT
/* arena/show/position_tables.h - what a bot played in test positions. */
#ifndef ARENA_SHOW_POSITION_TABLES_H
#define ARENA_SHOW_POSITION_TABLES_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stdio.h>

#include "arena/show/table.h"

/* The table of positions_json(): passed positions by theme; with `list` each position, as text
 * before that, else instead of it. */
void print_positions(const cJSON *positions, bool list, enum table_format format, FILE *out);

#endif
