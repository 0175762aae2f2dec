// SPDX-License-Identifier: MIT
/* arena/base/child.h - child processes: their begin, their streams, their end. */
#ifndef ARENA_BASE_CHILD_H
#define ARENA_BASE_CHILD_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* Forks a process that ends with this one, at whatever moment this one is killed. Returns as fork()
 * does. Not for a thread that ends before the child does. */
pid_t child_fork(void);

/* In a child that runs bots: standard input is empty, since what the user types is not for bots;
 * standard output and error go to `out` and `err`, which stay open. False, and errno, if that
 * fails. */
bool child_set_streams(int out, int err);

/* In a child: closes all descriptors but the standard streams and these `count`, which it sorts.
 * False, and errno, if some are left. */
bool child_close_others(int *kept, int count);

/* Whether a child has ended, or is none. Leaves it to be waited for. */
bool child_has_ended(pid_t child);

/* Waits up to `patience_ms` for a child to exit by itself, then kills it. Returns its status, as
 * waitpid() gives it. *killed says whether this killed it, not whether something else did, which
 * may still be under way; `killed` may be NULL. Signals do not interrupt the wait. */
int child_end(pid_t child, int64_t patience_ms, bool *killed);

#endif
