// SPDX-License-Identifier: MIT
#include "arena/bot/module_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena/base/hash.h"
#include "arena/base/input_file.h"
#include "arena/base/memory.h"
#include "arena/base/shortage.h"
#include "arena/base/output_file.h"

struct module_files {
    struct module_file *of[MODULE_FILES_MAX]; /* bots point to them */
    int count;
};

struct module_files *module_files_new(void) { return xcalloc(1, sizeof(struct module_files)); }

void module_files_free(struct module_files *files)
{
    if (!files)
        return;
    module_files_close(files);
    for (int i = 0; i < files->count; i++)
        free(files->of[i]);
    free(files);
}

/* ---- reading ---- */

enum { PROC_PATH_SIZE = 32 };

static int open_again(int descriptor, int flags)
{
    char path[PROC_PATH_SIZE];

    snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
    return open(path, flags | O_CLOEXEC);
}

/* Copies all there is to read, and hashes what it has copied. */
static bool copy(int in, int out, char sha256[65])
{
    enum { BLOCK = 1 << 16 };
    char *block = xcalloc(1, BLOCK);
    struct sha256_ctx state;
    ssize_t got;
    bool ok = true;

    sha256_init(&state);
    while (ok && (got = read(in, block, BLOCK)) > 0) {
        sha256_update(&state, (size_t)got, (const uint8_t *)block);
        ok = output_write(out, block, (size_t)got);
    }
    hash_end(&state, sha256);
    free(block);
    return ok && got == 0;
}

/* Tools show the name: /memfd:mine.so. The system may want to hear that it is no program to execute
 * (vm.memfd_noexec), which kernels before 6.3 do not know. */
static int new_memory(const char *path)
{
    enum { NO_EXEC = 8 }; /* MFD_NOEXEC_SEAL, which older headers lack */
    const char *slash = strrchr(path, '/');
    char name[64];

    snprintf(name, sizeof name, "%.63s", slash ? slash + 1 : path);
    const int memory = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING | NO_EXEC);
    return memory >= 0 || errno != EINVAL ? memory
                                          : memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
}

static bool is_plain(int in)
{
    struct stat status;

    if (fstat(in, &status) != 0)
        return false;
    errno = S_ISDIR(status.st_mode) ? EISDIR : EMEDIUMTYPE;
    return S_ISREG(status.st_mode);
}

/* A copy of the file in sealed memory; -1 with errno. */
static int read_into_memory(int in, const char *path, char sha256[65])
{
    const int seals = F_SEAL_WRITE | F_SEAL_GROW | F_SEAL_SHRINK | F_SEAL_SEAL,
              memory = new_memory(path);
    int reference = -1;

    if (memory < 0)
        return -1;
    if (copy(in, memory, sha256) && fcntl(memory, F_ADD_SEALS, seals) == 0)
        reference = open_again(memory, O_PATH);
    const int error = errno;
    close(memory);
    errno = error;
    return reference;
}

/* False, and errno. */
static bool try_to_read(struct module_file *file)
{
    /* What is no plain file must not keep us waiting. */
    const int in = open(file->path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);

    file->descriptor =
        in >= 0 && is_plain(in) ? read_into_memory(in, file->path, file->sha256) : -1;
    const int error = errno;
    if (in >= 0)
        close(in);
    errno = error;
    return file->descriptor >= 0;
}

/* Tries again where the machine is short of something. False, and errno. */
static bool read_file(struct module_file *file)
{
    for (int attempt = 1; !try_to_read(file); attempt++) {
        const int error = errno;
        if (shortage_is(error) && shortage_wait(attempt))
            continue;
        errno = error;
        return false;
    }
    return true;
}

/* Why a file that was read is no shared object; NULL if it may be one. */
static const char *no_object(const struct module_file *file)
{
    static const char elf[] = {0x7f, 'E', 'L', 'F'}, zeros[sizeof elf] = {0};
    const int in = open_again(file->descriptor, O_RDONLY);
    char begin[sizeof elf] = {0};
    const ssize_t got = in >= 0 ? pread(in, begin, sizeof begin, 0) : -1;

    if (in >= 0)
        close(in);
    if (got == 0)
        return "is an empty file; expected a shared object (.so)";
    if (got < 0 || (got == (ssize_t)sizeof elf && memcmp(begin, elf, sizeof elf) == 0))
        return NULL; /* the loader says more */
    if (memcmp(begin, zeros, (size_t)got) == 0)
        return "begins with zero bytes; expected a shared object (.so)";
    if (got < 2 || memcmp(begin, "#!", 2) != 0)
        return "is no shared object (.so), and no program that can be run";
    return access(file->path, X_OK) == 0
               ? "is a script; expected a shared object (.so): a config runs it with {\"module\": "
                 "\"pipe\", \"options\": {\"command\": ...}}, or as \"./FILE\""
               : "is a script without its run bit (chmod +x)";
}

static struct module_file *find(const struct module_files *files, const char *real)
{
    for (int i = 0; i < files->count; i++)
        if (strcmp(files->of[i]->real, real) == 0)
            return files->of[i];
    return NULL;
}

const struct module_file *module_files_read(struct module_files *files, const char *path,
                                            char *reason, size_t size)
{
    struct module_file *file = xcalloc(1, sizeof *file), *known;

    file->descriptor = -1;
    snprintf(file->path, sizeof file->path, "%s", path);
    const bool there = realpath(path, file->real) != NULL;
    if (there && (known = find(files, file->real))) {
        free(file);
        return known;
    }
    int error = 0;
    if (files->count == MODULE_FILES_MAX) {
        snprintf(reason, size, "is one file too many: there are %d already", MODULE_FILES_MAX);
    } else if (!there || !read_file(file)) {
        error = errno;
        if (error == EMEDIUMTYPE || error == ENXIO) /* that of a socket */
            snprintf(reason, size, "is %s; expected a shared object (.so)", input_file_kind(path));
        else
            snprintf(reason, size, "cannot be read: %s", strerror(error));
    }
    const char *wrong = file->descriptor < 0 ? NULL : no_object(file);
    if (wrong) {
        snprintf(reason, size, "%s", wrong);
        close(file->descriptor);
        file->descriptor = -1;
    }
    if (file->descriptor < 0) {
        free(file);
        errno = error;
        return NULL;
    }
    return files->of[files->count++] = file;
}

/* ---- using ---- */

int module_files_descriptors(const struct module_files *files, int descriptors[MODULE_FILES_MAX])
{
    int count = 0;

    for (int i = 0; i < files->count; i++)
        descriptors[count++] = files->of[i]->descriptor;
    return count;
}

void module_files_close(const struct module_files *files)
{
    for (int i = 0; i < files->count; i++)
        close(files->of[i]->descriptor);
}

int module_file_open(const struct module_file *file)
{
    return open_again(file->descriptor, O_RDONLY);
}
