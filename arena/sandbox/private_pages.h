// SPDX-License-Identifier: MIT
/* arena/sandbox/private_pages.h - memory of this process alone, where files would be mapped that
 * other processes have mapped, too: those who share a page can see in the processor's cache whether
 * the other has touched it. */
#ifndef ARENA_SANDBOX_PRIVATE_PAGES_H
#define ARENA_SANDBOX_PRIVATE_PAGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- what is mapped in this process, as /proc/self/maps says ---- */

enum { MAPPING_NAME = 256 };

struct own_mapping {
    uintptr_t begin, end;
    int protection;          /* PROT_READ | ... */
    bool shared;             /* MAP_SHARED */
    bool file;               /* of a file, not anonymous */
    char name[MAPPING_NAME]; /* the begin of the file's path, [heap] or the like, or "" */
};

/* A descriptor for the next function, which also works where no file can be opened any more; the
 * caller closes it. -1 and errno on failure. */
int own_mappings_open(void);

/* Calls visit() with all mappings that there are now, in the order of their addresses, until it
 * returns false: then false, with its errno. Also false and errno if they cannot be read. */
bool own_mappings_visit(int descriptor, bool (*visit)(const struct own_mapping *mapping));

/* Puts memory that cannot be read in the place of what is mapped. False and errno on failure. */
bool own_mappings_empty(const struct own_mapping *mapping);

/* ---- copies ---- */

/* A copy of all that can be read from `from`, a regular file, in memory of this name that nobody
 * can change, at offset 0; closed by exec. Tools show the name: /memfd:mine.so. The system may want
 * to hear whether it is to be mapped as code here (vm.memfd_noexec). -1 and errno on failure. */
enum sealed_use { SEALED_DATA, SEALED_CODE };
int sealed_copy(int from, const char *name, enum sealed_use use);

/* Replaces all that is mapped of files, but for what is shared on purpose (MAP_SHARED), by copies.
 * `mappings` is from own_mappings_open(). False and the reason on failure. */
bool private_pages_begin(int mappings, char *reason, size_t size);

#endif
