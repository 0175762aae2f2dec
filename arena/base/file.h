/* arena/base/file.h - reading a whole file. */
#ifndef ARENA_BASE_FILE_H
#define ARENA_BASE_FILE_H

#include <stddef.h>

#include "arena/base/errors.h"

/* Reads a whole file into memory and appends a zero byte; the caller frees it. NULL and an error
 * if that fails. */
char *file_read(const char *path, size_t *length, struct errors *errors);

#endif
