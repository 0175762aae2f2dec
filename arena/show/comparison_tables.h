// SPDX-License-Identifier: MIT
/* arena/show/comparison_tables.h - standings, comparisons and tests of a summary, as tables for a
 * terminal with `width` columns (0: not a terminal). If that is too narrow, lines are stacked. */
#ifndef ARENA_SHOW_COMPARISON_TABLES_H
#define ARENA_SHOW_COMPARISON_TABLES_H

#include <stdbool.h>
#include <stdio.h>

#include "arena/result/run_summary.h"

/* Points per 36 with intervals, differences between pairs; nothing for a single bot. */
void print_standings(const struct run_summary *summary, int width, FILE *out);

/* Faults, verdicts and why, in a few lines. `folder` appears in commands. */
void print_comparison(const struct run_summary *summary, const char *folder, FILE *out);
/* The verdict's sentence, and what casts doubt on it. */
void print_verdict(const struct run_verdict *verdict, FILE *out);
/* What it would take to show something, if nothing is shown. */
void print_needed(const struct run_verdict *verdict, FILE *out);

/* Scorings, splits, bidding and the largest swings. */
void print_comparison_details(const struct run_summary *summary, const char *folder, int width,
                              FILE *out);

/* The command that replays games of a folder, without the options, quoted for a shell. */
void print_replay(const char *folder, FILE *out);

/* A line with the command that shows a result folder in another way: "page:    skat-arena report
 * FOLDER", its words quoted for a shell. `options`: what follows the folder, with a space before
 * it, or "". */
void print_next(const char *what, const char *command, const char *folder, const char *options,
                FILE *out);

/* One of `swings` or `divergences` of a comparison: the deal, the first decision that differs, and
 * the command that shows it, if `folder` has a log. */
void print_swing(const struct noted_deal *swing, const char *folder, FILE *out);

/* How the sequential test came to its verdict. */
void print_test(const struct run_summary *summary, FILE *out);

#endif
