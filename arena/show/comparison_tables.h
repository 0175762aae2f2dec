// SPDX-License-Identifier: MIT
/* arena/show/comparison_tables.h - where the difference of two bots comes from. */
#ifndef ARENA_SHOW_COMPARISON_TABLES_H
#define ARENA_SHOW_COMPARISON_TABLES_H

#include <cjson/cJSON.h>
#include <stdio.h>

#include "arena/result/run_summary.h"

/* Scorings, splits, bidding and the largest swings. `folder` appears in commands. */
void print_comparison_tables(const struct run_summary *summary, const char *folder, FILE *out);

/* The same tables for a page, without the swings, and how often the two declare; nothing of a run
 * that compares no bots. */
void page_comparison_tables(const struct run_summary *summary, cJSON *page);

/* The first deals that were played differently, with the position in which the first decision
 * differed; nothing if there are none. */
void print_divergences(const struct run_summary *summary, const char *folder, FILE *out);

/* What log_questions_ask() found, without its JSON. */
void print_decision_gaps(const cJSON *result, const char *folder, FILE *out);

#endif
