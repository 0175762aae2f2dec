// SPDX-License-Identifier: MIT
/* arena/base/folder.h - paths, and folders of a moment. */
#ifndef ARENA_BASE_FOLDER_H
#define ARENA_BASE_FOLDER_H

#include <stdbool.h>

#include "arena/base/errors.h"

enum { FOLDER_PATH_SIZE = 1200, FOLDER_MAX = 1100 };

/* "FOLDER/FILE". Returns `path`. */
const char *folder_file(const char *folder, const char *file, char path[FOLDER_PATH_SIZE]);
/* The same; the path lasts until the end of the block. */
#define FOLDER_FILE(folder, file) folder_file(folder, file, (char[FOLDER_PATH_SIZE]){""})

/* Is there a folder at `path`, or a link to one? */
bool folder_exists(const char *path);

/* Creates an empty folder of this process in TMPDIR, or in /tmp; the caller removes it. Sets
 * `path`. */
bool folder_make_temporary(char path[FOLDER_PATH_SIZE], struct errors *errors);

#endif
