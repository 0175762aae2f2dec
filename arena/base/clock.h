// SPDX-License-Identifier: MIT
/* arena/base/clock.h - reads a system clock, of wall time (CLOCK_MONOTONIC) or processor time, in
 * the given unit. */
#ifndef ARENA_BASE_CLOCK_H
#define ARENA_BASE_CLOCK_H

#include <stdint.h>
#include <time.h>

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
