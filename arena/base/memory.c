// SPDX-License-Identifier: MIT
#include "arena/base/memory.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

void *xcheck(void *pointer)
{
    if (pointer)
        return pointer;
    fputs("skat-arena: out of memory\n", stderr);
    abort();
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
