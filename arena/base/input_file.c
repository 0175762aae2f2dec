// SPDX-License-Identifier: MIT
#include "arena/base/input_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/magic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "arena/base/folder.h"
#include "arena/base/machine.h"
#include "arena/base/memory.h"
#include "arena/base/text.h"

/* ---- files and folders of names that may be a stranger's ---- */

/* The folder out of which nothing is opened; NULL: there is none. */
static const char *only_below;

void input_stay_below(const char *folder) { only_below = folder; }

/* Whether what a descriptor stands for lies below the only_below, by the name that the kernel has
 * for it. */
static bool is_below_limit(int place)
{
    const size_t length = strcmp(only_below, "/") == 0 ? 0 : strlen(only_below);
    char own_path[40], name[PATH_MAX];

    snprintf(own_path, sizeof own_path, "/proc/self/fd/%d", place);
    const ssize_t got = readlink(own_path, name, sizeof name - 1);
    name[got > 0 ? got : 0] = '\0';
    return got > 0 && strncmp(name, only_below, length) == 0 &&
           (name[length] == '/' || !name[length]);
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
    else if (only_below && !is_below_limit(place))
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
    descriptor_close(place);
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

/* ---- files by name ---- */

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
    return name == INPUT_OWN || only_below ? descriptor_stream(input_descriptor_open(path), "r")
                                           : open_named(path, name);
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

/* ---- what is wrong with a path ---- */

enum { ENTRIES_MAX = 4096 };

/* "PARENT/NAME" of the entry of `parent` that is most like `name`; the caller frees it. NULL if
 * none is. */
static char *similar_entry(const char *parent, const char *name)
{
    char **names = xcalloc(ENTRIES_MAX, sizeof *names), *found = NULL;
    DIR *directory = input_folder_open(parent);
    size_t count = 0;

    for (const struct dirent *entry;
         directory && count < ENTRIES_MAX && (entry = readdir(directory));)
        if (entry->d_name[0] != '.')
            names[count++] = xstrdup(entry->d_name);
    if (directory)
        closedir(directory);
    const char *nearest = nearest_word(name, (const char *const *)names, count, sizeof *names);
    if (nearest)
        found = strcmp(parent, ".") == 0 ? xstrdup(nearest) : xasprintf("%s/%s", parent, nearest);
    for (size_t i = 0; i < count; i++)
        free(names[i]);
    free(names);
    return found;
}

/* A folder of this name in results/ is meant, or the nearest name. */
static char *similar_path(const char *path)
{
    const char *slash = strrchr(path, '/');
    char *own = xasprintf("results/%s", path);

    if (!slash && access(own, F_OK) == 0)
        return own;
    free(own);
    char *parent =
        slash ? xstrndup(path, slash == path ? 1 : (size_t)(slash - path)) : xstrdup(".");
    char *found = similar_entry(parent, slash ? slash + 1 : path);
    free(parent);
    return found || slash ? found : similar_entry("results", path);
}

void path_missing(const char *path, struct errors *errors)
{
    char *similar = *path ? similar_path(path) : NULL;

    if (similar)
        errors_add(errors, path, "%s; did you mean \"%.200s\"?", strerror(ENOENT), similar);
    else
        errors_add(errors, path, "%s", strerror(ENOENT));
    free(similar);
}

static bool folder_is_empty(const char *folder)
{
    DIR *directory = input_folder_open(folder);
    bool empty = directory != NULL;

    for (const struct dirent *entry; empty && (entry = readdir(directory));)
        empty = entry->d_name[0] == '.';
    if (directory)
        closedir(directory);
    return empty;
}

const char *folder_contents(const char *folder)
{
    static const struct {
        const char *file, *says;
    } kinds[] = {
        {"study.json", "is the result of a study"},
        {"populations.json", "is the result of a study with several populations"},
        {"tune.json", "is the result of a search (tune)"},
        {"grid.json", "is the result of a grid of options"},
        {"history.json", "is the result of a history of commits"},
        {"bisect.json", "is the result of a search for a commit (history)"},
        {"manifest.json", "is the result of a run"},
        {"games.jsonl", "has a log of games, but no manifest.json"},
        {"configs", "is a source tree"},
    };
    char path[FOLDER_PATH_SIZE];

    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (access(folder_file(folder, kinds[i].file, path), F_OK) == 0)
            return kinds[i].says;
    return folder_is_empty(folder) ? "is empty" : "is a folder without results";
}

bool run_folder_has(const char *path, const char *file, struct errors *errors)
{
    char inside[FOLDER_PATH_SIZE];

    if (access(folder_file(path, file, inside), F_OK) == 0)
        return true;
    if (access(folder_file(path, "manifest.json", inside), F_OK) == 0)
        errors_add(errors, path, "is a run that has no summary.json: it was not finished");
    else if (access(path, F_OK) != 0 && errno == ENOENT)
        path_missing(path, errors);
    else if (!folder_exists(path))
        errors_add(errors, path, "is not a folder; expected the result folder of a run");
    else
        errors_add(errors, path, "%s; expected the result folder of a run, with manifest.json",
                   folder_contents(path));
    return false;
}

bool file_is_zeros(const char *path)
{
    const int file = input_descriptor_open(path);
    char block[4096];
    off_t size = 0;
    ssize_t got;
    bool zeros = file >= 0;

    while (zeros && (got = read(file, block, sizeof block)) > 0) {
        size += got;
        for (ssize_t i = 0; i < got && zeros; i++)
            zeros = !block[i];
    }
    descriptor_close(file);
    return zeros && size;
}

/* ---- whole files ---- */

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
