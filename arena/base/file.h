/* arena/base/file.h - reading a whole file. */
#ifndef ARENA_BASE_FILE_H
#define ARENA_BASE_FILE_H

#include <stddef.h>

#include "arena/base/errors.h"

/* Reads a whole file into memory, with a zero behind it; the caller frees it. NULL and an error
 * when that fails. */
char *file_read(const char *path, size_t *length, struct errors *errors);

#endif
