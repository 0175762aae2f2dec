/* arena/sandbox/sandbox.h - a sandbox for foreign code in its own process: Landlock for files,
 * seccomp for all other system calls, and resource limits.
 *
 * It is set up in two steps, because a module must be loaded before it can be called, and loading
 * needs files: until sandbox_seal() the process may read only the system's libraries and the module
 * itself; afterwards it can only compute, wait and use its open descriptors. Any other system call
 * raises SIGSYS before it takes effect. */
#ifndef ARENA_SANDBOX_SANDBOX_H
#define ARENA_SANDBOX_SANDBOX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct sandbox_limits {
    uint64_t memory; /* bytes of address space; 0: no limit */
    uint32_t output; /* bytes that may be written to a file */
};

/* Whether this kernel supports the sandbox; if not, false and the reason. */
bool sandbox_possible(char *reason, size_t size);

/* Call it before code of the module at `path` runs. From then on `in` may be read, and `out`, 1 and
 * 2 may be written to. False and the reason if any part cannot be set up: then no code of the
 * module may run. */
bool sandbox_begin(const char *path, const struct sandbox_limits *limits, int in, int out,
                   char *reason, size_t size);
/* Call it when the module is loaded. Its initialisers then ran with access only to libraries. */
bool sandbox_seal(int in, int out, char *reason, size_t size);

/* The name of the system call with this number; "syscall 999" in `text` if it has none. */
const char *sandbox_call_name(int number, char text[32]);

#endif
