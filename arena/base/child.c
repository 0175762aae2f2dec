// SPDX-License-Identifier: MIT
#include "arena/base/child.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "arena/base/clock.h"
#include "arena/base/exit_code.h"

/* Who has died before prctl() is asked for sends no signal. */
pid_t child_fork(void)
{
    const pid_t parent = getpid(), child = fork();

    if (child == 0 && (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid() != parent))
        _exit(EXIT_INTERNAL);
    return child;
}

bool child_set_streams(int out, int err)
{
    int empty = open("/dev/null", O_RDONLY);
    bool ok = empty >= 0 && dup2(empty, STDIN_FILENO) >= 0 && dup2(out, STDOUT_FILENO) >= 0 &&
              dup2(err, STDERR_FILENO) >= 0;

    if (empty > STDERR_FILENO)
        close(empty);
    return ok;
}

static int by_number(const void *a, const void *b)
{
    const int *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

bool child_close_others(int *kept, int count)
{
    unsigned from = STDERR_FILENO + 1;
    bool ok = true;

    qsort(kept, (size_t)count, sizeof *kept, by_number);
    for (int i = 0; i < count; i++) {
        if (kept[i] < (int)from)
            continue;
        if ((unsigned)kept[i] > from)
            ok &= close_range(from, (unsigned)kept[i] - 1, 0) == 0;
        from = (unsigned)kept[i] + 1;
    }
    return close_range(from, ~0u, 0) == 0 && ok;
}

bool child_has_ended(pid_t child)
{
    siginfo_t info = {0};
    return waitid(P_PID, (id_t)child, &info, WEXITED | WNOHANG | WNOWAIT) < 0 || info.si_pid;
}

/* Is the kernel ending it already? Then somebody else did that, however long it takes: on a busy
 * machine a process may have closed its pipes and not yet be a zombie. */
static bool is_ending(pid_t child)
{
    enum { PF_EXITING = 4 }; /* of the flags, the seventh field after the name, which ends with ) */
    char path[32], text[512];
    unsigned flags = 0;

    snprintf(path, sizeof path, "/proc/%d/stat", (int)child);
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    const ssize_t got = file < 0 ? -1 : read(file, text, sizeof text - 1);
    if (file >= 0)
        close(file);
    text[got > 0 ? got : 0] = '\0';
    const char *name_end = strrchr(text, ')');
    return name_end && sscanf(name_end, ") %*c %*d %*d %*d %*d %*d %u", &flags) == 1 &&
           flags & PF_EXITING;
}

int child_end(pid_t child, int64_t patience_ms, bool *killed)
{
    const struct timespec moment = {0, 1000000};
    int64_t until = clock_ms(CLOCK_MONOTONIC) + patience_ms;
    int status = 0;

    if (killed)
        *killed = false;
    while (patience_ms > 0 && clock_ms(CLOCK_MONOTONIC) < until) {
        if (waitpid(child, &status, WNOHANG) != 0)
            return status;
        nanosleep(&moment, NULL);
    }
    if (waitpid(child, &status, WNOHANG) != 0)
        return status;
    if (!is_ending(child)) {
        if (killed)
            *killed = true;
        kill(child, SIGKILL);
    }
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    return status;
}
