// SPDX-License-Identifier: MIT
/* arena/base/npz_file.h - writes numpy's .npz files: arrays in a zip archive, compressed by zlib.
 * The same arrays give the same bytes. */
#ifndef ARENA_BASE_NPZ_FILE_H
#define ARENA_BASE_NPZ_FILE_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct npz_file {
    FILE *out;     /* opened by the caller, who checks ferror() and closes it */
    uint32_t size; /* bytes written so far */
    int count;
    struct npz_member {
        char name[32];
        uint32_t crc, packed, length, at;
    } members[16];
};

/* Begins an archive of at most 16 arrays and 4 GB. */
void npz_begin(struct npz_file *file, FILE *out);

/* Adds `rows` rows of `columns` values (0: a plain column); `type` is numpy's, "<i2", "|u1";
 * `width` bytes each. */
void npz_add(struct npz_file *file, const char *name, const char *type, size_t width, size_t rows,
             size_t columns, const void *values);

/* Writes the directory of the archive. */
void npz_end(struct npz_file *file);

#endif
