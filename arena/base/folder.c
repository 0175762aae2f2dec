// SPDX-License-Identifier: MIT
#include "arena/base/folder.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

const char *folder_file(const char *folder, const char *file, char path[FOLDER_PATH_SIZE])
{
    snprintf(path, FOLDER_PATH_SIZE, "%.1100s/%s", folder, file);
    return path;
}

bool folder_exists(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

bool folder_make_temporary(char path[FOLDER_PATH_SIZE], struct errors *errors)
{
    const char *parent = getenv("TMPDIR");

    folder_file(parent && *parent ? parent : "/tmp", "skat-arena-XXXXXX", path);
    if (mkdtemp(path))
        return true;
    errors_add(errors, path, "cannot be created: %s", strerror(errno));
    return false;
}
