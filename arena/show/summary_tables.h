/* arena/show/summary_tables.h - what a summary says, as tables for a terminal; `width` columns are there, 0: the
 * stream is no terminal. Where they do not suffice, lines are stacked. */
#ifndef ARENA_SHOW_SUMMARY_TABLES_H
#define ARENA_SHOW_SUMMARY_TABLES_H

#include <cjson/cJSON.h>
#include <stdio.h>

/* Who played the cards and who bid, where it was not the bots: by the manifest of `folder`. Nothing where
 * there is none. */
void print_conditions(const char *folder, FILE *out);

/* The table that ends a run: what each bot did. */
void print_summary(const cJSON *summary, int width, FILE *out);

#endif
