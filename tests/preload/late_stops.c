// SPDX-License-Identifier: MIT
/* tests/preload/late_stops.c - a machine on which it takes 20 milliseconds until a process that is
 * told to stop has stopped, as one may that is in the kernel, loaded before a program by
 * LD_PRELOAD. One that has just started, before it ever went on, is stopped at once. The file
 * LATE_COUNT, of 130 numbers of 32 bits, has how often a byte was written, by any process, while
 * one was to be stopped, and how often one of these had not stopped yet; then what this library
 * needs itself. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "shared_counts.h"

enum { MOST_PROCESSES = 64, LATE_US = 20000 };
struct late_counts {
    uint32_t looks, running;
    int32_t told[MOST_PROCESSES];   /* to stop, and not yet to go on; 0: no process */
    int32_t played[MOST_PROCESSES]; /* have been told to go on */
};
static struct late_counts *counts; /* shared with processes that can open no file */

__attribute__((constructor)) static void begin(void)
{
    counts = shared_counts("LATE_COUNT", sizeof *counts);
}

static int real_kill(pid_t pid, int number)
{
    int (*next)(pid_t, int) = (int (*)(pid_t, int))dlsym(RTLD_NEXT, "kill");
    return next(pid, number);
}

static void note(int32_t list[MOST_PROCESSES], int32_t pid, int32_t instead)
{
    for (int i = 0; i < MOST_PROCESSES; i++) {
        int32_t is = pid;
        if (__atomic_compare_exchange_n(&list[i], &is, instead, 0, __ATOMIC_SEQ_CST,
                                        __ATOMIC_SEQ_CST))
            return;
    }
}

static int has(const int32_t list[MOST_PROCESSES], int32_t pid)
{
    for (int i = 0; i < MOST_PROCESSES; i++)
        if (__atomic_load_n(&list[i], __ATOMIC_SEQ_CST) == pid)
            return 1;
    return 0;
}

/* Unless it has been told to go on meanwhile. */
static void *stop_late(void *told)
{
    const pid_t pid = (pid_t)(intptr_t)told;

    usleep(LATE_US);
    if (has(counts->told, pid))
        real_kill(pid, SIGSTOP);
    return NULL;
}

int kill(pid_t pid, int number)
{
    pthread_t thread;

    if (counts && (number == SIGCONT || number == SIGKILL))
        note(counts->told, pid, 0);
    if (counts && number == SIGCONT && !has(counts->played, pid))
        note(counts->played, 0, pid);
    if (!counts || number != SIGSTOP || !has(counts->played, pid))
        return real_kill(pid, number);
    note(counts->told, 0, pid);
    if (pthread_create(&thread, NULL, stop_late, (void *)(intptr_t)pid) != 0)
        abort();
    return pthread_detach(thread);
}

static int runs(pid_t pid)
{
    char path[40], text[300] = "";

    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    FILE *file = fopen(path, "re");
    const size_t length = file ? fread(text, 1, sizeof text - 1, file) : 0;
    if (file)
        fclose(file);
    text[length] = '\0';
    const char *name = strrchr(text, ')');
    return name && !strchr("TtZX", name[2]);
}

ssize_t write(int file, const void *bytes, size_t size)
{
    ssize_t (*next)(int, const void *, size_t) =
        (ssize_t(*)(int, const void *, size_t))dlsym(RTLD_NEXT, "write");
    int any = 0, running = 0;

    for (int i = 0; counts && size == 1 && i < MOST_PROCESSES; i++) {
        const pid_t pid = __atomic_load_n(&counts->told[i], __ATOMIC_SEQ_CST);
        any |= pid > 0;
        running |= pid > 0 && runs(pid);
    }
    if (any)
        __atomic_add_fetch(&counts->looks, 1, __ATOMIC_SEQ_CST);
    if (running)
        __atomic_add_fetch(&counts->running, 1, __ATOMIC_SEQ_CST);
    return next(file, bytes, size);
}
