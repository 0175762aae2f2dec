#include "arena/base/child.h"

#include <errno.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>

#include "arena/base/clock.h"

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
