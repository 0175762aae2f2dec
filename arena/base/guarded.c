// SPDX-License-Identifier: MIT
#include "arena/base/guarded.h"

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "arena/base/child.h"
#include "arena/base/memory.h"

bool guarded_text(void (*describe)(const void *of, char *text, size_t size), const void *of,
                  char *text, size_t size)
{
    enum { PATIENCE_MS = 1000 };
    const struct rlimit none = {0, 0};
    char *shared = map_zeroed(size, MAP_SHARED);
    bool killed = true;
    int status = -1;

    *text = '\0';
    if (!shared)
        return false;
    fflush(NULL);
    pid_t child = child_fork();
    if (child == 0) {
        setrlimit(RLIMIT_CORE, &none);
        describe(of, shared, size);
        _exit(0);
    }
    if (child > 0)
        status = child_end(child, PATIENCE_MS, &killed);
    bool ok = !killed && WIFEXITED(status) && WEXITSTATUS(status) == 0;
    if (ok)
        snprintf(text, size, "%.*s", (int)size - 1, shared);
    munmap(shared, size);
    return ok;
}
