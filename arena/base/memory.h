/* arena/base/memory.h - memory or the end: a program that plays for hours has no use for half a result.
 *
 * Each ends the process with a message when there is no memory left; never returns NULL. */
#ifndef ARENA_BASE_MEMORY_H
#define ARENA_BASE_MEMORY_H

#include <stddef.h>

void *xcalloc(size_t count, size_t size);
void *xrealloc(void *memory, size_t size);
char *xstrdup(const char *text);
char *xstrndup(const char *text, size_t length);
/* As asprintf() makes it. */
__attribute__((format(printf, 1, 2))) char *xasprintf(const char *format, ...);
/* `pointer`, which NULL means that a library found no memory. */
void *xcheck(void *pointer);

#endif
