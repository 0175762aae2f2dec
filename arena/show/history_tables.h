// SPDX-License-Identifier: MIT
/* arena/show/history_tables.h - what `history` found, as tables. */
#ifndef ARENA_SHOW_HISTORY_TABLES_H
#define ARENA_SHOW_HISTORY_TABLES_H

#include "arena/result/history_result.h"
#include "arena/show/table.h"

/* Prints a line for each commit; as text, also the sentence, and why commits do not play. */
void print_history(const struct history_result *history, enum table_format format, FILE *out);

/* Prints a line for each step; as text, also the sentence, and how often it errs. */
void print_bisect(const struct bisect_result *bisect, enum table_format format, FILE *out);

#endif
