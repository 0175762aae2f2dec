// SPDX-License-Identifier: MIT
#include "arena/bot/watched_process.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "arena/base/child.h"

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
