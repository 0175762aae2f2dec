// SPDX-License-Identifier: MIT
/* arena/base/wrong_path.h - errors for a path that is missing, or is not what was asked for. */
#ifndef ARENA_BASE_WRONG_PATH_H
#define ARENA_BASE_WRONG_PATH_H

#include <stdbool.h>

#include "arena/base/errors.h"

/* Adds "PATH: No such file or directory", with the most similar name in the folder of the path; of
 * a name without a slash that has none there, with that of a folder in results/. */
void path_missing(const char *path, struct errors *errors);

/* What the folder holds, as the end of a sentence: "is the result of a study", "is empty". Points
 * to static storage. */
const char *folder_contents(const char *folder);

/* Has the result folder of a run this file? False with an error that says why not: the folder is
 * not there, no folder, another folder, or not finished. */
bool run_folder_has(const char *folder, const char *file, struct errors *errors);

/* Whether a file has nothing but zero bytes, as after a power cut; false, too, if it is empty or
 * cannot be read. */
bool file_is_zeros(const char *path);

#endif
