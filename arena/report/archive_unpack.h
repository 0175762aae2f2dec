// SPDX-License-Identifier: MIT
/* arena/report/archive_unpack.h - unpacks an archive of results, which may be a stranger's. */
#ifndef ARENA_REPORT_ARCHIVE_UNPACK_H
#define ARENA_REPORT_ARCHIVE_UNPACK_H

#include <stdbool.h>
#include <stdint.h>

#include "arena/base/errors.h"
#include "arena/base/folder.h"

/* What an archive holds at most; unpacked, files have at most so many times its own bytes, and a
 * few megabytes: a bomb is no result. */
enum { ARCHIVE_FILES_MAX = 100000, ARCHIVE_GROWTH_MAX = 200 };

/* Unpacks the archive at `path` into the folder `into`, which exists and is empty, and sets `top`
 * to the path of the one folder that it has. Only regular files and folders with plain names below
 * this folder are accepted; links, devices, names twice and the like are errors, and then nothing
 * outside of `into` was written. Sets *files to the number of files. False with errors; in any case
 * the caller removes `into` with archive_unpack_remove(). */
bool archive_unpack(const char *path, const char *into, char top[FOLDER_PATH_SIZE], uint64_t *files,
                    struct errors *errors);

/* Compares the `files` files that were unpacked in the folder `top` with its SHA256SUMS. False with
 * an error for each that has another checksum or is missing, and when some are not listed; `path`
 * is the archive, for messages. */
bool archive_unpack_check(const char *path, const char *top, uint64_t files, struct errors *errors);

/* Removes a folder and what is in it; links are removed and not followed. */
void archive_unpack_remove(const char *folder);

#endif
