// SPDX-License-Identifier: MIT
/* arena/bot/own_clock.h - the time that a thread takes, without that in which it was stopped or
 * waited for a processor: for the time account of a bot that runs in this process (call_timer.h is
 * for others). */
#ifndef ARENA_BOT_OWN_CLOCK_H
#define ARENA_BOT_OWN_CLOCK_H

#include <stdint.h>

struct own_moment {
    uint64_t wall_ns, cpu_ns;
    uint64_t waited_ns; /* for a processor, so far; 0 if the kernel does not say */
    unsigned stops;     /* of this process, so far */
};

/* Call it once per process: from now on stops are noticed (SIGCONT). */
void own_clock_watch(void);

/* Takes some microseconds. */
struct own_moment own_clock_now(void);

/* Nanoseconds of this thread's own between two moments. If the process was stopped in between,
 * processor time alone counts: when it was stopped is not known. */
uint64_t own_clock_between(const struct own_moment *before, const struct own_moment *after);

#endif
