// SPDX-License-Identifier: MIT
/* arena/serve/serve_child.h - a process that reads results for the server: what it writes comes
 * back through a pipe. So neither a large log nor a damaged one holds up or ends the server. */
#ifndef ARENA_SERVE_SERVE_CHILD_H
#define ARENA_SERVE_SERVE_CHILD_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "arena/base/errors.h"

struct serve_child {
    pid_t pid; /* 0: there is none */
    int fd;    /* to read from; -1 if it has ended */
    int code;  /* its exit code, once it has ended; -1 if a signal ended it */
    char *bytes;
    size_t size, room; /* of what it has written */
};

/* Most that a child may write; one that writes more is killed. */
#define SERVE_CHILD_BYTES ((size_t)256 << 20)

/* Forks a process with low priority, which has no descriptor of this one but the pipe, and ends
 * with the server. There `work` writes to `out`, and its result is the exit code. False with an
 * error if there can be none. The caller ends it with serve_child_end(). */
bool serve_child_start(struct serve_child *child, int (*work)(const void *context, int out),
                       const void *context, struct errors *errors);

/* Reads what has come; never waits. False when the child has ended, and `code` is set. */
bool serve_child_read(struct serve_child *child);

/* Kills it if it still runs, and frees what it has written. */
void serve_child_end(struct serve_child *child);

#endif
