// SPDX-License-Identifier: MIT
/* arena/base/machine.h - the machine: its clocks, processors and memory, descriptors, and what it
 * is short of. */
#ifndef ARENA_BASE_MACHINE_H
#define ARENA_BASE_MACHINE_H

#include <sched.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>
#include <time.h>

/* ---- what it is short of ---- */

/* Whether `error` (errno) says that there are no more processes, memory or descriptors. */
bool shortage_is(int error);

/* After attempt `number` (1..) has failed: waits a moment and returns true, or returns false when
 * it is time to give up, after about five seconds. Signals may shorten the wait. */
bool shortage_wait(int number);

/* Calls make(context), which sets errno, until it returns true; again and again where the machine
 * is short of something. False, and errno. */
bool shortage_insist(bool (*make)(void *context), void *context);

/* ---- processors ---- */

/* The number of processors that are online, within 1..`most`: how many workers a command has unless
 * it is told. */
int processors_online(int most);

/* Has a process (0: this one) and what it starts later run on processor `number` of `allowed`,
 * counted from 0 and round again. Nothing happens where the system does not allow it. */
void processors_run_on(pid_t process, const cpu_set_t *allowed, int number);

/* ---- memory ---- */

/* The memory of the machine in bytes, or what the process's cgroups (version 2) allow if that is
 * less. */
uint64_t memory_there_is(void);
/* The path of this process's cgroup (version 2), "" for the root; NULL if it has none. The caller
 * frees it. */
char *machine_cgroup(void);

/* ---- descriptors ---- */

/* Closes a descriptor, unless it is -1. errno stays as it is. */
void descriptor_close(int descriptor);
/* fdopen(), which closes the descriptor if it fails. NULL, and errno, also for -1. */
FILE *descriptor_stream(int descriptor, const char *mode);
/* Reads a file of /proc or /sys without the heap: at most `size` - 1 bytes, as a text; "" if it
 * cannot be read. Returns `text`. */
char *system_text(const char *path, char *text, size_t size);

/* ---- clocks ---- */

/* 0 if the clock cannot be read, for example that of a process that has ended. */
static inline uint64_t clock_ns(clockid_t clock)
{
    struct timespec time;

    if (clock_gettime(clock, &time) != 0)
        return 0;
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}
static inline int64_t clock_ms(clockid_t clock) { return (int64_t)(clock_ns(clock) / 1000000u); }
static inline double clock_seconds(clockid_t clock) { return (double)clock_ns(clock) * 1e-9; }

#endif
