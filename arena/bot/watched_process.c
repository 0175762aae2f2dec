// SPDX-License-Identifier: MIT
#include "arena/bot/watched_process.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "arena/base/child.h"
#include "arena/base/machine.h"

pid_t watched_process_start(struct watched_process *process, struct call_mark *mark)
{
    const struct rlimit none = {0, 0};

    fflush(NULL);
    atomic_store(&mark->calls, 0);
    const pid_t pid = child_fork();
    if (pid == 0)
        setrlimit(RLIMIT_CORE, &none);
    else
        *process = (struct watched_process){.pid = pid > 0 ? pid : 0, .mark = mark};
    return pid;
}

void watched_process_rest(struct watched_process *process)
{
    process->timer = (struct call_timer){0};
}

/* Sends SIGABRT first, so that the process can record its backtrace if it is still able to. */
static void abort_process(pid_t pid)
{
    enum { PATIENCE_MS = 500 }; /* of its own time: it takes a millisecond */

    kill(pid, SIGABRT);
    kill(pid, SIGCONT);
    call_timer_wait(pid, PATIENCE_MS);
    kill(pid, SIGKILL);
}

/* Ends the process, unless the call is over by now: stops it and checks again, so that the call
 * that is charged is the one that was seen. A process that does not stop at once (somebody
 * continues it) is waited for no longer than a moment, and looked at again later. */
static bool end_call(struct watched_process *process)
{
    enum { MOMENTS = 100, MOMENT_US = 1000 };
    siginfo_t info = {0};

    kill(process->pid, SIGSTOP);
    for (int i = 0; i < MOMENTS && !info.si_pid; i++) {
        if (waitid(P_PID, (id_t)process->pid, &info, WEXITED | WSTOPPED | WNOWAIT | WNOHANG) < 0)
            return false;
        if (!info.si_pid)
            usleep(MOMENT_US);
    }
    if (info.si_pid && info.si_code != CLD_STOPPED)
        return false; /* it has just died by itself */
    if (!info.si_pid || atomic_load(&process->mark->calls) != process->calls_seen) {
        kill(process->pid, SIGCONT);
        return false;
    }
    process->timed_out = true;
    abort_process(process->pid);
    return true;
}

bool watched_process_look(struct watched_process *process,
                          struct watched_limits (*limits)(const void *context), const void *context)
{
    const uint32_t calls = atomic_load_explicit(&process->mark->calls, memory_order_acquire);

    if (process->timer.pid != process->pid || calls != process->calls_seen) {
        process->calls_seen = calls;
        const struct watched_limits now = limits(context);
        call_timer_start(&process->timer, process->pid, now.wall_ms, now.cpu_ms, now.with_children);
        process->timer.stops_count = now.stops_count;
        return false;
    }
    return call_timer_due(&process->timer) && end_call(process);
}

const char *watched_process_end_text(int status, char *text, size_t size)
{
    if (WIFSIGNALED(status))
        snprintf(text, size, "signal %d, %s", WTERMSIG(status), strsignal(WTERMSIG(status)));
    else
        snprintf(text, size, "exit status %d", WEXITSTATUS(status));
    return text;
}

/* ---- a single job ---- */

void job_leave(struct job_shm *box)
{
    fflush(NULL); /* bots' output counts, but may still be buffered */
    atomic_store(&box->done, true);
    _exit(0);
}

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

void job_run(void (*job)(void *context), void *context, struct job_shm *box,
             const struct job_limits *limits, struct job_outcome *outcome)
{
    int out[2] = {-1, -1}, err[2] = {-1, -1};
    struct watch watch = {.box = box, .limits = limits};
    pid_t child = -1;

    *outcome = (struct job_outcome){.end = JOB_NO_CHILD};
    if (child_pipe(out) && child_pipe(err))
        child = watched_process_start(&watch.process, &box->mark);
    if (child == 0) {
        setpgid(0, 0); /* so that processes started by bots can be ended with it */
        child_set_streams(out[1], err[1]);
        close(out[1]);
        close(err[1]);
        job(context);
        job_leave(box);
    }
    outcome->code = child < 0 ? errno : 0;
    descriptor_close(out[1]);
    descriptor_close(err[1]);
    if (child > 0) {
        watch.out = out[0];
        watch.err = err[0];
        watch.child_fd = (int)syscall(SYS_pidfd_open, child, 0);
        outcome->end = watch_over(&watch, outcome);
        end_child(&watch, outcome);
        descriptor_close(watch.child_fd);
    }
    descriptor_close(out[0]);
    descriptor_close(err[0]);
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
