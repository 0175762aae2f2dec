// SPDX-License-Identifier: MIT
#include "arena/sandbox/private_pages.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
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

/* ---- libraries ---- */

enum { LIBRARIES = 512 };

struct libraries {
    const struct link_map *maps[LIBRARIES]; /* the program first */
    bool needed[LIBRARIES];
    int count;
};

static const char *file_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* Marks the one that the loader has taken for a name, with all that it needs. */
static void mark(struct libraries *libraries, const char *name)
{
    for (int i = 0; i < libraries->count; i++) {
        const struct link_map *map = libraries->maps[i];
        const char *names = NULL;

        if (strcmp(file_name(map->l_name), name) != 0 || libraries->needed[i])
            continue;
        libraries->needed[i] = true;
        for (const ElfW(Dyn) *entry = map->l_ld; entry->d_tag != DT_NULL; entry++)
            if (entry->d_tag == DT_STRTAB)               /* the loader has made it an address */
                names = (const char *)entry->d_un.d_ptr; /* NOLINT(performance-no-int-to-ptr) */
        for (const ElfW(Dyn) *entry = map->l_ld; names && entry->d_tag != DT_NULL; entry++)
            if (entry->d_tag == DT_NEEDED)
                mark(libraries, names + entry->d_un.d_val);
    }
}

static void find_libraries(struct libraries *libraries, const char *const *needed, size_t count)
{
    const struct link_map *map = NULL;

    *libraries = (struct libraries){0};
    if (dlinfo(dlopen(NULL, RTLD_NOW), RTLD_DI_LINKMAP, &map) != 0)
        return;
    for (; map && libraries->count < LIBRARIES; map = map->l_next)
        libraries->maps[libraries->count++] = map;
    for (size_t i = 0; i < count; i++)
        mark(libraries, needed[i]);
}

/* Tables of tens of megabytes that the program needs for files only, of which the sandbox has none:
 * those of ICU, by libarchive and libxml2. A copy for each process would be dear. */
static bool is_dispensable(const struct own_mapping *mapping, const struct libraries *libraries)
{
    enum { LARGE = 16 << 20 };
    const void *begin = (const void *)mapping->begin; /* NOLINT(performance-no-int-to-ptr) */
    struct link_map *map = NULL;
    Dl_info info;

    if (mapping->end - mapping->begin < LARGE || mapping->protection != PROT_READ ||
        !dladdr1(begin, &info, (void **)&map, RTLD_DL_LINKMAP) || info.dli_fbase == begin)
        return false; /* at the base are the symbols, among which the loader searches */
    for (int i = 1; i < libraries->count; i++)
        if (libraries->maps[i] == map)
            return !libraries->needed[i];
    return false;
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

static bool replace_all(const struct own_mapping *mappings, size_t count,
                        const struct libraries *libraries)
{
    bool ok = true;

    for (size_t i = 0; i < count && ok; i++) {
        if (!mappings[i].file || mappings[i].shared)
            continue;
        /* Gaps between the parts of a library cannot be read, but could be made to be. */
        if (!(mappings[i].protection & PROT_READ) || is_dispensable(&mappings[i], libraries))
            ok = own_mappings_empty(&mappings[i]);
        else
            ok = replace_by_copy(&mappings[i]);
    }
    return ok;
}

bool private_pages_begin(int mappings, const char *const *needed, size_t count, char *reason,
                         size_t size)
{
    static struct libraries libraries; /* large for a stack */
    size_t mapping_count;
    struct own_mapping *all = own_mappings_read(mappings, &mapping_count);

    find_libraries(&libraries, needed, count);
    const bool ok = all && replace_all(all, mapping_count, &libraries);
    const int error = errno;
    free(all);
    if (!ok)
        snprintf(reason, size, "no private copy of what is shared with other processes: %s",
                 strerror(error));
    return ok;
}
