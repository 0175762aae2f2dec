// SPDX-License-Identifier: MIT
#include "bots/pipe/child.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    READ_SIZE = 1 << 16,
    SLICE_MS = 50, /* silence after which it checks whether the process lives */
    END_MS = 200,  /* between the end of output and the end of the process */
    /* A shell whose program was ended by signal N exits with this + N: POSIX has it above 128, and
     * the shells in use have it so. */
    SHELL_SIGNALS = 128,
    /* 256 rows of arrays take 586 KB. What does not fit waits for the child to read, and each time
     * costs two changes of process; the kernel grants what it allows. */
    SEND_ROOM = 1 << 20
};

int64_t child_now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

/* ---- start ---- */

static void close_pair(const int pair[2])
{
    close(pair[0]);
    close(pair[1]);
}

static void close_from(int first)
{
    if (close_range((unsigned)first, ~0u, 0) == 0)
        return;
    for (long i = first, count = sysconf(_SC_OPEN_MAX); i < count; i++) /* for older kernels */
        close((int)i);
}

/* A worker ignores some signals, which the command must not inherit. */
static void reset_handlers(void)
{
    for (int number = 1; number < NSIG; number++)
        signal(number, SIG_DFL);
}

static void unblock_signals(void)
{
    sigset_t none;

    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

/* The parent of a process, or 0. Its name, in parentheses, may have any characters. */
static long parent_of(long pid)
{
    char path[40], text[200] = "";
    int file;

    snprintf(path, sizeof path, "/proc/%ld/stat", pid);
    file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return 0;
    ssize_t got = read(file, text, sizeof text - 1);
    close(file);
    const char *after = got > 0 ? strrchr(text, ')') : NULL;
    return after && strlen(after) > 4 ? strtol(after + 4, NULL, 10) : 0; /* ") S 1234 " */
}

/* Connects the standard streams, closes all others, and runs the command. */
static _Noreturn void become(const char *command, int in, int out, int err)
{
    enum { NO_COMMAND = 127 };

    unblock_signals();
    /* If the worker's standard streams are closed, these may have their numbers. */
    in = fcntl(in, F_DUPFD, STDERR_FILENO + 1);
    out = fcntl(out, F_DUPFD, STDERR_FILENO + 1);
    if (dup2(in, STDIN_FILENO) < 0 || dup2(out, STDOUT_FILENO) < 0 ||
        (err >= 0 && dup2(err, STDERR_FILENO) < 0))
        _exit(NO_COMMAND);
    close_from(STDERR_FILENO + 1);
    execl("/bin/sh", "sh", "-c", command, (char *)NULL);
    _exit(NO_COMMAND);
}

/* ---- the process between worker and command ---- */

/* What it waits for: the end of one of its children, and the order to end them all. Blocked from
 * the start, so that no order is lost. */
static sigset_t keepers_signals(void)
{
    sigset_t signals;

    sigemptyset(&signals);
    sigaddset(&signals, SIGCHLD);
    sigaddset(&signals, SIGUSR1);
    return signals;
}

/* Kills the children of this process, which are its own until it reaps them. They are searched for:
 * some came to it when their parent ended. */
static void kill_children(void)
{
    DIR *processes = opendir("/proc");
    const long self = getpid();

    if (!processes)
        kill(0, SIGKILL); /* all that can be done: the group, and this process */
    for (const struct dirent *entry; processes && (entry = readdir(processes));) {
        const long pid = strtol(entry->d_name, NULL, 10);
        if (pid > 0 && parent_of(pid) == self)
            kill((pid_t)pid, SIGKILL);
    }
    if (processes)
        closedir(processes);
}

/* Ends all descendants: the children of one that has ended become this process's own. */
static void kill_descendants(void)
{
    const struct timespec moment = {0, 1000000};
    pid_t ended;

    for (;;) {
        while ((ended = waitpid(-1, NULL, WNOHANG)) > 0)
            ;
        if (ended < 0)
            return; /* there are none */
        kill_children();
        nanosleep(&moment, NULL);
    }
}

/* Ends this process in the same way as the command. */
static _Noreturn void end_like(int status)
{
    if (WIFSIGNALED(status)) {
        unblock_signals();
        raise(WTERMSIG(status));
    }
    _exit(WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_FAILURE);
}

/* What a keeper is started with. */
struct keeping {
    const struct child_plan *plan;
    int in, out;
    int failed; /* where it says why there is no process for the command: errno; closed if there
                   is */
    pid_t parent;
};

/* The output of the command that goes to the worker's standard error. */
struct printed_lines {
    const char *name;
    int from;    /* or -1 */
    int in_line; /* the last line that was copied has not ended yet */
};

/* Copies what the command has printed so far, with the bot's name before each line. */
static void copy_printed(struct printed_lines *lines)
{
    char read_here[1024], put[sizeof read_here + 64];
    ssize_t got;

    while ((got = read(lines->from, read_here, sizeof read_here)) > 0)
        for (char *at = read_here, *end = at + got; at < end;) {
            const char *newline = memchr(at, '\n', (size_t)(end - at));
            const int length = (int)((newline ? newline + 1 : end) - at);
            const int size =
                snprintf(put, sizeof put, "%s%s%.*s", lines->in_line ? "" : lines->name,
                         lines->in_line ? "" : ": ", length, at);
            if (write(STDERR_FILENO, put, (size_t)size) < 0)
                return;
            lines->in_line = !newline;
            at += length;
        }
    if (got == 0) {
        close(lines->from);
        lines->from = -1;
    }
}

static void end_descendants(struct printed_lines *lines)
{
    kill_descendants();
    if (lines->from >= 0)
        copy_printed(lines);
}

/* Waits until the command ends, or this process is told to end it. */
static _Noreturn void wait_for_end(pid_t command, int signals, struct printed_lines *lines)
{
    struct signalfd_siginfo signal;
    int status;
    pid_t ended;

    for (;;) {
        struct pollfd sources[] = {{.fd = signals, .events = POLLIN},
                                   {.fd = lines->from, .events = POLLIN}};
        if (poll(sources, 2, -1) < 0 && errno != EINTR)
            break;
        if (sources[1].revents)
            copy_printed(lines);
        if (!sources[0].revents)
            continue;
        if (read(signals, &signal, sizeof signal) != sizeof signal || signal.ssi_signo != SIGCHLD)
            break;
        while ((ended = waitpid(-1, &status, WNOHANG)) > 0)
            if (ended == command) {
                end_descendants(lines);
                end_like(status);
            }
    }
    kill(command, SIGKILL);
    end_descendants(lines);
    _exit(EXIT_FAILURE);
}

static _Noreturn void say_why(const struct keeping *keeping, int error)
{
    if (write(keeping->failed, &error, sizeof error) < 0)
        _exit(EXIT_FAILURE); /* the worker has died */
    _exit(EXIT_FAILURE);
}

/* It leads the command's process group, gets all processes that lose their parent, and ends them
 * when the command ends, when the worker says so, and when the worker dies: the kernel would signal
 * only the shell, not what the shell runs. */
static _Noreturn void keep(const struct keeping *keeping, const sigset_t *signals)
{
    const struct child_plan *plan = keeping->plan;
    struct printed_lines lines = {.name = plan->name, .from = -1};
    int err[2] = {-1, -1};

    setsid();
    reset_handlers();
    sigprocmask(SIG_SETMASK, signals, NULL);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    prctl(PR_SET_PDEATHSIG, SIGUSR1);
    if (getppid() != keeping->parent)
        _exit(EXIT_FAILURE); /* the worker died before this could be set up */
    const int heard = signalfd(-1, signals, SFD_CLOEXEC);
    if (heard < 0 || (plan->name && pipe2(err, O_CLOEXEC) != 0))
        say_why(keeping, errno);
    if (plan->enter)
        plan->enter(plan->context);
    pid_t pid = fork();
    if (pid == 0)
        become(plan->command, keeping->in, keeping->out, err[1]);
    if (pid < 0)
        say_why(keeping, errno);
    /* It keeps nothing else open, so that the end of the command's streams is noticed. */
    dup2(fcntl(heard, F_DUPFD, STDERR_FILENO + 1), STDIN_FILENO);
    close(STDOUT_FILENO);
    if (plan->name) {
        fcntl(err[0], F_SETFL, O_NONBLOCK);
        lines.from = dup2(fcntl(err[0], F_DUPFD, STDERR_FILENO + 1), STDOUT_FILENO);
    }
    close_from(STDERR_FILENO + 1);
    wait_for_end(pid, STDIN_FILENO, &lines);
}

/* Waits for a process that was told to end, and has all of its descendants ended by then. Should
 * they have killed it, those in its group are left: its number is theirs until it is reaped. */
static void reap(struct child *child)
{
    siginfo_t info;

    if (!child->killed)
        return;
    while (waitid(P_PID, (id_t)child->killed, &info, WEXITED | WNOWAIT) < 0 && errno == EINTR)
        ;
    kill(-child->killed, SIGKILL);
    while (waitpid(child->killed, NULL, 0) < 0 && errno == EINTR)
        ;
    child->killed = 0;
}

static void forget_lines(struct child *child)
{
    child->outgoing.length = child->incoming.length = 0;
    child->sent = child->taken = child->searched = 0;
    child->ended = child->deaf = 0;
}

/* Whether the keeper has a process for the command; else errno says why not. */
static int has_command(int failed)
{
    int error = 0;
    ssize_t got;

    do
        got = read(failed, &error, sizeof error);
    while (got < 0 && errno == EINTR);
    errno = got == (ssize_t)sizeof error ? error : 0;
    return !errno;
}

/* 0, and errno. */
static int start_keeper(struct child *child, const struct keeping *keeping, int failed)
{
    const sigset_t signals = keepers_signals();
    sigset_t before;

    sigprocmask(SIG_BLOCK, &signals, &before);
    const pid_t pid = fork();
    const int error = errno;
    if (pid == 0)
        keep(keeping, &signals);
    sigprocmask(SIG_SETMASK, &before, NULL);
    close(keeping->failed);
    errno = error;
    if (pid < 0)
        return 0;
    if (has_command(failed)) {
        child->pid = pid;
        return 1;
    }
    child->killed = pid; /* it ends by itself */
    return 0;
}

int child_start(struct child *child, const struct child_plan *plan)
{
    int in[2] = {-1, -1}, out[2] = {-1, -1}, failed[2] = {-1, -1};

    reap(child);
    forget_lines(child);
    const int ready = socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, in) == 0 &&
                      socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, out) == 0 &&
                      pipe2(failed, O_CLOEXEC) == 0;
    const struct keeping keeping = {plan, in[1], out[1], failed[1], getpid()};
    const int started = ready && start_keeper(child, &keeping, failed[0]);
    const int error = errno;
    if (started) {
        const int room = SEND_ROOM;
        setsockopt(in[0], SOL_SOCKET, SO_SNDBUF, &room, sizeof room);
        close(in[1]);
        close(out[1]);
        child->to = in[0];
        child->from = out[0];
    } else {
        close_pair(in);
        close_pair(out);
        if (!ready)
            close(failed[1]);
    }
    close(failed[0]);
    errno = error;
    return started;
}

/* ---- lines ---- */

int child_heard_all(const struct child *child) { return child->sent == child->outgoing.length; }

static void send_queued(struct child *child)
{
    while (!child->deaf && !child_heard_all(child)) {
        ssize_t sent = send(child->to, child->outgoing.data + child->sent,
                            child->outgoing.length - child->sent, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent > 0)
            child->sent += (size_t)sent;
        else if (errno == EAGAIN)
            return;
        else if (errno != EINTR)
            child->deaf = 1;
    }
    child->outgoing.length = child->sent = 0;
}

/* Takes a line from the received bytes. */
static int take_line(struct child *child, char **line, size_t *length)
{
    struct text *incoming = &child->incoming;

    if (child->searched == incoming->length)
        return 0;
    char *end = memchr(incoming->data + child->searched, '\n', incoming->length - child->searched);
    if (!end) {
        child->searched = incoming->length;
        return 0;
    }
    *end = '\0';
    *line = incoming->data + child->taken;
    *length = (size_t)(end - *line);
    child->taken = child->searched = (size_t)(end + 1 - incoming->data);
    return 1;
}

static void forget_taken(struct child *child)
{
    struct text *incoming = &child->incoming;

    if (!child->taken)
        return;
    incoming->length -= child->taken;
    memmove(incoming->data, incoming->data + child->taken, incoming->length);
    child->searched -= child->taken;
    child->taken = 0;
}

static int has_exited(const struct child *child)
{
    siginfo_t info = {0};
    return waitid(P_PID, (id_t)child->pid, &info, WEXITED | WNOHANG | WNOWAIT) < 0 || info.si_pid;
}

/* Receives what is available. `last`: if nothing is available, nothing will follow. */
static void receive(struct child *child, int last)
{
    ssize_t got;

    forget_taken(child);
    char *room = text_room(&child->incoming, READ_SIZE);
    do
        got = recv(child->from, room, READ_SIZE, MSG_DONTWAIT);
    while (got < 0 && errno == EINTR);
    if (got > 0)
        child->incoming.length += (size_t)got;
    else if (got == 0 || errno != EAGAIN || last)
        child->ended = 1;
}

/* Sends and receives until something arrives, the process ends, or time is up. Checks on the
 * process, since its output stays open while a process that it started holds it. */
static void exchange(struct child *child, int64_t time_left)
{
    struct pollfd ends[2] = {
        {.fd = child->from, .events = POLLIN},
        {.fd = child->deaf || child_heard_all(child) ? -1 : child->to, .events = POLLOUT},
    };
    int timeout = time_left < SLICE_MS ? (int)time_left : SLICE_MS;
    int quiet = poll(ends, 2, child->deaf ? 0 : timeout) == 0;

    /* Checked before receiving, so that all output from before the end is available. */
    int last = child->deaf || (quiet && has_exited(child));
    send_queued(child);
    receive(child, last);
}

enum child_news child_line(struct child *child, int64_t deadline, char **line, size_t *length)
{
    int late = 0;

    text_room(&child->incoming, READ_SIZE); /* so that there is a buffer, even if empty */
    send_queued(child);
    for (;;) {
        if (take_line(child, line, length))
            return *length > CHILD_LINE_MAX ? CHILD_LINE_TOO_LONG : CHILD_LINE;
        *line = child->incoming.data + child->taken;
        *length = child->incoming.length - child->taken;
        if (*length > CHILD_LINE_MAX)
            return CHILD_LINE_TOO_LONG;
        if (child->ended)
            return CHILD_ENDED;
        if (late)
            return CHILD_LATE;
        /* Once more after the deadline: an available answer counts, even if this process slept. */
        int64_t time_left = deadline - child_now();
        late = time_left <= 0;
        exchange(child, late ? 0 : time_left);
    }
}

/* ---- end ---- */

int child_ends(const struct child *child, int64_t until)
{
    const struct timespec moment = {0, 1000000};

    while (!has_exited(child)) {
        if (child_now() >= until)
            return 0;
        nanosleep(&moment, NULL);
    }
    return 1;
}

int child_describe_end(struct child *child, int64_t deadline, char *text, size_t size)
{
    int64_t soon = child_now() + END_MS;
    siginfo_t info = {0};

    if (!child_ends(child, deadline < soon ? deadline : soon) ||
        waitid(P_PID, (id_t)child->pid, &info, WEXITED | WNOHANG | WNOWAIT) < 0) {
        snprintf(text, size, "it closed its standard %s", child->deaf ? "input" : "output");
        return 0;
    }
    if (info.si_code == CLD_EXITED) {
        snprintf(text, size, "it ended with exit status %d", info.si_status);
        return info.si_status > SHELL_SIGNALS ? info.si_status - SHELL_SIGNALS : 0;
    }
    snprintf(text, size, "it was ended by signal %d, %s", info.si_status,
             strsignal(info.si_status));
    return info.si_status;
}

void child_kill(struct child *child)
{
    if (!child->pid)
        return;
    kill(child->pid, SIGUSR1); /* not yet reaped, so the number is its own */
    kill(child->pid, SIGCONT);
    close(child->to);
    close(child->from);
    reap(child);
    child->killed = child->pid;
    child->pid = 0;
}

void child_say_no_more(struct child *child)
{
    send_queued(child);
    shutdown(child->to, SHUT_WR);
}

void child_free(struct child *child)
{
    child_kill(child);
    reap(child);
    text_free(&child->outgoing);
    text_free(&child->incoming);
}
