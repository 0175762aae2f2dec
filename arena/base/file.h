// SPDX-License-Identifier: MIT
/* arena/base/file.h - reading a whole file. */
#ifndef ARENA_BASE_FILE_H
#define ARENA_BASE_FILE_H

#include <stddef.h>

#include "arena/base/input_file.h"

/* Longest file that is read as a whole: what has no end, like /dev/zero, is refused. */
#define FILE_READ_MAX ((size_t)256 << 20)

/* Reads a whole file into memory and appends a zero byte; the caller frees it. `name`: whose name
 * it is (input_file.h). NULL and an error if that fails or it has more than FILE_READ_MAX bytes. */
char *file_read(const char *path, enum input_name name, size_t *length, struct errors *errors);

#endif
