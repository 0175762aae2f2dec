// SPDX-License-Identifier: MIT
/* tests/preload/short_of.c - a machine that is short of processes, memory and descriptors at times,
 * loaded before a program by LD_PRELOAD: from call SHORT_FROM of fork, pipe2 or execve of the
 * program itself on, in all of its processes together, every SHORT_EVERY-th one (every fifth, if
 * that is not set) fails with one of the three errors in turn. The file SHORT_COUNT, of four
 * numbers of 32 bits, has how many calls there were, and how many failed with each. The program
 * tries again a number of times and sleeps between: so that no test waits for that, each
 * nanosleep() is a fiftieth of what is asked. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

#include "shared_counts.h"

pid_t fork(void);
int pipe2(int ends[2], int flags);
int execve(const char *path, char *const arguments[], char *const environment[]);
int nanosleep(const struct timespec *asked, struct timespec *left);

enum { SHORTAGES = 3 };
struct counts {
    uint32_t calls, failed[SHORTAGES];
};
static struct counts *counts; /* shared with processes that can open no file */

__attribute__((constructor)) static void begin(void)
{
    counts = shared_counts("SHORT_COUNT", sizeof *counts);
}

/* True, and errno, if this call is to fail. */
static int is_short(void)
{
    static const int shortages[SHORTAGES] = {EAGAIN, ENOMEM, EMFILE};

    if (!counts)
        return 0;
    const char *text = getenv("SHORT_EVERY");
    const uint32_t every = text ? (uint32_t)atoi(text) : 5;
    const uint32_t call = __atomic_add_fetch(&counts->calls, 1, __ATOMIC_SEQ_CST);
    if (call < (uint32_t)atoi(getenv("SHORT_FROM")) || call % every)
        return 0;
    const uint32_t what = call / every % SHORTAGES;
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

int execve(const char *path, char *const arguments[], char *const environment[])
{
    int (*real)(const char *, char *const[], char *const[]) =
        (int (*)(const char *, char *const[], char *const[]))dlsym(RTLD_NEXT, "execve");
    return strcmp(path, "/proc/self/exe") == 0 && is_short() ? -1
                                                             : real(path, arguments, environment);
}

int nanosleep(const struct timespec *asked, struct timespec *left)
{
    int (*real)(const struct timespec *, struct timespec *) =
        (int (*)(const struct timespec *, struct timespec *))dlsym(RTLD_NEXT, "nanosleep");
    const int64_t part = (asked->tv_sec * INT64_C(1000000000) + asked->tv_nsec) / 50;
    const struct timespec less = {part / 1000000000, part % 1000000000};

    return real(&less, left);
}
