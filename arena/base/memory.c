// SPDX-License-Identifier: MIT
#include "arena/base/memory.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "arena/base/exit_code.h"

void *xcheck(void *pointer)
{
    if (pointer)
        return pointer;
    fputs("skat-arena: out of memory\n", stderr);
    _exit(EXIT_INTERRUPTED);
}

void *xcalloc(size_t count, size_t size) { return xcheck(calloc(count ? count : 1, size)); }

void *xrealloc(void *memory, size_t size) { return xcheck(realloc(memory, size ? size : 1)); }

char *xstrdup(const char *text) { return xcheck(strdup(text)); }

char *xstrndup(const char *text, size_t length) { return xcheck(strndup(text, length)); }

char *xasprintf(const char *format, ...)
{
    char *text = NULL;
    va_list args;

    va_start(args, format);
    int length = vasprintf(&text, format, args);
    va_end(args);
    return xcheck(length < 0 ? NULL : text);
}

void *map_zeroed(size_t size, int sharing)
{
    void *memory =
        mmap(NULL, size, PROT_READ | PROT_WRITE, sharing | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return memory == MAP_FAILED ? NULL : memory;
}

/* The least `memory.max` of a cgroup and those above it; UINT64_MAX if none has a limit. `path` is
 * used up. */
static uint64_t cgroup_limit(char *path)
{
    uint64_t least = UINT64_MAX;

    for (char *slash; (slash = strrchr(path, '/')); *slash = '\0') {
        char *name = xasprintf("/sys/fs/cgroup%s/memory.max", path);
        FILE *file = fopen(name, "r");
        unsigned long long limit;
        if (file && fscanf(file, "%llu", &limit) == 1 && limit < least)
            least = limit;
        if (file)
            fclose(file);
        free(name);
    }
    return least;
}

uint64_t memory_there_is(void)
{
    const uint64_t machine = (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE);
    FILE *file = fopen("/proc/self/cgroup", "r");
    uint64_t limit = UINT64_MAX;
    char *line = NULL;
    size_t size = 0;

    while (file && getline(&line, &size, file) > 0) {
        line[strcspn(line, "\n")] = '\0';
        if (strncmp(line, "0::/", 4) == 0)
            limit = cgroup_limit(line + 3);
    }
    if (file)
        fclose(file);
    free(line);
    return limit < machine ? limit : machine;
}
