// SPDX-License-Identifier: MIT
#include "arena/base/input_file.h"

#include <errno.h>
#include <linux/magic.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "arena/base/input_open.h"
#include "arena/base/wrong_path.h"

static FILE *open_regular(const char *path)
{
    const int descriptor = input_descriptor_open(path);
    FILE *file = descriptor < 0 ? NULL : fdopen(descriptor, "r");

    if (descriptor >= 0 && !file)
        close(descriptor);
    return file;
}

/* The pipe of <(command), or of /dev/stdin after a "|", has no name in any folder. */
static bool is_unnamed_pipe(const char *path)
{
    struct statfs where;

    return statfs(path, &where) == 0 && where.f_type == PIPEFS_MAGIC;
}

/* What an open would wait for, or would read for ever. Of devices, only opening them tells a
 * terminal from others. */
static bool may_be_opened(const char *path, const struct stat *status, enum input_name name)
{
    return S_ISFIFO(status->st_mode)  ? name == INPUT_STREAM || is_unnamed_pipe(path)
           : S_ISCHR(status->st_mode) ? true
                                      : S_ISREG(status->st_mode) || S_ISDIR(status->st_mode);
}

static bool may_be_read(int descriptor, const struct stat *status)
{
    const dev_t null = makedev(1, 3);

    return !S_ISCHR(status->st_mode) || status->st_rdev == null || isatty(descriptor);
}

/* A folder opens, too, and only reading it fails. */
static FILE *open_named(const char *path, enum input_name name)
{
    struct stat status;

    if (stat(path, &status) == 0 && !may_be_opened(path, &status, name)) {
        errno = EMEDIUMTYPE;
        return NULL;
    }
    FILE *file = fopen(path, "re");
    if (!file || fstat(fileno(file), &status) != 0)
        return file;
    if (!S_ISDIR(status.st_mode) && may_be_read(fileno(file), &status))
        return file;
    fclose(file);
    errno = S_ISDIR(status.st_mode) ? EISDIR : EMEDIUMTYPE;
    return NULL;
}

FILE *input_file_open(const char *path, enum input_name name)
{
    return name == INPUT_OWN || input_is_limited() ? open_regular(path) : open_named(path, name);
}

const char *input_file_kind(const char *path)
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
        errors_add(errors, path, "is %s; expected a file, or a link to one", input_file_kind(path));
    else if (number == EXDEV)
        errors_add(errors, path, "leads out of the folder that is served");
    else if (number == ENOENT)
        path_missing(path, errors);
    else if (number == EISDIR || number == ENOTDIR)
        errors_add(errors, path, "is %s; expected %s", input_file_kind(path),
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
