// SPDX-License-Identifier: MIT
/* arena/sandbox/sandbox.h - a sandbox for foreign code in its own process: Landlock for files,
 * seccomp for all other system calls, no capabilities, and resource limits.
 *
 * Foreign code runs only in the final stage, its initialisers too. Before it, in a first stage in
 * which system libraries can be read, this program loads the libraries that the module needs. In
 * the final stage the dynamic loader loads the module from a descriptor that was opened before
 * (loader_files.h); it is closed when initialisers run. So there is nothing that they could weaken:
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
 * the stages below do without it: whoever must not run foreign code so asks here first. */
bool sandbox_possible(char *reason, size_t size);

/* Sets up the first stage: only this program's own code may run in it. From then on 1, 2 and `out`
 * may be written to, and of files only the system's libraries read. False and the reason if any
 * part cannot be set up: then no code of the module may run. */
bool sandbox_begin(const struct sandbox_limits *limits, int out, char *reason, size_t size);

/* Sets up the final stage. From then on `in` may be read, too, and the dynamic loader may load the
 * module at `path` (absolute) from `file`, its descriptor. Call it before the module is loaded. */
bool sandbox_seal(const struct sandbox_limits *limits, const char *path, int file, int in, int out,
                  char *reason, size_t size);

/* Call it when the module is loaded: from then on an attempt to open a file raises SIGSYS. Before,
 * it failed, because loaders try. */
void sandbox_loaded(void);

/* Once the first stage is set up: whether there are filters. Where the kernel has none, the loader
 * opens the module like any file. */
bool sandbox_filters(void);

/* Whether the sandbox stopped a process that this signal ended (0: it exited), for what
 * sandbox_call_name() says. The C library, from 2.41 on, blocks all signals while it forks: there
 * the system ends the process by SIGSYS, and nobody learns which call it was. */
bool sandbox_stopped(const struct crash *crash, int signal);

/* What a process tried, to follow "tried": the name of a forbidden system call or instruction, or
 * what a call is made for; "syscall 999" if it has no name, "a system call" if it is not known. */
enum { SANDBOX_CALL_SIZE = 80 };
const char *sandbox_call_name(const struct crash *crash, char text[SANDBOX_CALL_SIZE]);

#endif
