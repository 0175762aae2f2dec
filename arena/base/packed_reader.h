// SPDX-License-Identifier: MIT
/* arena/base/packed_reader.h - reads compressed files like plain ones, whatever their names are:
 * gzip, bzip2, xz and zstd are known by their first bytes. */
#ifndef ARENA_BASE_PACKED_READER_H
#define ARENA_BASE_PACKED_READER_H

#include <stdbool.h>
#include <stdio.h>

#include "arena/base/errors.h"

/* A stream of what `file` holds, from its beginning: the file itself, rewound, if it is not
 * compressed, else a new stream, which cannot seek and which leaves `file` open when it is closed.
 * `file` must be able to seek. NULL with errno on failure. Damaged data are a read error
 * (ferror). */
FILE *packed_reader_of(FILE *file);

/* Adds an error about `path`, of which one of these functions said errno `number`. */
void packed_reader_refused(const char *path, int number, struct errors *errors);

/* Opens a file that the user names, or `path`.zst if there is none of that name. NULL on failure,
 * with errno. Closing the stream closes the file. */
FILE *packed_reader_open(const char *path);

#endif
