// SPDX-License-Identifier: MIT
/* arena/base/late_library.h - libraries that only a few commands need, loaded by these.
 *
 * libarchive and libmicrohttpd bring some ten others with them. Linked with the program, all
 * commands would load them and every process of a run would map them, though most never see an
 * archive or a browser (docs/performance.md). */
#ifndef ARENA_BASE_LATE_LIBRARY_H
#define ARENA_BASE_LATE_LIBRARY_H

#include <stddef.h>

/* A function of a library, and where its address goes. */
struct late_function {
    const char *name;
    size_t offset;
};

/* Loads a library, which stays loaded, and sets the pointers in `functions_of`. `name` is that of
 * the version of the headers that the caller is compiled with: functions keep their types while it
 * stays. Ends the process with a message and EXIT_INTERNAL if it is not installed or another
 * version: the program's package depends on it. Any thread. */
void late_library_load(const char *name, const struct late_function *functions, size_t count,
                       void *functions_of);

#endif
