// SPDX-License-Identifier: MIT
/* arena/bot/watched_process.h - a process in which bots' code runs, as its parent sees it: a worker
 * of a run, or that of a single job (supervised_job.h).
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

#endif
