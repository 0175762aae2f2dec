// SPDX-License-Identifier: MIT
/* tests/preload/orphans.c - processes that are killed while one of their children begins, loaded
 * before a program by LD_PRELOAD. A moment is when a child has been forked, when it asks to be told
 * of the death of its parent (prctl), before and after, and before it becomes another program
 * (execve). The moments of all processes are counted from 1. At
 * that of the variable ORPHAN_AT, the child kills its parent, waits until that is dead, and goes
 * on; but it never gets to read anything, so that it does not end because its parent's pipes are
 * closed. The file ORPHAN_COUNT, of two numbers of 32 bits, has how many moments there were, and
 * whether that one was at a prctl. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "shared_counts.h"

struct orphan_counts {
    uint32_t moments, at_prctl;
};
static struct orphan_counts *counts; /* shared with processes that can open no file */
static int is_orphan;

__attribute__((constructor)) static void begin(void)
{
    counts = shared_counts("ORPHAN_COUNT", sizeof *counts);
}

static void pass_moment(int at_prctl)
{
    const pid_t parent = getppid();

    if (!counts || __atomic_add_fetch(&counts->moments, 1, __ATOMIC_SEQ_CST) !=
                       strtoul(getenv("ORPHAN_AT"), NULL, 10))
        return;
    counts->at_prctl = (uint32_t)at_prctl;
    kill(parent, SIGKILL);
    while (getppid() == parent)
        usleep(1000);
    is_orphan = 1;
}

pid_t fork(void)
{
    pid_t (*next)(void) = (pid_t(*)(void))dlsym(RTLD_NEXT, "fork");
    const pid_t child = next();

    if (child == 0)
        pass_moment(0);
    return child;
}

int execve(const char *path, char *const arguments[], char *const environment[])
{
    int (*next)(const char *, char *const[], char *const[]) =
        (int (*)(const char *, char *const[], char *const[]))dlsym(RTLD_NEXT, "execve");

    pass_moment(0);
    return next(path, arguments, environment);
}

ssize_t read(int file, void *bytes, size_t size)
{
    ssize_t (*next)(int, void *, size_t) =
        (ssize_t(*)(int, void *, size_t))dlsym(RTLD_NEXT, "read");

    while (is_orphan)
        pause();
    return next(file, bytes, size);
}

int prctl(int option, ...)
{
    int (*next)(int, ...) = (int (*)(int, ...))dlsym(RTLD_NEXT, "prctl");
    unsigned long given[4];
    va_list list;

    va_start(list, option);
    for (int i = 0; i < 4; i++)
        given[i] = va_arg(list, unsigned long);
    va_end(list);
    if (option == PR_SET_PDEATHSIG)
        pass_moment(1);
    const int result = next(option, given[0], given[1], given[2], given[3]);
    if (option == PR_SET_PDEATHSIG)
        pass_moment(1);
    return result;
}
