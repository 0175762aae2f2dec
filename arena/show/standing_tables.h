// SPDX-License-Identifier: MIT
/* arena/show/standing_tables.h - what the bots of a run played and won. */
#ifndef ARENA_SHOW_STANDING_TABLES_H
#define ARENA_SHOW_STANDING_TABLES_H

#include "arena/result/run_summary.h"
#include "arena/show/table.h"

/* Points, games, what variants add, and the pairs. As CSV and Markdown the points alone, a row for
 * each bot. */
void print_standings(const struct run_summary *summary, enum table_format format, FILE *out);

/* The same tables for a page, and two that only a page has: all that is counted, and ratings. */
void page_standings(const struct run_summary *summary, cJSON *page);

#endif
