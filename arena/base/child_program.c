// SPDX-License-Identifier: MIT
#include "arena/base/child_program.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "arena/base/child.h"
#include "arena/base/clock.h"
#include "arena/base/interrupt.h"
#include "arena/base/memory.h"

enum { PATIENCE_MS = 2000, LOOK_MS = 50, NOT_FOUND = 127 };

/* What is read from the program. */
struct child_reading {
    int out, err; /* pipes; they do not block */
    char *text;
    size_t length, room;
    struct printed *said;
};

/* ---- in the child ---- */

__attribute__((noreturn)) static void become(const struct child_program *program, int out, int err)
{
    static const char *const forgotten[] = {
        "GIT_DIR",        "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_OBJECT_DIRECTORY",
        "GIT_COMMON_DIR", "MAKEFLAGS",     "MFLAGS",         "MAKELEVEL",
    };
    int none[1];

    setpgid(0, 0);
    signal(SIGXFSZ, SIG_DFL);
    for (size_t i = 0; i < sizeof forgotten / sizeof *forgotten; i++)
        unsetenv(forgotten[i]);
    if (child_set_streams(program->joined ? err : out, err) && child_close_others(none, 0) &&
        chdir(program->folder) == 0)
        execvp(program->words[0], (char *const *)(uintptr_t)program->words);
    fprintf(stderr, "%s: %s\n", program->words[0], strerror(errno));
    _exit(NOT_FOUND);
}

/* ---- what it prints ---- */

static void read_text(struct child_reading *reading)
{
    ssize_t got;

    do {
        if (reading->room - reading->length < 4096) {
            reading->room = 2 * reading->room + 8192;
            reading->text = xrealloc(reading->text, reading->room);
        }
        got = read(reading->out, reading->text + reading->length,
                   reading->room - reading->length - 1);
        if (got > 0)
            reading->length += (size_t)got;
    } while (got > 0 || (got < 0 && errno == EINTR));
    reading->text[reading->length] = '\0';
}

/* Waits a moment for something to read, and reads it. A pipe whose other end is closed is not
 * looked at again. */
static void read_some(struct child_reading *reading, int *open)
{
    struct pollfd pipes[2] = {{.fd = open[0] ? reading->out : -1, .events = POLLIN},
                              {.fd = open[1] ? reading->err : -1, .events = POLLIN}};

    poll(pipes, 2, LOOK_MS);
    read_text(reading);
    printed_drain(reading->said, reading->err);
    for (int i = 0; i < 2; i++)
        if (pipes[i].revents & (POLLHUP | POLLERR | POLLNVAL) && !(pipes[i].revents & POLLIN))
            open[i] = 0;
}

/* Until it has ended; what it has started and left behind may go on. True: it was ended. */
static bool follow(struct child_reading *reading, pid_t child, bool to_the_end)
{
    int open[2] = {1, 1};
    int64_t until = 0;

    while (!child_has_ended(child)) {
        read_some(reading, open);
        if (!until && !to_the_end && interrupt_heard()) {
            until = clock_ms(CLOCK_MONOTONIC) + PATIENCE_MS;
            kill(-child, SIGTERM);
        } else if (until && clock_ms(CLOCK_MONOTONIC) > until) {
            kill(-child, SIGKILL);
        }
    }
    read_some(reading, open);
    if (until)
        kill(-child, SIGKILL);
    return until != 0;
}

/* ---- all together ---- */

static bool open_pipe(int ends[2])
{
    return pipe2(ends, O_CLOEXEC) == 0 && fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0;
}

static void close_end(int end)
{
    if (end >= 0)
        close(end);
}

bool child_program_run(const struct child_program *program, struct child_result *result)
{
    int out[2] = {-1, -1}, err[2] = {-1, -1};
    pid_t child = -1;

    *result = (struct child_result){.status = 0};
    if (open_pipe(out) && open_pipe(err)) {
        fflush(NULL); /* nothing is to be printed twice */
        child = child_fork();
    }
    if (child == 0)
        become(program, out[1], err[1]);
    const int why = errno;
    close_end(out[1]);
    close_end(err[1]);
    if (child > 0) {
        struct child_reading reading = {.out = out[0], .err = err[0], .said = &result->said};
        setpgid(child, child); /* as the child does itself: whoever comes first */
        result->stopped = follow(&reading, child, program->to_the_end);
        result->status = child_end(child, 0, NULL);
        result->text = reading.text;
    }
    close_end(out[0]);
    close_end(err[0]);
    errno = why;
    return child > 0;
}
