// SPDX-License-Identifier: MIT
/* arena/sandbox/crash_trace.h - records the signal and the backtrace of a process that crashes. */
#ifndef ARENA_SANDBOX_CRASH_TRACE_H
#define ARENA_SANDBOX_CRASH_TRACE_H

#include <stdint.h>

enum { CRASH_FRAMES = 16, CRASH_NAME = 48, CRASH_SYMBOL = 64 };

struct crash_frame {
    char module[CRASH_NAME];   /* file name of the shared object or program */
    char symbol[CRASH_SYMBOL]; /* nearest exported name before it, or "" */
    uint64_t offset;           /* in the module: the same in every run of the same build */
};

/* How a process ended, in memory that outlives it. */
struct crash {
    int32_t signal;        /* 0: none was caught */
    int32_t system_call;   /* SIGSYS: the number of the call that the sandbox stopped */
    uint32_t architecture; /* SIGSYS: the architecture of that number (linux/audit.h) */
    int32_t read_counter;  /* SIGSEGV: not 0 if it read the time stamp counter (coarse_clocks.h) */
    int32_t frame_count;
    struct crash_frame frames[CRASH_FRAMES]; /* innermost first */
};

/* From now on, a signal that ends the process is first recorded in *crash, which must stay valid.
 * Call it once per process, before foreign code runs. A handler that the foreign code sets replaces
 * this one. With AddressSanitizer it handles only SIGSYS: ASan has its own handlers. */
void crash_trace_watch(struct crash *crash);

#endif
