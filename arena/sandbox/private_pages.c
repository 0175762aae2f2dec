// SPDX-License-Identifier: MIT
#include "arena/sandbox/private_pages.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena/sandbox/own_mappings.h"

#ifndef MFD_EXEC /* since Linux 6.3, where a system may forbid memory that does not say it */
#define MFD_EXEC 0x10u
#endif

/* ---- a file ---- */

static bool copy_file(int from, int to)
{
    struct stat status;
    off_t at = 0;

    if (fstat(from, &status) != 0)
        return false;
    while (at < status.st_size)
        if (sendfile(to, from, &at, (size_t)(status.st_size - at)) <= 0)
            return false;
    return lseek(to, 0, SEEK_SET) == 0 &&
           fcntl(to, F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_GROW | F_SEAL_SHRINK | F_SEAL_SEAL) == 0;
}

int private_pages_file(int file)
{
    const unsigned flags = MFD_CLOEXEC | MFD_ALLOW_SEALING;
    int copy = memfd_create("module", flags | MFD_EXEC);

    if (copy < 0 && errno == EINVAL)
        copy = memfd_create("module", flags);
    const bool ok = copy >= 0 && copy_file(file, copy);
    const int error = errno;
    close(file);
    if (!ok && copy >= 0)
        close(copy);
    errno = error;
    return ok ? copy : -1;
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

static bool replace_all(const struct own_mapping *mappings, size_t count)
{
    bool ok = true;

    for (size_t i = 0; i < count && ok; i++) {
        if (!mappings[i].file || mappings[i].shared)
            continue;
        /* Gaps between the parts of a library cannot be read, but could be made to be. */
        ok = mappings[i].protection & PROT_READ ? replace_by_copy(&mappings[i])
                                                : own_mappings_empty(&mappings[i]);
    }
    return ok;
}

bool private_pages_begin(int mappings, char *reason, size_t size)
{
    size_t count;
    struct own_mapping *all = own_mappings_read(mappings, &count);
    const bool ok = all && replace_all(all, count);
    const int error = errno;
    free(all);
    if (!ok)
        snprintf(reason, size, "no private copy of what is shared with other processes: %s",
                 strerror(error));
    return ok;
}
