// SPDX-License-Identifier: MIT
/* tests/preload/no_memory.c - a machine that has no memory at times, loaded before a program by
 * LD_PRELOAD: in processes that are SHORT_DEPTH forks away from the first, every SHORT_EVERY-th
 * calloc fails, counted in all of them together. The file SHORT_COUNT, of two numbers of 32 bits,
 * has how many calls there were, and how many failed. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/types.h>
#include <unistd.h>

#include "shared_counts.h"

pid_t fork(void);
void *calloc(size_t count, size_t size);
extern void *__libc_calloc(size_t count, size_t size);

struct memory_counts {
    uint32_t calls, failed;
};
static struct memory_counts *counts; /* shared with processes that can open no file */
static uint32_t every;
static int depth, short_depth;

__attribute__((constructor)) static void begin(void)
{
    counts = shared_counts("SHORT_COUNT", sizeof *counts);
    if (!counts)
        return; /* a program that may not: nothing happens there */
    every = (uint32_t)atoi(getenv("SHORT_EVERY"));
    short_depth = atoi(getenv("SHORT_DEPTH"));
}

pid_t fork(void)
{
    pid_t (*real)(void) = (pid_t(*)(void))dlsym(RTLD_NEXT, "fork");
    const pid_t child = real();
    depth += child == 0;
    return child;
}

void *calloc(size_t count, size_t size)
{
    if (!counts || depth != short_depth ||
        __atomic_add_fetch(&counts->calls, 1, __ATOMIC_SEQ_CST) % every)
        return __libc_calloc(count, size);
    __atomic_add_fetch(&counts->failed, 1, __ATOMIC_SEQ_CST);
    errno = ENOMEM;
    return NULL;
}
