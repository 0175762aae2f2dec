// SPDX-License-Identifier: MIT
/* arena/base/write_out.h - has the system write a file to the disk while it grows, so that a
 * sync at its end has less to wait for. A child process asks for it, because the one who asks waits
 * while the disk is busy. It is only a hint: nothing depends on it, and the child may be killed. */
#ifndef ARENA_BASE_WRITE_OUT_H
#define ARENA_BASE_WRITE_OUT_H

#include <stdio.h>
#include <sys/types.h>

/* Zero-initialise. */
struct write_out {
    pid_t process; /* 0: not started; -1: it could not be */
    int orders;    /* a byte each time */
};

/* Asks for what was flushed to `file` to be written now; `file` is the same in all calls. The first
 * one starts the process. Returns at once. SIGPIPE must be ignored. */
void write_out_order(struct write_out *out, FILE *file);

/* Ends the process. */
void write_out_end(struct write_out *out);

#endif
