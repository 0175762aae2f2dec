// SPDX-License-Identifier: MIT
/* arena/base/packed_reader.h - reads compressed files like plain ones. */
#ifndef ARENA_BASE_PACKED_READER_H
#define ARENA_BASE_PACKED_READER_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "arena/base/errors.h"
#include "arena/base/input_file.h"

/* ---- zstd, by the name or, of files of the program's own, by the first bytes ---- */

/* Opens `path` for reading or, if it does not exist, `path`.zst. A file whose name ends in .zst is
 * decompressed while it is read. `name` says whose name it is. NULL on failure, with the errno for
 * `path`, as input_file_open(). Damaged data, and an end inside a frame, are a read error (ferror).
 * The stream can seek only to its beginning. */
FILE *zstd_reader_open(const char *path, enum input_name name);

/* How far a compressed file was read. */
struct zstd_position {
    int64_t bytes; /* of the compressed file */
    bool inside;   /* a frame */
    bool damaged;  /* what follows cannot be decompressed */
};

/* The same for a file that another process may be writing: an end inside a frame is an end, after
 * which clearerr() and reading go on with what was added. *position, which lives as long as the
 * stream, is NULL if the file is not compressed. */
FILE *zstd_reader_open_growing(const char *path, enum input_name name,
                               const struct zstd_position **position);

/* ---- gzip, bzip2, xz and zstd, by their first bytes, whatever the name is ---- */

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
