// SPDX-License-Identifier: MIT
/* arena/base/memory.h - memory or the end: a program that plays for hours has no use for half a
 * result.
 *
 * Each but map_zeroed() ends the process with a message and EXIT_INTERRUPTED (exit_code.h) when
 * there is no memory left, and never returns NULL. A process that was started for a bot ends so,
 * too: who started it can tell that from a crash of the bot. */
#ifndef ARENA_BASE_MEMORY_H
#define ARENA_BASE_MEMORY_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

void *xcalloc(size_t count, size_t size);
void *xrealloc(void *memory, size_t size);
char *xstrdup(const char *text);
char *xstrndup(const char *text, size_t length);
/* Like asprintf(). */
__attribute__((format(printf, 1, 2))) char *xasprintf(const char *format, ...);
/* `pointer`, which NULL means that a library found no memory. */
void *xcheck(void *pointer);

/* Reads shared memory once: another process may change it at the same time. */
static inline uint32_t read_once(const volatile uint32_t *number) { return *number; }

/* Maps zeroed memory that is shared with children that are forked later, and costs only what is
 * written to it: for buffers that fit the longest content, while most is short. The caller ends it
 * with munmap(). NULL, and errno, if there is none. */
void *map_zeroed(size_t size);

/* ---- memory that is freed all at once: for results that point into themselves ---- */

/* {0} is an empty pool. */
struct pool {
    struct pool_block *blocks;
};

/* Zeroed memory, valid until pool_free(). Never NULL. */
void *pool_alloc(struct pool *pool, size_t count, size_t size);
/* A copy of a text; NULL for NULL. */
const char *pool_text(struct pool *pool, const char *text);
/* A text as printf() makes it. */
__attribute__((format(printf, 2, 3))) const char *pool_print(struct pool *pool, const char *format,
                                                             ...);
__attribute__((format(printf, 2, 0))) const char *pool_vprint(struct pool *pool, const char *format,
                                                              va_list arguments);
/* Keeps something that is not from the pool until pool_free(), which calls drop() with it. */
void pool_keep(struct pool *pool, void *thing, void (*drop)(void *thing));
/* Frees what came from the pool, which is empty then. */
void pool_free(struct pool *pool);

#endif
