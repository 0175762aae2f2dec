// SPDX-License-Identifier: MIT
/* arena/base/pool.h - memory that is freed all at once: for results that point into themselves. */
#ifndef ARENA_BASE_POOL_H
#define ARENA_BASE_POOL_H

#include <stdarg.h>
#include <stddef.h>

/* {0} is an empty pool. */
struct pool {
    struct pool_block *blocks;
};

/* Zeroed memory, valid until pool_free(). Never NULL (memory.h). */
void *pool_alloc(struct pool *pool, size_t count, size_t size);
/* A copy of a text; NULL for NULL. */
const char *pool_text(struct pool *pool, const char *text);
/* A text that is printed, as by printf(). */
__attribute__((format(printf, 2, 3))) const char *pool_print(struct pool *pool, const char *format,
                                                             ...);
__attribute__((format(printf, 2, 0))) const char *pool_vprint(struct pool *pool, const char *format,
                                                              va_list arguments);
/* Keeps something that is not from the pool until pool_free(), which calls drop() with it. */
void pool_keep(struct pool *pool, void *thing, void (*drop)(void *thing));
/* Frees what came from the pool, which is empty then. */
void pool_free(struct pool *pool);

#endif
