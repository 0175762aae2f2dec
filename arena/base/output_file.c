// SPDX-License-Identifier: MIT
#include "arena/base/output_file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <libgen.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena/base/folder.h"
#include "arena/base/machine.h"
#include "arena/base/memory.h"

/* What stands after the name of a file while it is written: ".1b9d6bcd.new". */
enum { RANDOM_DIGITS = 8 };
#define BESIDE_END ".new"

bool output_file_is_left_over(const char *name)
{
    const size_t length = strlen(name), tail = 1 + RANDOM_DIGITS + strlen(BESIDE_END);

    return length > tail && name[length - tail] == '.' &&
           strspn(name + length - tail + 1, "0123456789abcdef") == RANDOM_DIGITS &&
           strcmp(name + length - strlen(BESIDE_END), BESIDE_END) == 0;
}

/* The folder itself, its parent, or an incomplete first save, which a kill has cut off: nothing
 * was written yet. */
static bool is_nothing(const char *name)
{
    return strcmp(name, ".") == 0 || strcmp(name, "..") == 0 || output_file_is_left_over(name);
}

bool output_folder_is_used(const char *path)
{
    DIR *folder = opendir(path);
    const struct dirent *entry;
    bool used = false;

    while (folder && (entry = readdir(folder)))
        used |= !is_nothing(entry->d_name);
    if (folder)
        closedir(folder);
    return used;
}

/* ---- the disk ---- */

/* A file system without syncs, a pipe or a terminal has nothing to wait for. */
static bool nothing_to_sync(int why) { return why == EINVAL || why == ENOTSUP || why == ENOSYS; }

static bool sync_with(int sync(int), int descriptor)
{
    int failed;

    do
        failed = sync(descriptor);
    while (failed && errno == EINTR);
    return !failed || nothing_to_sync(errno);
}

/* A name is on the disk when its folder is. A folder that may be written to but not read cannot be
 * opened for this. */
static bool sync_folder_of(const char *path)
{
    char folder[PATH_MAX];

    snprintf(folder, sizeof folder, "%s", path);
    const int descriptor = open(dirname(folder), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0)
        return errno == EACCES;
    const bool synced = sync_with(fsync, descriptor);
    descriptor_close(descriptor);
    return synced;
}

void output_file_buffer(FILE *file, char *buffer)
{
    setvbuf(file, buffer, _IOFBF, OUTPUT_BUFFER); /* of NULL, the C library takes no size */
}

void output_file_write_out(FILE *file)
{
    sync_file_range(fileno(file), 0, 0, SYNC_FILE_RANGE_WRITE);
}

/* Why an earlier write failed is no longer known: why would another one fail now? Nothing is
 * changed for it: the file keeps its size. */
static int why_failed(int descriptor)
{
    enum { ROOM = 1 << 20 };
    struct stat info;

    if (fstat(descriptor, &info) == 0 &&
        fallocate(descriptor, FALLOC_FL_KEEP_SIZE, info.st_size, ROOM) != 0 &&
        !nothing_to_sync(errno))
        return errno;
    return EIO;
}

bool output_file_sync(FILE *file)
{
    if (fflush(file) != 0)
        return false;
    if (!ferror(file))
        return sync_with(fdatasync, fileno(file));
    errno = why_failed(fileno(file));
    return false;
}

bool output_file_close(FILE *file)
{
    const bool synced = output_file_sync(file);
    const int why = errno;

    if (fclose(file) == 0 && synced)
        return true;
    errno = synced ? errno : why;
    return false;
}

bool output_file_remove(const char *path, struct errors *errors)
{
    if ((unlink(path) == 0 && sync_folder_of(path)) || errno == ENOENT)
        return true;
    errors_add(errors, path, "cannot be removed: %s", strerror(errno));
    return false;
}

bool output_folder_make(const char *path, struct errors *errors)
{
    char part[FOLDER_PATH_SIZE];

    for (size_t i = 1; path[i - 1]; i++) {
        if (path[i] != '/' && path[i])
            continue;
        snprintf(part, sizeof part, "%.*s", (int)i, path);
        if (mkdir(part, 0777) == 0 ? !sync_folder_of(part) : errno != EEXIST) {
            errors_add(errors, part, "cannot be created: %s", strerror(errno));
            return false;
        }
    }
    if (folder_exists(path))
        return true;
    errors_add(errors, path, "is not a folder");
    return false;
}

/* ---- whole files ---- */

/* Where the user's name leads, or NULL: it is no regular file, or a link to none, and is written in
 * place. */
static char *followed(const char *path)
{
    struct stat info;

    if (lstat(path, &info) != 0 || S_ISREG(info.st_mode))
        return xstrdup(path);
    if (!S_ISLNK(info.st_mode) || stat(path, &info) != 0 || !S_ISREG(info.st_mode))
        return NULL;
    return realpath(path, NULL);
}

/* Removes what was left in `folder`: beside the file `name`, or beside any file when it is NULL. */
static void remove_left_over(const char *folder, const char *name)
{
    const size_t length = name ? strlen(name) : 0;
    DIR *open = opendir(folder);
    char file[FOLDER_PATH_SIZE];

    for (const struct dirent *entry; open && (entry = readdir(open));) {
        const char *found = entry->d_name;
        if (!output_file_is_left_over(found) || strlen(found) >= FOLDER_MAX / 2)
            continue;
        if (!name || (strncmp(found, name, length) == 0 &&
                      strlen(found) == length + 1 + RANDOM_DIGITS + strlen(BESIDE_END)))
            unlink(folder_file(folder, found, file));
    }
    if (open)
        closedir(open);
}

void output_folder_tidy(const char *path) { remove_left_over(path, NULL); }

void output_file_tidy(const char *path)
{
    char *target = followed(path), *slash = target ? strrchr(target, '/') : NULL;

    if (slash)
        *slash = '\0';
    if (target)
        remove_left_over(!slash ? "." : *target ? target : "/", slash ? slash + 1 : target);
    free(target);
}

/* Nobody can put anything in the way of a name that is not known before. */
static bool open_beside(struct output_file *output)
{
    uint32_t number;

    for (int tries = 0; tries < 100; tries++) {
        if (getentropy(&number, sizeof number) != 0)
            return false;
        free(output->beside);
        output->beside = xasprintf("%s.%08" PRIx32 BESIDE_END, output->target, number);
        output->file = descriptor_stream(
            open(output->beside, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666), "w");
        if (output->file || errno != EEXIST)
            return output->file != NULL;
    }
    return false;
}

bool output_file_begin(struct output_file *output, const char *path, enum output_name name)
{
    *output = (struct output_file){.path = path};
    output->target = name == OUTPUT_NAMED ? followed(path) : xstrdup(path);
    if (output->target)
        return open_beside(output);
    output->file = fopen(path, "we");
    return output->file != NULL;
}

static void forget(struct output_file *output)
{
    free(output->target);
    free(output->beside);
    output->target = output->beside = NULL;
}

void output_file_drop(struct output_file *output)
{
    if (output->file)
        fclose(output->file);
    if (output->beside)
        unlink(output->beside);
    forget(output);
}

bool output_file_end(struct output_file *output, struct errors *errors)
{
    bool ok = output->file && output_file_close(output->file);

    if (ok && output->beside)
        ok = rename(output->beside, output->target) == 0 && sync_folder_of(output->target);
    if (!ok) {
        errors_add(errors, output->path, "cannot be written: %s", strerror(errno));
        if (output->beside)
            unlink(output->beside);
    }
    forget(output);
    return ok;
}

/* ---- before a long run ---- */

static bool names_a_file(const char *path) { return *path && path[strlen(path) - 1] != '/'; }

/* A link to nothing is written through, so what it leads to is made, and removed again. */
static bool can_make_target(const char *path)
{
    const int descriptor = open(path, O_WRONLY | O_CREAT | O_NOCTTY | O_CLOEXEC, 0666);

    if (descriptor < 0)
        return false;
    char *made = realpath(path, NULL);
    close(descriptor);
    if (made)
        unlink(made);
    free(made);
    return true;
}

/* What is written whole is begun and dropped: nothing else tells whether it can be. */
static bool can_begin(const char *path)
{
    struct output_file trial;
    const bool begun = output_file_begin(&trial, path, OUTPUT_NAMED);
    const int why = errno;

    output_file_drop(&trial);
    errno = why;
    return begun;
}

bool output_file_possible(const char *path, struct errors *errors)
{
    struct stat status;
    const bool there = stat(path, &status) == 0;

    if (there && S_ISDIR(status.st_mode)) {
        errors_add(errors, path, "is a folder; expected the name of a file to write");
        return false;
    }
    if (!names_a_file(path)) {
        errors_add(errors, NULL,
                   "\"%s\" does not name a file; expected the name of a file to write", path);
        return false;
    }
    const bool possible = there && access(path, W_OK) != 0      ? false
                          : there && !S_ISREG(status.st_mode)   ? true
                          : !there && lstat(path, &status) == 0 ? can_make_target(path)
                                                                : can_begin(path);
    if (!possible)
        errors_add(errors, path, "cannot be written: %s", strerror(errno));
    return possible;
}

/* ---- files that grow ---- */

/* A pipe would let the program wait for ever, a link lead it elsewhere. */
static int open_regular(const char *path, int flags)
{
    struct stat info;
    int descriptor = open(path, flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0666);

    if (descriptor < 0 || (fstat(descriptor, &info) == 0 && S_ISREG(info.st_mode)))
        return descriptor;
    close(descriptor);
    errno = ELOOP;
    return -1;
}

/* The name, too, is on the disk before anything is written: what is synced later is the data. */
static FILE *created(const char *path, int flags, const char *mode)
{
    FILE *file = descriptor_stream(open_regular(path, O_WRONLY | O_CREAT | flags), mode);

    if (!file || sync_folder_of(path))
        return file;
    const int why = errno;
    fclose(file);
    errno = why;
    return NULL;
}

FILE *output_file_grow(const char *path, enum output_growth growth)
{
    switch (growth) {
    case OUTPUT_APPEND:
        return created(path, O_APPEND, "a");
    case OUTPUT_REWRITE:
        return descriptor_stream(open_regular(path, O_RDWR), "r+");
    case OUTPUT_ANEW:
        unlink(path);
        break;
    case OUTPUT_NEW:
        break;
    }
    return created(path, O_EXCL, "w");
}

bool output_write(int descriptor, const void *bytes, size_t size)
{
    const char *next = bytes;

    while (size) {
        const ssize_t wrote = write(descriptor, next, size);
        if (wrote < 0 && errno != EINTR)
            return false;
        next += wrote > 0 ? wrote : 0;
        size -= wrote > 0 ? (size_t)wrote : 0;
    }
    return true;
}

bool output_file_cut(const char *path, long long bytes)
{
    int descriptor = open_regular(path, O_WRONLY);
    const bool cut =
        descriptor >= 0 && ftruncate(descriptor, (off_t)bytes) == 0 && sync_with(fsync, descriptor);

    descriptor_close(descriptor);
    return cut;
}
