// SPDX-License-Identifier: MIT
#include "arena/history/commit_cache.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/folder.h"
#include "arena/base/output_file.h"

static void drop_claim(void *file) { output_file_close(file); }

static bool claim(const char *cache, struct pool *pool, struct errors *errors)
{
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    char path[FOLDER_PATH_SIZE];
    FILE *file = output_file_grow(folder_file(cache, "lock", path), OUTPUT_APPEND);

    if (!file) {
        errors_add(errors, path, "%s", strerror(errno));
        return false;
    }
    pool_keep(pool, file, drop_claim);
    if (fcntl(fileno(file), F_SETLK, &lock) == 0 || (errno != EACCES && errno != EAGAIN))
        return true; /* also on file systems without locks */
    errors_add(errors, cache, "another skat-arena uses this cache: wait for it, or stop it");
    return false;
}

const char *commit_cache_open(const char *path, struct pool *pool, struct errors *errors)
{
    char real[PATH_MAX];

    if (!output_folder_make(path, errors))
        return NULL;
    if (!realpath(path, real)) {
        errors_add(errors, path, "%s", strerror(errno));
        return NULL;
    }
    if (strpbrk(real, ":,=") || strlen(real) > FOLDER_MAX / 2) {
        errors_add(errors, path,
                   "the path of a cache has at most %d bytes, and no \":\", \",\" or \"=\", which "
                   "would end the name of a bot",
                   FOLDER_MAX / 2);
        return NULL;
    }
    return claim(real, pool, errors) ? pool_text(pool, real) : NULL;
}
