/* arena/sandbox/sandbox.h - a sandbox around foreign code in a process of its own: Landlock for files, seccomp for
 * everything else that a process could ask of the kernel, and resource limits.
 *
 * It is put up in two steps, because a module must be loaded before it can be called, and loading
 * needs files: until sandbox_seal() the system's libraries and the module itself may be read, nothing
 * else; from then on the process can compute, wait, and use the descriptors it has. What is tried
 * beyond that raises SIGSYS, before anything has happened. */
#ifndef ARENA_SANDBOX_SANDBOX_H
#define ARENA_SANDBOX_SANDBOX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct sandbox_limits {
    uint64_t memory;      /* bytes of address space; 0: no limit */
    uint32_t output;      /* bytes that may be written to a file */
};

/* Can this kernel do it? False, and why not. */
bool sandbox_possible(char *reason, size_t size);

/* Before code of the module at `path` runs. `in`, `out`: descriptors that may be read, and written
 * to besides 1 and 2, from now on. False, and why, when some part cannot be put up: then no code
 * of the module may be run. */
bool sandbox_begin(const char *path, const struct sandbox_limits *limits, int in, int out, char *reason,
                 size_t size);
/* When the module is loaded. Its initialisers have run then, with nothing to reach but libraries. */
bool sandbox_seal(int in, int out, char *reason, size_t size);

/* The name of a system call by its number, for people; "syscall 999" in `text` where it has none. */
const char *sandbox_call_name(int number, char text[32]);

#endif
