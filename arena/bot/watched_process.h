// SPDX-License-Identifier: MIT
/* arena/bot/watched_process.h - a process in which bots' code runs, as its parent sees it: a worker
 * of a run, or that of a single job.
 *
 * The process marks the calls of bots in memory that it shares with its parent (call_mark.h). The
 * parent looks at the mark now and then, and ends a process that stays in the same call for too
 * long. Only the parent reads a clock, so watching costs nothing per call. */
#ifndef ARENA_BOT_WATCHED_PROCESS_H
#define ARENA_BOT_WATCHED_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "arena/base/child.h"
#include "arena/bot/call_mark.h"
#include "arena/bot/call_timer.h"

/* How long the process may stay at the same count of calls. */
struct watched_limits {
    int64_t wall_ms, cpu_ms; /* 0: none */
    bool with_children;      /* what its children compute counts as well (call_timer_start()) */
    bool stops_count;        /* so does the time for which it is stopped, as a bot may stop it */
};

struct watched_process {
    pid_t pid; /* 0: none */
    const struct call_mark *mark;
    uint32_t calls_seen;     /* at the last look */
    struct call_timer timer; /* since this count was first seen */
    bool timed_out;          /* it was ended here, for taking too long */
};

/* Forks a process that ends with this one (child_fork()) and dumps no core. `mark` is shared with
 * it, and reset. Returns as fork() does; in the parent, `process` is watched from now on. */
pid_t watched_process_start(struct watched_process *process, struct call_mark *mark);

/* Notes the count of calls if it has changed, and asks for the limits of what is done from now on;
 * or else ends the process if it has reached a limit. True if it did: then it is to be waited for.
 */
bool watched_process_look(struct watched_process *process,
                          struct watched_limits (*limits)(const void *context),
                          const void *context);

/* Nothing runs there until the next look: no time passes. */
void watched_process_rest(struct watched_process *process);

/* How it ended, as waitpid() says: "signal 11, Segmentation fault" or "exit status 3". Returns
 * `text`. */
const char *watched_process_end_text(int status, char *text, size_t size);

/* ---- a single job with bots' code ----
 *
 * The child may crash, hang, exit, print or close anything: its results are in shared memory, and
 * the parent knows how it ended. */

/* The child's side, in shared memory. */
struct job_shm {
    struct call_mark mark;
    _Atomic bool done; /* the job returned; not set by an exit() of a bot */
};

enum job_end {
    JOB_DONE,
    JOB_SIGNAL,    /* `code` is the signal */
    JOB_EXIT,      /* `code` is the exit status */
    JOB_SLOW_CALL, /* one call of a bot took longer than `code` ms */
    JOB_IDLE,      /* it hung elsewhere, or in a call without limit */
    JOB_NO_CHILD   /* `code` is errno */
};

struct job_outcome {
    enum job_end end;
    int code;
    struct printed out, err;
};

struct job_limits {
    uint32_t call_ms;  /* for a call of a bot except create(); 0: none */
    uint32_t start_ms; /* for create(); 0: none */
    uint32_t idle_s;   /* without the begin or end of a call */
};

/* Runs job(context) in a child; all its processes have ended afterwards. */
void job_run(void (*job)(void *context), void *context, struct job_shm *box,
             const struct job_limits *limits, struct job_outcome *outcome);

/* How an unfinished job ended: "crashed (...)". */
void job_end_text(const struct job_outcome *outcome, char *text, size_t size);

/* Ends the job from inside, as if it had returned. */
__attribute__((noreturn)) void job_leave(struct job_shm *box);

#endif
