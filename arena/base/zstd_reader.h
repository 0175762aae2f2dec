// SPDX-License-Identifier: MIT
/* arena/base/zstd_reader.h - reads zstd-compressed files like plain ones. */
#ifndef ARENA_BASE_ZSTD_READER_H
#define ARENA_BASE_ZSTD_READER_H

#include <stdio.h>

#include "arena/base/input_file.h"

/* Opens `path` for reading or, if it does not exist, `path`.zst. A file whose name ends in .zst is
 * decompressed while it is read. `name` says whose name it is. NULL on
 * failure, with the errno for `path`, as input_file_open(). Damaged data are a
 * read error (ferror). The stream can seek only to its beginning. */
FILE *zstd_reader_open(const char *path, enum input_name name);

#endif
