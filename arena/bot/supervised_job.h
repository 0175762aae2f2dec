// SPDX-License-Identifier: MIT
/* arena/bot/supervised_job.h - runs a job with bots' code in a supervised child.
 *
 * The child may crash, hang, exit, print or close anything: its results are in shared memory, and
 * the parent knows how it ended. */
#ifndef ARENA_BOT_SUPERVISED_JOB_H
#define ARENA_BOT_SUPERVISED_JOB_H

#include <stdbool.h>
#include <stddef.h>

#include "arena/base/printed.h"
#include "arena/bot/call_mark.h"

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
