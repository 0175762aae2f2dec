// SPDX-License-Identifier: MIT
/* arena/show/bench_tables.h - what `bench` measured, as tables. */
#ifndef ARENA_SHOW_BENCH_TABLES_H
#define ARENA_SHOW_BENCH_TABLES_H

#include <cjson/cJSON.h>
#include <stdio.h>

#include "arena/show/table.h"

/* Rows of speed_bench_signatures(); text has no heads, so that it can be compared with a file. */
void print_signatures(const cJSON *rows, enum table_format format, FILE *out);

/* Rows of speed_bench_measure(); as text, with a line that says it if XSkat is missing. */
void print_speeds(const cJSON *rows, enum table_format format, FILE *out);

/* Rows of solver_bench(); as text, with a line above each part. */
void print_solver_costs(const cJSON *rows, enum table_format format, FILE *out);

#endif
