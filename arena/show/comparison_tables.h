/* arena/show/comparison_tables.h - standings, comparisons and tests of a summary, as tables for a
 * terminal with `width` columns (0: not a terminal). If that is too narrow, lines are stacked. */
#ifndef ARENA_SHOW_COMPARISON_TABLES_H
#define ARENA_SHOW_COMPARISON_TABLES_H

#include <cjson/cJSON.h>
#include <stdio.h>

/* Points per 36 with intervals, differences between pairs, ratings; nothing for a single bot. */
void print_standings(const cJSON *summary, int width, FILE *out);

/* Faults, verdicts and why, in a few lines; `summary` has a `comparison`. `folder` appears in
 * commands. */
void print_comparison(const cJSON *summary, const char *folder, FILE *out);
/* Scorings, splits, bidding and the largest swings. */
void print_comparison_details(const cJSON *summary, const char *folder, int width, FILE *out);

/* The command that replays games of a folder, without the options, quoted for a shell. */
void print_replay(const char *folder, FILE *out);

/* One of `swings` or `divergences` of a comparison: the deal, the first decision that differs, and
 * the command that shows it, if `folder` has a log. */
void print_swing(const cJSON *swing, const char *folder, FILE *out);

/* The verdict of the sequential test. */
void print_test(const cJSON *summary, FILE *out);

#endif
