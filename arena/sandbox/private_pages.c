// SPDX-License-Identifier: MIT
#include "arena/sandbox/private_pages.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <unistd.h>

#include "arena/base/machine.h"
#include "arena/base/memory.h"

#ifndef MFD_EXEC /* since Linux 6.3, where a system may forbid memory that says neither */
#define MFD_NOEXEC_SEAL 8u
#define MFD_EXEC 0x10u
#endif

/* ---- what is mapped ---- */

int own_mappings_open(void) { return open("/proc/self/maps", O_RDONLY | O_CLOEXEC); }

/* The whole file, with a 0 after it, to be freed; NULL and errno. */
static char *read_all(int descriptor)
{
    enum { STEP = 1 << 16 };
    size_t length = 0, room = 0;
    char *text = NULL;
    ssize_t got;

    if (lseek(descriptor, 0, SEEK_SET) < 0)
        return NULL;
    do {
        if (room - length < STEP)
            text = xrealloc(text, room = 2 * room + 2 * STEP);
        got = read(descriptor, text + length, STEP - 1);
        length += got > 0 ? (size_t)got : 0;
    } while (got > 0);
    text[length] = '\0';
    if (got == 0 && length)
        return text;
    free(text);
    return NULL;
}

/* "begin-end rwxp offset device inode    name" (proc_pid_maps(5)). */
static bool read_line(const char *line, struct own_mapping *mapping)
{
    unsigned long begin, end, inode;
    char rights[5];
    int at = 0;

    *mapping = (struct own_mapping){0};
    if (sscanf(line, "%lx-%lx %4s %*x %*x:%*x %lu %n", &begin, &end, rights, &inode, &at) != 4)
        return false;
    mapping->begin = begin;
    mapping->end = end;
    mapping->protection = (rights[0] == 'r' ? PROT_READ : 0) | (rights[1] == 'w' ? PROT_WRITE : 0) |
                          (rights[2] == 'x' ? PROT_EXEC : 0);
    mapping->shared = rights[3] == 's';
    mapping->file = inode != 0;
    snprintf(mapping->name, sizeof mapping->name, "%s", line + at);
    return true;
}

bool own_mappings_visit(int descriptor, bool (*visit)(const struct own_mapping *mapping))
{
    char *text = read_all(descriptor), *rest = text;
    struct own_mapping mapping;
    bool ok = text != NULL;

    for (char *line; ok && (line = strsep(&rest, "\n"));)
        ok = !read_line(line, &mapping) || visit(&mapping);
    const int error = errno;
    free(text);
    errno = error;
    return ok;
}

bool own_mappings_empty(const struct own_mapping *mapping)
{
    void *const there = (void *)mapping->begin; /* NOLINT(performance-no-int-to-ptr) */

    return mmap(there, mapping->end - mapping->begin, PROT_NONE,
                MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_NORESERVE, -1, 0) == there;
}

/* ---- a file ---- */

int sealed_copy(int from, const char *name, enum sealed_use use)
{
    enum { AT_ONCE = 1 << 20 };
    const int seals = F_SEAL_WRITE | F_SEAL_GROW | F_SEAL_SHRINK | F_SEAL_SEAL;
    const unsigned flags = MFD_CLOEXEC | MFD_ALLOW_SEALING,
                   says = use == SEALED_CODE ? MFD_EXEC : MFD_NOEXEC_SEAL;
    int copy = memfd_create(name, flags | says);
    ssize_t got = -1;

    if (copy < 0 && errno == EINVAL)
        copy = memfd_create(name, flags);
    while (copy >= 0 && (got = sendfile(copy, from, NULL, AT_ONCE)) > 0)
        ;
    if (got == 0 && lseek(copy, 0, SEEK_SET) == 0 && fcntl(copy, F_ADD_SEALS, seals) == 0)
        return copy;
    descriptor_close(copy);
    return -1;
}

/* ---- copies ---- */

/* Not memcpy(): AddressSanitizer would find gaps between variables that may not be read. */
__attribute__((no_sanitize("address"))) static void copy_words(uint64_t *to, const uint64_t *from,
                                                               size_t bytes)
{
    for (size_t i = 0; i < bytes / sizeof *to; i++) {
        to[i] = from[i];
        __asm__ volatile("" ::: "memory"); /* the compiler would make it a memcpy() */
    }
}

/* In one step, since the code that runs here may be what is replaced. Nothing in it writes to
 * variables of the program or of a library between copying and moving. */
static bool replace_part(uintptr_t begin, size_t bytes, int protection)
{
    void *const there = (void *)begin; /* NOLINT(performance-no-int-to-ptr) */
    void *copy = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);

    if (copy == MAP_FAILED)
        return false;
    copy_words(copy, there, bytes);
    return (protection == (PROT_READ | PROT_WRITE) || mprotect(copy, bytes, protection) == 0) &&
           mremap(copy, bytes, bytes, MREMAP_MAYMOVE | MREMAP_FIXED, there) == there;
}

static bool replace_by_copy(const struct own_mapping *mapping)
{
    const size_t most = 4 << 20; /* so much more memory is needed for a moment */
    bool ok = true;

    for (uintptr_t at = mapping->begin; ok && at < mapping->end; at += most)
        ok = replace_part(at, mapping->end - at < most ? mapping->end - at : most,
                          mapping->protection);
    return ok;
}

/* Gaps between the parts of a library cannot be read, but could be made to be. */
static bool make_private(const struct own_mapping *mapping)
{
    return !mapping->file || mapping->shared ||
           (mapping->protection & PROT_READ ? replace_by_copy(mapping)
                                            : own_mappings_empty(mapping));
}

bool private_pages_begin(int mappings, char *reason, size_t size)
{
    const bool ok = own_mappings_visit(mappings, make_private);

    if (!ok)
        snprintf(reason, size, "no private copy of what is shared with other processes: %s",
                 strerror(errno));
    return ok;
}
