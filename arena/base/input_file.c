// SPDX-License-Identifier: MIT
#include "arena/base/input_file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena/base/wrong_path.h"

/* A pipe nobody writes to opens at once, without waiting; a regular file does not care. */
static FILE *open_regular(const char *path)
{
    const int descriptor = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    struct stat status;

    if (descriptor < 0) {
        if (errno == ENXIO || errno == ENODEV) /* a socket, or a device that is not there */
            errno = EMEDIUMTYPE;
        return NULL;
    }
    FILE *file =
        fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) ? fdopen(descriptor, "r") : NULL;
    if (!file) {
        close(descriptor);
        errno = EMEDIUMTYPE;
    }
    return file;
}

/* A folder opens, too, and only reading it fails. */
static FILE *open_named(const char *path)
{
    FILE *file = fopen(path, "re");
    struct stat status;

    if (file && fstat(fileno(file), &status) == 0 && S_ISDIR(status.st_mode)) {
        fclose(file);
        errno = EISDIR;
        return NULL;
    }
    return file;
}

FILE *input_file_open(const char *path, enum input_name name)
{
    struct stat status;

    if (name == INPUT_NAMED)
        return open_named(path);
    /* A device may act when it is opened, so it is looked at before; and the file again after. */
    if (stat(path, &status) == 0 && !S_ISREG(status.st_mode)) {
        errno = EMEDIUMTYPE;
        return NULL;
    }
    return open_regular(path);
}

static const char *kind_of(const char *path)
{
    struct stat status;

    if (stat(path, &status) != 0)
        return "no file";
    return S_ISDIR(status.st_mode)    ? "a folder"
           : S_ISFIFO(status.st_mode) ? "a named pipe"
           : S_ISSOCK(status.st_mode) ? "a socket"
           : S_ISREG(status.st_mode)  ? "a file"
                                      : "a device";
}

void input_file_refused(const char *path, int number, struct errors *errors)
{
    if (number == EMEDIUMTYPE)
        errors_add(errors, path, "is %s; expected a file, or a link to one", kind_of(path));
    else if (number == ENOENT)
        path_missing(path, errors);
    else if (number == EISDIR || number == ENOTDIR)
        errors_add(errors, path, "is %s; expected %s", kind_of(path),
                   number == EISDIR ? "a file" : "a folder");
    else
        errors_add(errors, path, "%s", strerror(number));
}

bool input_file_open_optional(const char *path, FILE **file, struct errors *errors)
{
    *file = input_file_open(path, INPUT_OWN);
    if (*file || errno == ENOENT)
        return true;
    input_file_refused(path, errno, errors);
    return false;
}
