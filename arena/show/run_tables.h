// SPDX-License-Identifier: MIT
/* arena/show/run_tables.h - what the bots of a run played and won, and where the difference of two
 * of them comes from; the shards and faults of a run as it goes; what two bots would do at the
 * decisions of a log. */
#ifndef ARENA_SHOW_RUN_TABLES_H
#define ARENA_SHOW_RUN_TABLES_H

#include "arena/result/run_summary.h"
#include "arena/show/table.h"

/* Of a struct run_summary: points, games, what variants add, and the pairs. As CSV and Markdown the
 * points alone, a row for each bot. A page also has all that is counted, and ratings. */
show_result show_standings;

/* Of one that compares two bots: scorings, splits and bidding; on a page also how often they
 * declare. */
show_result show_comparison;
/* The same as text, with the largest swings. `folder` appears in commands. */
void print_comparison(const struct run_summary *summary, const char *folder, FILE *out);

/* The first deals that were played differently, with the position in which the first decision
 * differed; nothing if there are none. */
void print_divergences(const struct run_summary *summary, const char *folder, FILE *out);

/* The shards of a run (run_shards()), and the faults of one as they are grouped on a page
 * (report/fault_groups.h). */
void show_shards(const cJSON *shards, const struct table_sink *to);
void show_fault_groups(const cJSON *groups, const struct table_sink *to);

/* What log_questions_ask() found, without its JSON. */
void print_decision_gaps(const cJSON *result, const char *folder, FILE *out);

#endif
