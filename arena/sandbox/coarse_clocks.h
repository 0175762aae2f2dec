// SPDX-License-Identifier: MIT
/* arena/sandbox/coarse_clocks.h - no fine clock in this process: with one, bots in separate
 * processes can tell what another has left in the processor's cache.
 *
 * The instruction that reads the time stamp counter raises SIGSEGV. The C library's functions for
 * the time go on working, at the pace of the system's timer (1 to 10 milliseconds): the code that
 * the kernel maps for them (vDSO), which reads that counter, is replaced by code that asks the
 * kernel for its coarse clocks. Processor time counts hundredths of a second. The filter of the
 * sandbox allows only the coarse clocks; its handler of SIGSYS answers a call for a fine one. */
#ifndef ARENA_SANDBOX_COARSE_CLOCKS_H
#define ARENA_SANDBOX_COARSE_CLOCKS_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

/* Call it before foreign code runs and before files are out of reach. With `fine` the C library's
 * functions give fine times, by system calls, which a filter has to allow; the instruction is
 * forbidden in any case. False and the reason if this kernel cannot do it. */
bool coarse_clocks_begin(bool fine, char *reason, size_t size);

/* In the handler of SIGSYS: answers the call and returns true, if it asks for the time. */
bool coarse_clocks_answer(const siginfo_t *info, void *context);

/* In the handler of SIGSEGV: whether the signal comes from an instruction that reads the counter.
 */
bool coarse_clocks_stopped(const siginfo_t *info, const void *context);

#endif
