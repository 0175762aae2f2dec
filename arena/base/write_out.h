// SPDX-License-Identifier: MIT
/* arena/base/write_out.h - has the system write a file that grows to the disk while it grows, so
 * that a sync at its end has less to wait for. A process of its own asks for it, because asking
 * waits, too, where the disk is busy. A hint: nothing depends on it, and it may be killed. */
#ifndef ARENA_BASE_WRITE_OUT_H
#define ARENA_BASE_WRITE_OUT_H

#include <stdio.h>
#include <sys/types.h>

/* Zero-initialise. */
struct write_out {
    pid_t process; /* 0: not started; -1: it could not be */
    int orders;    /* a byte each time */
};

/* What was flushed to `file`, always the same one, is to be written now. Starts the process the
 * first time. Returns at once. SIGPIPE must be ignored. */
void write_out_order(struct write_out *out, FILE *file);

/* Ends the process. */
void write_out_end(struct write_out *out);

#endif
