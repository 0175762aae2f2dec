// SPDX-License-Identifier: MIT
/* bots/pipe/child.h - a command that runs as a child process, and lines to and from it.
 *
 * Its standard input and output are two socket pairs, so that send() to a dead child is an error,
 * not a signal. Neither side can block the other: messages are queued here and sent while waiting
 * for lines. What the child prints to its standard error goes to the worker's, each line behind the
 * name of the bot. */
#ifndef PIPE_CHILD_H
#define PIPE_CHILD_H

#include <sys/types.h>

#include "bots/pipe/text.h"

enum { CHILD_LINE_MAX = 1 << 20 }; /* most bytes in a line from the child */

struct child {
    pid_t pid;              /* 0: no process */
    pid_t killed;           /* still to be reaped; 0: none */
    int to, from;           /* our ends */
    struct text outgoing;   /* queued messages */
    size_t sent;            /* bytes of `outgoing` already sent */
    struct text incoming;   /* received; lines are taken from the start */
    size_t taken, searched; /* bytes of `incoming` */
    uint8_t ended;          /* nothing more will come */
    uint8_t deaf;           /* nothing more can be sent */
};

/* The result of waiting for a line. */
enum child_news { CHILD_LINE, CHILD_LATE, CHILD_ENDED, CHILD_LINE_TOO_LONG };

/* Milliseconds on a monotonic clock. */
int64_t child_now(void);
#define CHILD_NEVER INT64_MAX

struct child_plan {
    const char *command; /* run with /bin/sh */
    const char *name;    /* in front of what it prints; NULL: nothing is */
    /* Called with `context` in the process from which it and all that it starts descend; or NULL.
     */
    void (*enter)(void *context);
    void *context;
};
/* Returns 0 with errno set if no process can be started. */
int child_start(struct child *child, const struct child_plan *plan);

/* Waits for the next line until `deadline`, sending queued messages. The line ends with a zero
 * instead of its newline and is valid until the next call. */
enum child_news child_line(struct child *child, int64_t deadline, char **line, size_t *length);

/* Has everything queued been sent? */
int child_heard_all(const struct child *child);

/* After CHILD_ENDED: describes how, and returns the signal that ended it, or that ended what its
 * shell ran, by the shell's exit status; else 0. Waits briefly for the end, at most until
 * `deadline`. */
int child_describe_end(struct child *child, int64_t deadline, char *text, size_t size);

/* Has it and all of its descendants killed, those with sessions of their own, too. It is reaped
 * when the next child starts or the struct is freed: even a killed process takes time to end, and
 * calls have a time limit. */
void child_kill(struct child *child);

/* Sends what is queued as far as possible, and ends its input. */
void child_say_no_more(struct child *child);
/* Waits until `until` for it to end by itself. */
int child_ends(const struct child *child, int64_t until);

void child_free(struct child *child);

#endif
