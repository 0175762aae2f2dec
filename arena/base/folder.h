/* arena/base/folder.h - paths in folders, and folders that are made. */
#ifndef ARENA_BASE_FOLDER_H
#define ARENA_BASE_FOLDER_H

#include <stdbool.h>

#include "arena/base/errors.h"

enum { FOLDER_PATH_SIZE = 1200, FOLDER_MAX = 1100 };

/* "FOLDER/FILE". Returns `path`. */
const char *folder_file(const char *folder, const char *file, char path[FOLDER_PATH_SIZE]);

/* Makes a folder, with those above it, where there is none. */
bool folder_make(const char *path, struct errors *errors);

#endif
