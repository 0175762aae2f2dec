// SPDX-License-Identifier: MIT
/* tests/preload/gone.c - processes of bots that somebody kills just when they are written to,
 * loaded before a program by LD_PRELOAD. A moment is when a process that has had a child writes
 * a byte; from the moment SHORT_FROM on, counted in all processes together, each SHORT_EVERY-th one
 * finds them killed. The file SHORT_COUNT, of two numbers of 32 bits, has how many moments there
 * were, and at how many of them a process was killed. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "shared_counts.h"

pid_t fork(void);

enum { MOST_CHILDREN = 64 };
struct kill_moments {
    uint32_t seen, killed;
};
static struct kill_moments *moments; /* shared with processes that can open no file */
static uint32_t from, every;
static pid_t children[MOST_CHILDREN], first;

__attribute__((constructor)) static void begin(void)
{
    moments = shared_counts("SHORT_COUNT", sizeof *moments);
    if (!moments)
        return; /* a program that may not: nothing happens there */
    from = (uint32_t)atoi(getenv("SHORT_FROM"));
    every = (uint32_t)atoi(getenv("SHORT_EVERY"));
    first = getpid();
}

/* Whether there is such a child that has not been waited for, and its state, to be looked at again.
 */
static int is_child(pid_t pid, int wait)
{
    siginfo_t info;
    return pid > 0 &&
           waitid(P_PID, (id_t)pid, &info, WEXITED | WNOWAIT | (wait ? 0 : WNOHANG)) == 0;
}

pid_t fork(void)
{
    pid_t (*next)(void) = (pid_t(*)(void))dlsym(RTLD_NEXT, "fork");
    const pid_t child = next();

    for (int i = 0; i < MOST_CHILDREN; i++)
        if (child == 0)
            children[i] = 0;
        else if (child > 0 && !is_child(children[i], 0)) {
            children[i] = child;
            break;
        }
    return child;
}

static void kill_children(void)
{
    int killed = 0;

    for (int i = 0; i < MOST_CHILDREN; i++)
        if (is_child(children[i], 0) && kill(children[i], SIGKILL) == 0)
            killed += is_child(children[i], 1);
    if (killed)
        __atomic_add_fetch(&moments->killed, 1, __ATOMIC_SEQ_CST);
}

ssize_t write(int file, const void *bytes, size_t size)
{
    ssize_t (*next)(int, const void *, size_t) =
        (ssize_t(*)(int, const void *, size_t))dlsym(RTLD_NEXT, "write");

    if (size == 1 && moments && getpid() != first && children[0]) {
        const uint32_t moment = __atomic_add_fetch(&moments->seen, 1, __ATOMIC_SEQ_CST);
        if (moment >= from && (moment - from) % every == 0)
            kill_children();
    }
    return next(file, bytes, size);
}
