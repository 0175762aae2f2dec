// SPDX-License-Identifier: MIT
#include "arena/base/pool.h"

#include <stdalign.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/memory.h"

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

    if (vasprintf(&text, format, arguments) < 0)
        text = NULL;
    const char *kept = pool_text(pool, xcheck(text));
    free(text);
    return kept;
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
