/* arena/show/study_tables.h - a study as a table for a terminal with `width` columns (0: not a
 * terminal). If that is too narrow, lines are stacked. */
#ifndef ARENA_SHOW_STUDY_TABLES_H
#define ARENA_SHOW_STUDY_TABLES_H

#include <cjson/cJSON.h>
#include <stdio.h>

/* The effects of each variation, from study.json. */
void print_study(const cJSON *study, int width, FILE *out);

/* The effects of several populations side by side, from populations.json. */
void print_study_populations(const cJSON *populations, int width, FILE *out);

#endif
