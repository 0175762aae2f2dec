// SPDX-License-Identifier: MIT
#include "arena/serve/serve_child.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "arena/base/child.h"
#include "arena/base/clock.h"
#include "arena/base/exit_code.h"
#include "arena/base/memory.h"

/* What a limited process says on its streams is nothing that anybody asked for: the server says
 * what is wrong. Sanitizers need more address space than any limit. */
static bool limit_memory(size_t megabytes)
{
    if (!megabytes)
        return true;
#ifndef __SANITIZE_ADDRESS__
    const struct rlimit limit = {megabytes << 20, megabytes << 20};
    if (setrlimit(RLIMIT_AS, &limit) != 0)
        return false;
#endif
    const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    const bool ok = nowhere >= 0 && dup2(nowhere, STDERR_FILENO) >= 0;
    if (nowhere >= 0)
        close(nowhere);
    return ok;
}

/* In the child. A signal from the terminal is for the server, which then ends its children. */
_Noreturn static void work_in_child(size_t megabytes, int (*work)(const void *context, int out),
                                    const void *context, int out)
{
    enum { LOW = 10 };
    int kept[] = {out};

    signal(SIGINT, SIG_IGN);
    signal(SIGTERM, SIG_DFL);
    signal(SIGHUP, SIG_IGN);
    if (!child_close_others(kept, 1) || !limit_memory(megabytes))
        _exit(EXIT_INTERNAL);
    errno = 0;
    if (nice(LOW) == -1 && errno) /* then with that of the server */
        errno = 0;
    _exit(work(context, out));
}

/* ---- processes that have been killed, and have not ended yet ---- */

enum { LEFT = 64 };
static pid_t left[LEFT]; /* 0: free */

/* Waits for none of them. */
static void reap_left(void)
{
    for (int i = 0; i < LEFT; i++)
        if (left[i] && waitpid(left[i], NULL, WNOHANG) != 0)
            left[i] = 0;
}

/* Kills a process, and leaves it if it has not ended after a tenth of a second. */
static void let_go(pid_t pid)
{
    const struct timespec moment = {0, 1000000};
    pid_t *place = left;

    kill(pid, SIGKILL);
    for (int i = 0; i < 100; i++) {
        if (waitpid(pid, NULL, WNOHANG) != 0)
            return;
        nanosleep(&moment, NULL);
    }
    while (place < left + LEFT && *place)
        place++;
    if (place < left + LEFT)
        *place = pid;
}

/* ---- one process ---- */

bool serve_child_start(struct serve_child *child, struct serve_limits limits,
                       int (*work)(const void *context, int out), const void *context,
                       struct errors *errors)
{
    const int SECOND = 1000;
    int ends[2];

    reap_left();
    *child = (struct serve_child){
        .fd = -1,
        .until = limits.seconds ? clock_ms(CLOCK_MONOTONIC) + limits.seconds * SECOND : 0};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
        errors_add(errors, "serve", "no sockets: %s", strerror(errno));
        return false;
    }
    child->pid = child_fork();
    if (child->pid == 0)
        work_in_child(limits.megabytes, work, context, ends[1]);
    const int why = errno;
    close(ends[1]);
    if (child->pid < 0 || fcntl(ends[0], F_SETFL, O_NONBLOCK) != 0) {
        errors_add(errors, "serve", "no process to work with: %s", strerror(why));
        close(ends[0]);
        serve_child_end(child);
        return false;
    }
    child->fd = ends[0];
    return true;
}

static void take_code(struct serve_child *child, int status)
{
    child->code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    child->pid = 0;
    if (child->fd >= 0)
        close(child->fd);
    child->fd = -1;
}

bool serve_child_read(struct serve_child *child)
{
    enum { LEAST = 1 << 16 };
    ssize_t got;

    if (child->fd < 0)
        return false;
    do {
        if (child->room - child->size < LEAST) {
            child->room = 2 * child->room + LEAST;
            child->bytes = xrealloc(child->bytes, child->room);
        }
        got = read(child->fd, child->bytes + child->size, child->room - child->size);
        child->size += got > 0 ? (size_t)got : 0;
    } while (got > 0 && child->size <= SERVE_CHILD_BYTES);
    const bool more = got < 0 && (errno == EAGAIN || errno == EINTR);
    child->late = more && child->until && clock_ms(CLOCK_MONOTONIC) > child->until;
    if (more && !child->late)
        return true;
    if (got == 0) {
        take_code(child, child_end(child->pid, 1000, NULL));
        return false;
    }
    let_go(child->pid);
    take_code(child, SIGKILL);
    return false;
}

const char *serve_child_why(const struct serve_child *child)
{
    if (child->late)
        return "takes too long";
    if (child->size > SERVE_CHILD_BYTES)
        return "would be too large";
    if (child->code == EXIT_INTERRUPTED)
        return "takes too much memory";
    return child->code < 0 ? "crashed" : "ended without a result";
}

char *serve_child_last_line(struct serve_child *child, size_t *length, int *lines)
{
    const char *end = child->size ? memrchr(child->bytes, '\n', child->size) : NULL;

    *lines = 0;
    if (!end)
        return NULL;
    const size_t whole = (size_t)(end - child->bytes) + 1;
    const char *last = child->bytes;
    for (const char *at = child->bytes; at <= end; at++)
        if (*at == '\n') {
            ++*lines;
            last = at < end ? at + 1 : last;
        }
    *length = (size_t)(end - last);
    char *line = xstrndup(last, *length);
    child->size -= whole;
    memmove(child->bytes, child->bytes + whole, child->size);
    return line;
}

bool serve_child_tell(struct serve_child *child, const char *text)
{
    char line[SERVE_CHILD_LINE];
    const int length = snprintf(line, sizeof line, "%s\n", text);

    return child->fd >= 0 && length < SERVE_CHILD_LINE &&
           send(child->fd, line, (size_t)length, MSG_NOSIGNAL | MSG_DONTWAIT) == length;
}

void serve_child_end(struct serve_child *child)
{
    if (child->pid > 0) {
        let_go(child->pid);
        take_code(child, SIGKILL);
    }
    free(child->bytes);
    *child = (struct serve_child){.fd = -1};
}
