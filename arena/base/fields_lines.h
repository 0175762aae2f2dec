// SPDX-License-Identifier: MIT
/* arena/base/fields_lines.h - files with a struct in each line (fields.h). */
#ifndef ARENA_BASE_FIELDS_LINES_H
#define ARENA_BASE_FIELDS_LINES_H

#include "arena/base/fields.h"

/* Reads the lines of a file one by one, none if there is no such file, and calls take() with each,
 * a struct of `fields`, and its text until it returns false. The struct is valid during the call.
 * False with an error that names file and line. */
bool fields_read_lines(const struct fields *fields, const char *path,
                       bool (*take)(void *context, const void *line, const char *text),
                       void *context, struct errors *errors);

/* Reads a struct from one line, `where` in a file; texts and lists come from the pool. False with
 * errors. */
bool fields_read_line(const struct fields *fields, const char *text, const char *where, void *into,
                      struct pool *pool, struct errors *errors);

#endif
