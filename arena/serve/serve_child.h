// SPDX-License-Identifier: MIT
/* arena/serve/serve_child.h - a process that works for the server: what it writes comes back
 * through a socket, by which it is also told what there is to do, if it asks. So neither a large
 * log nor a damaged one, nor a bot that crashes, holds up or ends the server. */
#ifndef ARENA_SERVE_SERVE_CHILD_H
#define ARENA_SERVE_SERVE_CHILD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "arena/base/errors.h"

struct serve_child {
    pid_t pid; /* 0: there is none */
    int fd;    /* to read from; -1 if it has ended */
    int code;  /* its exit code, once it has ended; -1 if a signal ended it */
    char *bytes;
    size_t size, room; /* of what it has written */
    int64_t until;     /* when it is killed, in milliseconds; 0: never */
    bool late;         /* it was */
};

/* What a process may use. */
struct serve_limits {
    int seconds;      /* 0: no limit */
    size_t megabytes; /* of memory; 0: no limit */
};

/* Most that a child may write; one that writes more is killed. */
#define SERVE_CHILD_BYTES ((size_t)256 << 20)

/* Room for a line that a child is told. */
enum { SERVE_CHILD_LINE = 512 };

/* Forks a process with low priority, which has no descriptor of this one but the socket, and ends
 * with the server. There `work` writes to `out`, and its result is the exit code; with a limit of
 * memory it is EXIT_INTERRUPTED where that was not enough. False with an error if there can be
 * none. The caller ends it with serve_child_end(). */
bool serve_child_start(struct serve_child *child, struct serve_limits limits,
                       int (*work)(const void *context, int out), const void *context,
                       struct errors *errors);

/* Why a child that has ended has no result of its own, as the end of a sentence: "crashed". */
const char *serve_child_why(const struct serve_child *child);

/* Reads what has come; never waits. False when the child has ended, and `code` is set. */
bool serve_child_read(struct serve_child *child);

/* Takes the last whole line of what was read, and drops those before it. The caller frees it; NULL
 * if there is none. *lines: how many there were. */
char *serve_child_last_line(struct serve_child *child, size_t *length, int *lines);

/* Tells the child a line, which it reads from its `out`; never waits. False if it does not take it:
 * it has ended, or has not read for long. */
bool serve_child_tell(struct serve_child *child, const char *text);

/* Kills it if it still runs, and frees what it has written. A process that the kernel
 * holds, because a disk does not answer, is left to end when it can. */
void serve_child_end(struct serve_child *child);

#endif
