/* arena/show/study_tables.h - what a study says, as a table for a terminal; `width` columns are there, 0: the
 * stream is no terminal. Where they do not suffice, lines are stacked. */
#ifndef ARENA_SHOW_STUDY_TABLES_H
#define ARENA_SHOW_STUDY_TABLES_H

#include <cjson/cJSON.h>
#include <stdio.h>

/* What each variation of a study does: its study.json. */
void print_study(const cJSON *study, int width, FILE *out);

#endif
