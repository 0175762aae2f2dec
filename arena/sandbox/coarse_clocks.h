// SPDX-License-Identifier: MIT
/* arena/sandbox/coarse_clocks.h - no fine clock in this process: with one, bots in separate
 * processes can tell what another has left in the processor's cache.
 *
 * A clock that all processes share is a memory that they share, even if it is coarse: who answers
 * at a moment of his choice tells it to whom is asked next, and so do sleeps. So a process has a
 * time of its own, which somebody outside tells it: no clock of the system can be read, not even by
 * calls of the kernel, and nothing waits: a sleep ends at once, and has moved that time on.
 *
 * The instruction that reads the time stamp counter raises SIGSEGV. The C library's functions for
 * the time go on working: the code that the kernel maps for them (vDSO), which reads that counter,
 * is replaced. */
#ifndef ARENA_SANDBOX_COARSE_CLOCKS_H
#define ARENA_SANDBOX_COARSE_CLOCKS_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The resolution of a process's own time. */
enum { COARSE_CLOCKS_STEP_NS = 4000000 };

/* The process's own time in ns, after it has slept for so long; called in handlers of signals. */
typedef uint64_t coarse_clocks_teller(uint64_t sleeping_ns);

/* Call it before foreign code runs and before files are out of reach. The time is what `teller`
 * tells: a filter has to stop all calls that read a clock, sleep, yield, or wait for a word of
 * memory until a time. With NULL it is the system's, and only the counter is forbidden: a filter
 * has to allow these calls. False and the reason if this kernel cannot do it. */
bool coarse_clocks_begin(coarse_clocks_teller *teller, char *reason, size_t size);

/* In the handler of SIGSYS: answers the call and returns true, if it asks for the time or waits,
 * and there is a teller. */
bool coarse_clocks_answer(const siginfo_t *info, void *context);

/* In the handler of SIGSEGV: whether the signal comes from an instruction that reads the counter.
 */
bool coarse_clocks_stopped(const siginfo_t *info, const void *context);

#endif
