/* arena/show/tune_tables.h - what `tune` and `sweep` found, for a terminal. */
#ifndef ARENA_SHOW_TUNE_TABLES_H
#define ARENA_SHOW_TUNE_TABLES_H

#include <cjson/cJSON.h>
#include <stdio.h>

/* The result of tune.json; `folder` is where it lies. */
void print_tune(const cJSON *tune, const char *folder, FILE *out);

/* The table of sweep.json. */
void print_sweep(const cJSON *sweep, FILE *out);

#endif
