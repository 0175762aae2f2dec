/* bots/pipe/child.h - a command that runs as a child process, and lines to and from it.
 *
 * Two socket pairs are its standard input and output: a send() to one that is gone is an error and no
 * signal. Neither side can block the other: what is said is queued here, and sent while its lines
 * are waited for. Its standard error is the worker's own. */
#ifndef PIPE_CHILD_H
#define PIPE_CHILD_H

#include <sys/types.h>

#include "bots/pipe/text.h"

enum { CHILD_LINE_MAX = 1 << 20 }; /* bytes of a line from the child */

struct child {
    pid_t pid;              /* 0: none runs */
    pid_t killed;           /* to be reaped; 0: none */
    int to, from;           /* our ends */
    struct text outgoing;   /* what is said and not sent */
    size_t sent;            /* bytes of it */
    struct text incoming;   /* what was received; lines are taken from its beginning */
    size_t taken, searched; /* bytes of it */
    uint8_t ended;          /* nothing more will come */
    uint8_t deaf;           /* nothing more can be sent */
};

/* What waiting for a line led to. */
enum child_news { CHILD_LINE, CHILD_LATE, CHILD_ENDED, CHILD_LINE_TOO_LONG };

/* Milliseconds on a clock that only goes forward. */
int64_t child_now(void);
#define CHILD_NEVER INT64_MAX

/* Runs the command by /bin/sh. Returns 0 with errno set when there is no process to be had. */
int child_start(struct child *child, const char *command);

/* Waits for the next line until `deadline`, and sends meanwhile. The line ends with a zero in place
 * of its newline and is valid until the next call. */
enum child_news child_line(struct child *child, int64_t deadline, char **line, size_t *length);

/* Has all that was said been sent? */
int child_heard_all(const struct child *child);

/* After CHILD_ENDED: how, for a person. Waits for its end for a moment, at most until `deadline`. */
void child_describe_end(struct child *child, int64_t deadline, char *text, size_t size);

/* Ends it at once, and its process group. It is reaped when the next starts or the struct is freed:
 * even a killed process takes its time, and here is a time limit. */
void child_kill(struct child *child);

/* Sends what is queued as far as that goes, gives it a moment to leave, and ends it. */
void child_dismiss(struct child *child);

void child_free(struct child *child);

#endif
