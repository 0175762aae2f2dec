// SPDX-License-Identifier: MIT
#include "arena/base/file.h"

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "arena/base/memory.h"

char *file_read(const char *path, enum input_name name, size_t *length, struct errors *errors)
{
    FILE *file = input_file_open(path, name);
    char *text = NULL;
    size_t size = 0, used = 0;

    if (!file) {
        input_file_refused(path, errno, errors);
        return NULL;
    }
    /* Before it is read, if that can be known. */
    struct stat status;
    const bool too_large = fstat(fileno(file), &status) == 0 && S_ISREG(status.st_mode) &&
                           (uint64_t)status.st_size > FILE_READ_MAX;
    do {
        size = size ? 2 * size : 4096;
        text = xrealloc(text, size + 1);
        used += fread(text + used, 1, size - used, file);
    } while (!too_large && used == size && used <= FILE_READ_MAX);
    bool failed = ferror(file);
    if (failed)
        errors_add(errors, path, "cannot be read: %s", strerror(errno));
    else if (too_large || used > FILE_READ_MAX)
        errors_add(errors, path, "is larger than %zu MiB", FILE_READ_MAX >> 20);
    if (failed || too_large || used > FILE_READ_MAX) {
        free(text);
        text = NULL;
    } else {
        text[used] = '\0';
        *length = used;
    }
    fclose(file);
    return text;
}
