// SPDX-License-Identifier: MIT
#include "arena/base/memory.h"

#include <stdalign.h>
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

void *map_zeroed(size_t size)
{
    void *memory =
        mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return memory == MAP_FAILED ? NULL : memory;
}

/* ---- memory that is freed all at once: for results that point into themselves ---- */

struct pool_block {
    struct pool_block *next;
    void *kept;
    void (*drop)(void *kept);
    alignas(max_align_t) char memory[];
};

void *pool_alloc(struct pool *pool, size_t count, size_t size)
{
    struct pool_block *block = xcalloc(1, sizeof *block + count * size);

    block->next = pool->blocks;
    pool->blocks = block;
    return block->memory;
}

const char *pool_text(struct pool *pool, const char *text)
{
    size_t size = text ? strlen(text) + 1 : 0;

    return text ? memcpy(pool_alloc(pool, 1, size), text, size) : NULL;
}

const char *pool_vprint(struct pool *pool, const char *format, va_list arguments)
{
    char *text = NULL;

    xcheck(vasprintf(&text, format, arguments) < 0 ? NULL : text);
    pool_keep(pool, text, free);
    return text;
}

const char *pool_print(struct pool *pool, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    const char *text = pool_vprint(pool, format, arguments);
    va_end(arguments);
    return text;
}

void pool_keep(struct pool *pool, void *thing, void (*drop)(void *thing))
{
    pool_alloc(pool, 0, 0);
    pool->blocks->kept = thing;
    pool->blocks->drop = drop;
}

void pool_free(struct pool *pool)
{
    while (pool->blocks) {
        struct pool_block *next = pool->blocks->next;
        if (pool->blocks->drop)
            pool->blocks->drop(pool->blocks->kept);
        free(pool->blocks);
        pool->blocks = next;
    }
}
