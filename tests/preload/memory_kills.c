// SPDX-License-Identifier: MIT
/* tests/preload/memory_kills.c - a system that seems to have ended processes for lack of memory,
 * loaded before a program by LD_PRELOAD: whoever opens /proc/vmstat gets the file that the variable
 * VMSTAT names. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

int open(const char *path, int flags, ...)
{
    int (*next)(const char *, int, ...) = (int (*)(const char *, int, ...))dlsym(RTLD_NEXT, "open");
    const char *other = strcmp(path, "/proc/vmstat") == 0 ? getenv("VMSTAT") : NULL;
    mode_t mode = 0;

    if (flags & (O_CREAT | __O_TMPFILE)) {
        va_list more;
        va_start(more, flags);
        mode = va_arg(more, mode_t);
        va_end(more);
    }
    return next(other ? other : path, flags, mode);
}
