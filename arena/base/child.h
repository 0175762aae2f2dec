// SPDX-License-Identifier: MIT
/* arena/base/child.h - child processes: how they begin and end, what they print, and what is done
 * in one: running another program, describing memory that may be damaged, writing to the disk. */
#ifndef ARENA_BASE_CHILD_H
#define ARENA_BASE_CHILD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
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

/* A pipe from a child, whose end here does not block; both are closed by exec. False, and errno. */
bool child_pipe(int ends[2]);

/* Whether a child has ended, or is none. Leaves it to be waited for. */
bool child_has_ended(pid_t child);

/* Waits up to `patience_ms` for a child to exit by itself, then kills it. Returns its status, as
 * waitpid() gives it. *killed says whether this killed it, not whether something else did, which
 * may still be under way; `killed` may be NULL. Signals do not interrupt the wait. */
int child_end(pid_t child, int64_t patience_ms, bool *killed);

/* ---- what a stranger may have overwritten ---- */

/* Calls describe(of, text, size) in a child with the same memory, and stores what it has written to
 * `text`, a text of less than `size` bytes. False, and an empty text, if that crashed or took
 * longer than a second. */
bool guarded_text(void (*describe)(const void *of, char *text, size_t size), const void *of,
                  char *text, size_t size);

/* ---- what a process of strangers prints: how much, its begin and end ---- */

/* Zero-initialise. */
struct printed {
    uint64_t bytes;
    char head[64], tail[512]; /* texts */
};

/* Adds what can be read from a descriptor that does not block, or a part of it if it is endless. */
void printed_drain(struct printed *printed, int from);

/* The last non-empty line of the tail, cut to `size`, without control characters; "" if there is
 * none. Returns `line`. */
const char *printed_last_line(const struct printed *printed, char *line, size_t size);

/* ---- another program ---- */

struct child_program {
    const char *const *words; /* the program, found by PATH, and its arguments; NULL ends them */
    const char *folder;       /* in which it runs */
    bool joined;              /* what it prints on standard output is part of what it says */
    bool to_the_end;          /* an interruption does not end it */
};

struct child_result {
    int status;          /* as waitpid() gives it; of one that is not found, exit status 127 */
    bool stopped;        /* an interruption (interrupt.h) came, so it was ended */
    char *text;          /* its standard output, unless joined; never NULL; the caller frees it */
    struct printed said; /* on standard error */
};

/* Runs a program in a process group of its own, with empty standard input, no other open files, and
 * without the variables that say in which repository or make this process runs. When an
 * interruption is heard, it and what it has started get SIGTERM, and two seconds later SIGKILL.
 * False with errno if there is no process or pipe left; the caller frees nothing then. */
bool child_program_run(const struct child_program *program, struct child_result *result);

/* ---- a file that grows ---- */

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
