// SPDX-License-Identifier: MIT
#include "arena/bot/supervised_job.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "arena/base/child.h"
#include "arena/bot/watched_process.h"

/* ---- the child ---- */

void job_leave(struct job_shm *box)
{
    fflush(NULL); /* bots' output counts, but may still be buffered */
    atomic_store(&box->done, true);
    _exit(0);
}

/* ---- supervision ---- */

struct watch {
    const struct job_shm *box;
    const struct job_limits *limits;
    struct watched_process process;
    int child_fd; /* readable when the child has ended; -1 on old kernels: poll */
    int out, err;
};

/* The time limit of the current call; 0: none. */
static uint32_t call_limit_ms(const struct watch *watch)
{
    return atomic_load(&watch->box->mark.function) == CALL_create ? watch->limits->start_ms
                                                                  : watch->limits->call_ms;
}

static bool in_limited_call(const struct watch *watch)
{
    return watch->process.calls_seen % 2 == 1 && call_limit_ms(watch);
}

static struct watched_limits limits_now(const void *context)
{
    const struct watch *watch = context;
    const int64_t idle_ms = in_limited_call(watch) ? 0 : (int64_t)watch->limits->idle_s * 1000;

    return (struct watched_limits){.wall_ms = call_limit_ms(watch) + idle_ms, .stops_count = true};
}

/* Waits until the child has ended or must be killed. */
static enum job_end watch_over(struct watch *watch, struct job_outcome *outcome)
{
    struct pollfd polled[] = {{.fd = watch->out, .events = POLLIN},
                              {.fd = watch->err, .events = POLLIN},
                              {.fd = watch->child_fd, .events = POLLIN}};

    for (;;) {
        if (watched_process_look(&watch->process, limits_now, watch))
            return in_limited_call(watch) ? JOB_SLOW_CALL : JOB_IDLE;
        poll(polled, 3, call_timer_pause_ms(&watch->process.timer));
        printed_drain(&outcome->out, watch->out);
        printed_drain(&outcome->err, watch->err);
        for (int i = 0; i < 2; i++)
            if (polled[i].revents & (POLLHUP | POLLERR | POLLNVAL))
                polled[i].fd = -1; /* closed by the child, which may continue */
        if (child_has_ended(watch->process.pid))
            return JOB_DONE;
    }
}

/* Kills the child and all its processes, and reports how it ended by itself. */
static void end_child(struct watch *watch, struct job_outcome *outcome)
{
    const pid_t child = watch->process.pid;

    kill(-child, SIGKILL);
    const int status =
        child_end(child, 0, NULL); /* it may have left its group, or not yet joined it */
    kill(-child, SIGKILL);
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
    struct watch watch = {.box = box, .limits = limits, .out = out[0], .err = err[0]};
    const pid_t child = watched_process_start(&watch.process, &box->mark);
    if (child == 0) {
        setpgid(0, 0); /* so that processes started by bots can be ended with it */
        child_set_streams(out[1], err[1]);
        close(out[1]);
        close(err[1]);
        job(context);
        job_leave(box);
    }
    outcome->code = errno;
    close(out[1]);
    close(err[1]);
    if (child > 0) {
        watch.child_fd = (int)syscall(SYS_pidfd_open, child, 0);
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
