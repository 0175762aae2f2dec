// SPDX-License-Identifier: MIT
/* arena/result/summary_file.h - reads summary.json. */
#ifndef ARENA_RESULT_SUMMARY_FILE_H
#define ARENA_RESULT_SUMMARY_FILE_H

#include "arena/result/run_summary.h"

/* Reads a summary, whose texts and lists come from the pool. False with errors that name file and
 * place. */
bool run_summary_load(struct run_summary *summary, const char *path, struct pool *pool,
                      struct errors *errors);
/* The same from JSON that was read from `path`. */
bool run_summary_read(struct run_summary *summary, const cJSON *root, const char *path,
                      struct pool *pool, struct errors *errors);

#endif
