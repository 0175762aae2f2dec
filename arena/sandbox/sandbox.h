// SPDX-License-Identifier: MIT
/* arena/sandbox/sandbox.h - a sandbox for foreign code in its own process: Landlock for files,
 * seccomp for all other system calls, no capabilities, and resource limits.
 *
 * Foreign code runs only in the final stage, its initialisers too. Before it, in a first stage in
 * which system libraries can be read, this program loads the libraries that the module needs. In
 * the final stage the dynamic loader loads the module from a descriptor that was opened before
 * (loader.h); it is closed when initialisers run. So there is nothing that they could weaken:
 * from their first instruction on they can only compute, wait and use the descriptors 1, 2, `in`
 * and `out`. Any other system call fails with EPERM if C libraries make it as a matter of course,
 * or raises SIGSYS before it takes effect. The time may be the process's own (coarse_clocks.h), and
 * no page is shared with another process but what the caller maps (private_pages.h).
 *
 * What is left: the process can use its processor time and memory, read the clocks that it is
 * given, and see whether a descriptor number is open. */
#ifndef ARENA_SANDBOX_SANDBOX_H
#define ARENA_SANDBOX_SANDBOX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arena/sandbox/coarse_clocks.h"
#include "arena/sandbox/crash_trace.h"

enum { SANDBOX_FILES = 32 }; /* descriptors: loading opens a few libraries one after another */

struct sandbox_limits {
    uint64_t memory; /* bytes of address space; 0: no limit */
    uint32_t output; /* bytes that may be written to a file */
    /* All clocks show what this function tells, and nothing sleeps; NULL: they are the system's,
     * for a process whose own code measures times. The instruction that reads the time stamp
     * counter is forbidden all the same. */
    coarse_clocks_teller *own_time;
};

/* Whether this kernel has all that the sandbox is made of; if not, false and what it lacks. Then
 * sandbox_load() does without it: whoever must not run foreign code so asks here first. */
bool sandbox_possible(char *reason, size_t size);

/* In a clean image of the program (clean_exec.h), once: sets up the sandbox, and dlopen()s the
 * module in `file`, a descriptor at offset 0 that is closed when its code runs, under its absolute
 * `path`. From then on this process may read `in` (-1: nothing) and write to `out`, 1 and 2. NULL
 * and the reason if the sandbox cannot be set up: then no code of the module has run; NULL, an
 * empty reason and dlerror() if the loader refuses the module. */
void *sandbox_load(int file, const char *path, const struct sandbox_limits *limits, int in, int out,
                   char *reason, size_t size);

/* Whether the sandbox stopped a process that this signal ended (0: it exited), for what
 * sandbox_call_name() says. The C library, from 2.41 on, blocks all signals while it forks: there
 * the system ends the process by SIGSYS, and nobody learns which call it was. */
bool sandbox_stopped(const struct crash *crash, int signal);

/* What a process tried, to follow "tried": the name of a forbidden system call or instruction, or
 * what a call is made for; "syscall 999" if it has no name, "a system call" if it is not known. */
enum { SANDBOX_CALL_SIZE = 80 };
const char *sandbox_call_name(const struct crash *crash, char text[SANDBOX_CALL_SIZE]);

#endif
