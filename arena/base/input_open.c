// SPDX-License-Identifier: MIT
#include "arena/base/input_open.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The folder out of which nothing is opened; NULL: there is none. */
static const char *limit;

void input_stay_below(const char *folder) { limit = folder; }

bool input_is_limited(void) { return limit; }

/* Whether what a descriptor stands for lies below the limit, by the name that the kernel has for
 * it. */
static bool is_below_limit(int place)
{
    const size_t length = strcmp(limit, "/") == 0 ? 0 : strlen(limit);
    char own_path[40], name[PATH_MAX];

    snprintf(own_path, sizeof own_path, "/proc/self/fd/%d", place);
    const ssize_t got = readlink(own_path, name, sizeof name - 1);
    name[got > 0 ? got : 0] = '\0';
    return got > 0 && strncmp(name, limit, length) == 0 && (name[length] == '/' || !name[length]);
}

static bool is_same(int one, const struct stat *other)
{
    struct stat status;

    return fstat(one, &status) == 0 && status.st_dev == other->st_dev &&
           status.st_ino == other->st_ino;
}

/* Opens what is of this type, S_IFREG or S_IFDIR. A device may act when it is opened, and a pipe
 * waits, so what a path leads to is looked at before, without opening it; what is opened then must
 * be the same, in case that somebody changes a link meanwhile. */
static int open_type(const char *path, mode_t type)
{
    const int place = open(path, O_PATH | O_CLOEXEC);
    struct stat status;
    int descriptor = -1;

    if (place < 0)
        return -1;
    if (fstat(place, &status) != 0)
        ;
    else if (limit && !is_below_limit(place))
        errno = EXDEV;
    else if ((status.st_mode & S_IFMT) != type)
        errno = type == S_IFDIR ? ENOTDIR : EMEDIUMTYPE;
    else
        descriptor = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (descriptor >= 0 && !is_same(descriptor, &status)) {
        close(descriptor);
        descriptor = -1;
        errno = EXDEV;
    }
    const int why = errno;
    close(place);
    errno = why;
    return descriptor;
}

int input_descriptor_open(const char *path) { return open_type(path, S_IFREG); }

DIR *input_folder_open(const char *path)
{
    const int descriptor = open_type(path, S_IFDIR);
    DIR *folder = descriptor < 0 ? NULL : fdopendir(descriptor);

    if (descriptor >= 0 && !folder)
        close(descriptor);
    return folder;
}
