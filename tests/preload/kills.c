// SPDX-License-Identifier: MIT
/* tests/preload/kills.c - workers that are killed at given moments, loaded before a program by
 * LD_PRELOAD. A moment is when a worker, or code of a bot in it, reads a byte (a unit that it is to
 * play; tests/bots/reads.c reads one in each call) or a page (what was printed: when it starts, and
 * when a unit is played). The moments of all workers of a run are counted from 1; the variable
 * KILL_AT has those at which the worker is killed, as 3,4,9. The file KILL_COUNT, of one number of
 * 32 bits, has how many moments there were. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "shared_counts.h"

static uint32_t *moments; /* shared with processes that can open no file */
static pid_t first;       /* the program itself */

__attribute__((constructor)) static void begin(void)
{
    moments = shared_counts("KILL_COUNT", sizeof *moments);
    first = getpid();
}

static int is_listed(uint32_t moment)
{
    for (const char *text = getenv("KILL_AT"); text && *text;) {
        char *end;
        if (strtoul(text, &end, 10) == moment)
            return 1;
        text = *end ? end + 1 : end;
    }
    return 0;
}

/* Who examines a module leads a session of its own. */
static int is_worker(void) { return moments && getpid() != first && getsid(0) != getpid(); }

ssize_t read(int file, void *bytes, size_t size)
{
    enum { BYTE = 1, PAGE = 4096 };
    ssize_t (*next)(int, void *, size_t) =
        (ssize_t(*)(int, void *, size_t))dlsym(RTLD_NEXT, "read");

    if ((size == BYTE || size == PAGE) && is_worker() &&
        is_listed(__atomic_add_fetch(moments, 1, __ATOMIC_SEQ_CST)))
        kill(getpid(), SIGKILL);
    return next(file, bytes, size);
}
