// SPDX-License-Identifier: MIT
/* arena/import/iss_source.h - a file of records that is read several times from its beginning, be
 * it standard input or a pipe. */
#ifndef ARENA_IMPORT_ISS_SOURCE_H
#define ARENA_IMPORT_ISS_SOURCE_H

#include "arena/base/hash.h"
#include "arena/iss/iss_reader.h"

struct iss_source {
    const char *path;        /* "-": standard input */
    FILE *spool;             /* a copy of what can be read only once; NULL at first */
    char sha256[HASH_SIZE];  /* of the whole file, in hexadecimal */
    uint64_t bytes, records; /* that the first reading found */
};

/* Can `path` be read only once, like standard input ("-") or a pipe? It is then copied to a
 * temporary file. */
bool iss_source_reads_once(const char *path);

/* Begins to read it from its beginning. False with an error. iss_source_close() must follow. */
bool iss_source_open(struct iss_source *source, struct iss_reader *file, struct errors *errors);
void iss_source_close(const struct iss_source *source, struct iss_reader *file);

/* Frees the copy: the file is not read any more. */
void iss_source_forget(const struct iss_source *source);

#endif
