// SPDX-License-Identifier: MIT
/* arena/sandbox/private_pages.h - memory of this process alone, where files would be mapped that
 * other processes have mapped, too: those who share a page can see in the processor's cache whether
 * the other has touched it. */
#ifndef ARENA_SANDBOX_PRIVATE_PAGES_H
#define ARENA_SANDBOX_PRIVATE_PAGES_H

#include <stdbool.h>
#include <stddef.h>

/* A copy of `file` that no other process has, to be read and mapped like it, which nobody can
 * change; closes `file`. -1 and errno on failure. */
int private_pages_file(int file);

/* Replaces all that is mapped of files, but for what is shared on purpose (MAP_SHARED), by copies.
 * `mappings` is from own_mappings_open(). False and the reason on failure. */
bool private_pages_begin(int mappings, char *reason, size_t size);

#endif
