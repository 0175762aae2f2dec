// SPDX-License-Identifier: MIT
/* arena/show/history_tables.h - how strong the bots of commits are, and the search for a commit. */
#ifndef ARENA_SHOW_HISTORY_TABLES_H
#define ARENA_SHOW_HISTORY_TABLES_H

#include <cjson/cJSON.h>
#include <stdio.h>

#include "arena/result/campaign_result.h"
#include "arena/show/table.h"

/* Prints a line for each commit; as text, also the sentence, and why commits do not play. */
void print_history(const struct history_result *history, enum table_format format, FILE *out);

/* Prints a line for each step; as text, also the sentence, and how often it errs. */
void print_bisect(const struct bisect_result *bisect, enum table_format format, FILE *out);

/* Adds "numbers", the table with what its columns are, to the JSON of a history, and to each of its
 * commits "result", what became of it. */
void page_history(const struct history_result *history, cJSON *root);

/* Adds "numbers", the table with how often it errs, to the JSON of a bisection. */
void page_bisect(const struct bisect_result *bisect, cJSON *root);

#endif
