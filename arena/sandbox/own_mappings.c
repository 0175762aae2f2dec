// SPDX-License-Identifier: MIT
#include "arena/sandbox/own_mappings.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "arena/base/memory.h"

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

struct own_mapping *own_mappings_read(int descriptor, size_t *count)
{
    char *text = read_all(descriptor), *rest = text;
    size_t room = 0;
    struct own_mapping *mappings = NULL;

    *count = 0;
    if (!text)
        return NULL;
    for (char *line; (line = strsep(&rest, "\n"));) {
        if (*count == room)
            mappings = xrealloc(mappings, (room = 2 * room + 64) * sizeof *mappings);
        *count += read_line(line, &mappings[*count]);
    }
    free(text);
    return mappings;
}

bool own_mappings_empty(const struct own_mapping *mapping)
{
    void *const there = (void *)mapping->begin; /* NOLINT(performance-no-int-to-ptr) */

    return mmap(there, mapping->end - mapping->begin, PROT_NONE,
                MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_NORESERVE, -1, 0) == there;
}
