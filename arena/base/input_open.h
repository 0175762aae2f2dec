// SPDX-License-Identifier: MIT
/* arena/base/input_open.h - opens files and folders of names that may be a stranger's, and where a
 * process is to read nothing else, only below one folder. */
#ifndef ARENA_BASE_INPUT_OPEN_H
#define ARENA_BASE_INPUT_OPEN_H

#include <dirent.h>
#include <stdbool.h>

/* Opens a regular file for reading, or a folder; links are followed. Nothing else is ever opened:
 * no device acts, and no pipe waits. -1, or NULL, with errno: EMEDIUMTYPE for what is no file,
 * ENOTDIR for what is no folder. */
int input_descriptor_open(const char *path);
DIR *input_folder_open(const char *path);

/* From now on nothing is opened here but what lies below `folder`, wherever names and links lead:
 * errno is EXDEV for the rest. `folder` has no links in it, "/" at its beginning and, but for the
 * root, none at its end, and lasts; NULL ends it. For a process that reads what a stranger asks
 * for. */
void input_stay_below(const char *folder);
/* Whether there is such a folder. */
bool input_is_limited(void);

#endif
