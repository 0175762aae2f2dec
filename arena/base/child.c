// SPDX-License-Identifier: MIT
#include "arena/base/child.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "arena/base/clock.h"

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
    if (killed)
        *killed = true;
    kill(child, SIGKILL);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    return status;
}
