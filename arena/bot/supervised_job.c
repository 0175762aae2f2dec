// SPDX-License-Identifier: MIT
#include "arena/bot/supervised_job.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "arena/base/child.h"
#include "arena/bot/call_timer.h"
#include "arena/bot/player_host.h"

/* ---- the child ---- */

void job_leave(struct job_shm *box)
{
    fflush(NULL); /* bots' output counts, but may still be buffered */
    atomic_store(&box->done, true);
    _exit(0);
}

__attribute__((noreturn)) static void be_child(void (*job)(void *context), void *context,
                                               struct job_shm *box, int out, int err)
{
    struct rlimit none = {0, 0};

    setpgid(0, 0); /* so that processes started by bots can be ended with it */
    setrlimit(RLIMIT_CORE, &none);
    child_set_streams(out, err);
    close(out);
    close(err);
    job(context);
    job_leave(box);
}

/* ---- supervision ---- */

struct watch {
    const struct job_shm *box;
    const struct job_limits *limits;
    pid_t child;
    int child_fd; /* readable when the child has ended; -1 on old kernels: poll */
    int out, err;
    uint32_t calls;          /* at the last look */
    struct call_timer timer; /* since they have reached this number */
};

/* The time limit of the current call; 0: none. */
static uint32_t call_limit_ms(const struct watch *watch)
{
    return atomic_load(&watch->box->mark.function) == CALL_create ? watch->limits->start_ms
                                                                  : watch->limits->call_ms;
}

static bool in_limited_call(const struct watch *watch)
{
    return watch->calls % 2 == 1 && call_limit_ms(watch);
}

static void note_calls(struct watch *watch)
{
    watch->calls = atomic_load_explicit(&watch->box->mark.calls, memory_order_acquire);
    call_timer_start(&watch->timer, watch->child,
                     in_limited_call(watch) ? call_limit_ms(watch)
                                            : call_limit_ms(watch) + watch->limits->idle_s * 1000,
                     0, false);
}

/* The exceeded time limit, or JOB_DONE. */
static enum job_end overdue(struct watch *watch)
{
    if (atomic_load_explicit(&watch->box->mark.calls, memory_order_acquire) != watch->calls) {
        note_calls(watch);
        return JOB_DONE;
    }
    if (!call_timer_due(&watch->timer) ||
        atomic_load_explicit(&watch->box->mark.calls, memory_order_acquire) != watch->calls)
        return JOB_DONE;
    return in_limited_call(watch) ? JOB_SLOW_CALL : JOB_IDLE;
}

/* Waits until the child has ended or must be killed. */
static enum job_end watch_over(struct watch *watch, struct job_outcome *outcome)
{
    struct pollfd polled[] = {{.fd = watch->out, .events = POLLIN},
                              {.fd = watch->err, .events = POLLIN},
                              {.fd = watch->child_fd, .events = POLLIN}};

    for (;;) {
        poll(polled, 3, call_timer_pause_ms(&watch->timer));
        printed_drain(&outcome->out, watch->out);
        printed_drain(&outcome->err, watch->err);
        for (int i = 0; i < 2; i++)
            if (polled[i].revents & (POLLHUP | POLLERR | POLLNVAL))
                polled[i].fd = -1; /* closed by the child, which may continue */
        if (child_has_ended(watch->child))
            return JOB_DONE;
        enum job_end end = overdue(watch);
        if (end != JOB_DONE)
            return end;
    }
}

/* Kills the child and all its processes, and reports how it ended by itself. */
static void end_child(struct watch *watch, struct job_outcome *outcome)
{
    kill(-watch->child, SIGKILL);
    int status =
        child_end(watch->child, 0, NULL); /* it may have left its group, or not yet joined it */
    kill(-watch->child, SIGKILL);
    printed_drain(&outcome->out, watch->out);
    printed_drain(&outcome->err, watch->err);
    if (outcome->end == JOB_SLOW_CALL)
        outcome->code = (int)call_limit_ms(watch);
    if (outcome->end != JOB_DONE || atomic_load(&watch->box->done))
        return;
    outcome->end = WIFSIGNALED(status) ? JOB_SIGNAL : JOB_EXIT;
    outcome->code = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
}

/* Our ends of the two pipes never block. */
static bool open_pipes(int out[2], int err[2])
{
    if (pipe2(out, O_CLOEXEC) < 0)
        return false;
    if (pipe2(err, O_CLOEXEC) < 0) {
        close(out[0]);
        close(out[1]);
        return false;
    }
    fcntl(out[0], F_SETFL, O_NONBLOCK);
    fcntl(err[0], F_SETFL, O_NONBLOCK);
    return true;
}

void job_run(void (*job)(void *context), void *context, struct job_shm *box,
             const struct job_limits *limits, struct job_outcome *outcome)
{
    int out[2], err[2];

    *outcome = (struct job_outcome){.end = JOB_NO_CHILD};
    if (!open_pipes(out, err)) {
        outcome->code = errno;
        return;
    }
    fflush(NULL);
    pid_t child = child_fork();
    if (child == 0)
        be_child(job, context, box, out[1], err[1]);
    outcome->code = errno;
    close(out[1]);
    close(err[1]);
    if (child > 0) {
        struct watch watch = {
            .box = box,
            .limits = limits,
            .child = child,
            .child_fd = (int)syscall(SYS_pidfd_open, child, 0),
            .out = out[0],
            .err = err[0],
        };
        note_calls(&watch);
        outcome->code = 0;
        outcome->end = watch_over(&watch, outcome);
        end_child(&watch, outcome);
        if (watch.child_fd >= 0)
            close(watch.child_fd);
    }
    close(out[0]);
    close(err[0]);
}

void job_end_text(const struct job_outcome *outcome, char *text, size_t size)
{
    switch (outcome->end) {
    case JOB_SIGNAL:
        snprintf(text, size, "crashed (%s)", strsignal(outcome->code));
        break;
    case JOB_EXIT:
        snprintf(text, size, "ended the process with exit status %d", outcome->code);
        break;
    case JOB_SLOW_CALL:
        snprintf(text, size, "took longer than %d ms for one call", outcome->code);
        break;
    case JOB_IDLE:
        snprintf(text, size, "stopped making progress");
        break;
    default:
        snprintf(text, size, "could not be run (%s)", strerror(outcome->code));
    }
}
