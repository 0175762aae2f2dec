#include "arena/bot/supervised_job.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "arena/base/child.h"
#include "arena/base/clock.h"
#include "arena/bot/player_host.h"
#include "arena/base/text.h"

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
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    setrlimit(RLIMIT_CORE, &none);
    dup2(out, STDOUT_FILENO);
    dup2(err, STDERR_FILENO);
    close(out);
    close(err);
    job(context);
    job_leave(box);
}

/* ---- its output ---- */

static void keep(struct printed *printed, const char *text, size_t length)
{
    const size_t head = sizeof printed->head - 1, tail = sizeof printed->tail - 1;

    if (printed->bytes < head)
        snprintf(printed->head + printed->bytes, head + 1 - printed->bytes, "%.*s", (int)length,
                 text);
    printed->bytes += length;
    if (length > tail) {
        text += length - tail;
        length = tail;
    }
    size_t old = strlen(printed->tail), kept = old + length > tail ? tail - length : old;
    memmove(printed->tail, printed->tail + old - kept, kept);
    memcpy(printed->tail + kept, text, length);
    printed->tail[kept + length] = '\0';
}

/* Reads the available output, or only a part if it is endless. */
static void drain(int pipe, struct printed *printed)
{
    enum { READS = 64 };
    char text[4096];

    for (int reads = 0; reads < READS; reads++) {
        ssize_t got = read(pipe, text, sizeof text);
        if (got <= 0)
            return;
        for (ssize_t i = 0; i < got; i++)
            text[i] = text[i] ? text[i] : ' ';
        keep(printed, text, (size_t)got);
    }
}

const char *printed_last_line(const struct printed *printed, char *line, size_t size)
{
    static const char NOISE[] = "ABORTING"; /* how a sanitizer's report ends */
    char tail[sizeof printed->tail];
    char *at;

    memcpy(tail, printed->tail, sizeof tail);
    line[0] = '\0';
    while (*tail && !*line) {
        at = strrchr(tail, '\n');
        at = at ? at : tail;
        if (!strstr(at, NOISE))
            snprintf(line, size, "%s", at + strspn(at, "\n "));
        *at = '\0';
    }
    text_make_printable(line);
    return line;
}

/* ---- supervision ---- */

struct watch {
    const struct job_shm *box;
    const struct job_limits *limits;
    pid_t child;
    int child_fd; /* readable when the child has ended; -1 on old kernels: poll */
    int out, err;
    uint32_t calls; /* at the last check */
    uint64_t since; /* time when they reached this number */
};

/* The time limit of the current call. */
static uint32_t call_limit_ms(const struct watch *watch)
{
    const char *function = atomic_load(&watch->box->mark.function);
    uint32_t limit = watch->limits->call_ms;

    return function && strcmp(function, "create") == 0 ? player_start_ms(limit) : limit;
}

/* The exceeded time limit, or JOB_DONE. */
static enum job_end overdue(struct watch *watch)
{
    uint32_t calls = atomic_load_explicit(&watch->box->mark.calls, memory_order_acquire);
    uint64_t now = clock_ns(CLOCK_MONOTONIC), call = (uint64_t)call_limit_ms(watch) * 1000000u;

    if (calls != watch->calls) {
        watch->calls = calls;
        watch->since = now;
    }
    if (call && calls % 2 == 1 && now - watch->since > call)
        return JOB_SLOW_CALL;
    if (now - watch->since > call + (uint64_t)watch->limits->idle_s * 1000000000u)
        return JOB_IDLE;
    return JOB_DONE;
}

static bool has_ended(pid_t child)
{
    siginfo_t info = {0};
    return waitid(P_PID, (id_t)child, &info, WEXITED | WNOHANG | WNOWAIT) < 0 || info.si_pid;
}

/* Waits until the child has ended or must be killed. */
static enum job_end watch_over(struct watch *watch, struct job_outcome *outcome)
{
    enum { LOOK_MS = 50 };
    struct pollfd polled[] = {{.fd = watch->out, .events = POLLIN},
                              {.fd = watch->err, .events = POLLIN},
                              {.fd = watch->child_fd, .events = POLLIN}};

    for (;;) {
        poll(polled, 3, LOOK_MS);
        drain(watch->out, &outcome->out);
        drain(watch->err, &outcome->err);
        for (int i = 0; i < 2; i++)
            if (polled[i].revents & (POLLHUP | POLLERR | POLLNVAL))
                polled[i].fd = -1; /* closed by the child, which may continue */
        if (has_ended(watch->child))
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
    int status = child_end(watch->child, 0); /* it may have left its group, or not yet joined it */
    kill(-watch->child, SIGKILL);
    drain(watch->out, &outcome->out);
    drain(watch->err, &outcome->err);
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
    pid_t child = fork();
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
            .since = clock_ns(CLOCK_MONOTONIC),
        };
        outcome->code = 0;
        outcome->end = watch_over(&watch, outcome);
        end_child(&watch, outcome);
        if (watch.child_fd >= 0)
            close(watch.child_fd);
    }
    close(out[0]);
    close(err[0]);
}
