// SPDX-License-Identifier: MIT
/* tests/preload/short_of.c - a machine that is short of processes, memory and descriptors at times,
 * loaded before a program by LD_PRELOAD: from call SHORT_FROM of fork or pipe2 on, in all of its
 * processes together, every fifth one (SHORT_EVERY: each so many) fails with one of the three
 * errors in turn. The file SHORT_COUNT, of four numbers of 32 bits, has how many calls there were,
 * and how many failed with each. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/types.h>
#include <unistd.h>

pid_t fork(void);
int pipe2(int ends[2], int flags);

enum { SHORTAGES = 3 };
struct counts {
    uint32_t calls, failed[SHORTAGES];
};
static struct counts *counts; /* shared with processes that can open no file */

__attribute__((constructor)) static void begin(void)
{
    const int file = open(getenv("SHORT_COUNT"), O_RDWR | O_CLOEXEC);

    if (file < 0)
        return; /* a program that may not: nothing is short there */
    counts = mmap(NULL, sizeof *counts, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (counts == MAP_FAILED)
        abort();
    close(file);
}

/* True, and errno, if this call is to fail. */
static int is_short(void)
{
    static const int shortages[SHORTAGES] = {EAGAIN, ENOMEM, EMFILE};

    if (!counts)
        return 0;
    const uint32_t call = __atomic_add_fetch(&counts->calls, 1, __ATOMIC_SEQ_CST);
    const char *every = getenv("SHORT_EVERY");
    const uint32_t step = every ? (uint32_t)atoi(every) : 5;
    if (call < (uint32_t)atoi(getenv("SHORT_FROM")) || call % step)
        return 0;
    const uint32_t what = call / step % SHORTAGES;
    __atomic_add_fetch(&counts->failed[what], 1, __ATOMIC_SEQ_CST);
    errno = shortages[what];
    return 1;
}

pid_t fork(void)
{
    pid_t (*real)(void) = (pid_t(*)(void))dlsym(RTLD_NEXT, "fork");
    return is_short() ? -1 : real();
}

int pipe2(int ends[2], int flags)
{
    int (*real)(int[2], int) = (int (*)(int[2], int))dlsym(RTLD_NEXT, "pipe2");
    return is_short() ? -1 : real(ends, flags);
}
