/* arena/bot/supervised_job.h - a job that runs bots' code, in a child that is supervised.
 *
 * The child may crash, hang, exit, print or close what it likes: what it has found stands in shared
 * memory, and how it ended is known here. */
#ifndef ARENA_BOT_SUPERVISED_JOB_H
#define ARENA_BOT_SUPERVISED_JOB_H

#include <stdbool.h>
#include <stddef.h>

#include "arena/bot/call_mark.h"

/* The child's side; lives in shared memory. */
struct job_shm {
    struct call_mark mark;
    _Atomic bool done; /* the job came to its end: not some exit() of a bot */
};

enum job_end {
    JOB_DONE,
    JOB_SIGNAL,    /* `code` is the signal */
    JOB_EXIT,      /* `code` is the exit status */
    JOB_SLOW_CALL, /* one call of a bot took longer than `code` ms */
    JOB_IDLE,      /* it came to a stop elsewhere, or in a call without limit */
    JOB_NO_CHILD   /* `code` is errno */
};

/* What went to one of its standard streams. */
struct printed {
    uint64_t bytes;
    char head[64], tail[512]; /* how it begins and ends */
};

struct job_outcome {
    enum job_end end;
    int code;
    struct printed out, err;
};

struct job_limits {
    uint32_t call_ms; /* for one call of a bot but create(), which has player_start_ms(); 0: none */
    uint32_t idle_s;  /* without any call beginning or ending */
};

/* Runs job(context) in a child; all its processes are gone afterwards. */
void job_run(void (*job)(void *context), void *context, struct job_shm *box,
                 const struct job_limits *limits, struct job_outcome *outcome);

/* Ends the job from inside, as if it had returned. */
__attribute__((noreturn)) void job_leave(struct job_shm *box);

/* The last line of the tail that says something, cut to `size`, without control characters; ""
 * where there is none. */
const char *printed_last_line(const struct printed *printed, char *line, size_t size);

#endif
