// SPDX-License-Identifier: MIT
#include "arena/base/child.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "arena/base/machine.h"
#include "arena/base/exit_code.h"
#include "arena/base/interrupt.h"
#include "arena/base/memory.h"
#include "arena/base/output_file.h"
#include "arena/base/text.h"

/* A parent that ended before the call of prctl() sends no signal: getppid() tells. */
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
    system_text(path, text, sizeof text);
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

/* ---- what a stranger may have overwritten ---- */

bool guarded_text(void (*describe)(const void *of, char *text, size_t size), const void *of,
                  char *text, size_t size)
{
    enum { PATIENCE_MS = 1000 };
    const struct rlimit none = {0, 0};
    char *shared = map_zeroed(size);
    bool killed = true;
    int status = -1;

    *text = '\0';
    if (!shared)
        return false;
    fflush(NULL);
    pid_t child = child_fork();
    if (child == 0) {
        setrlimit(RLIMIT_CORE, &none);
        describe(of, shared, size);
        _exit(0);
    }
    if (child > 0)
        status = child_end(child, PATIENCE_MS, &killed);
    bool ok = !killed && WIFEXITED(status) && WEXITSTATUS(status) == 0;
    if (ok)
        snprintf(text, size, "%.*s", (int)size - 1, shared);
    munmap(shared, size);
    return ok;
}

/* ---- what a process of strangers prints: how much, its begin and end ---- */

static void keep_text(struct printed *printed, const char *text, size_t length)
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

void printed_drain(struct printed *printed, int from)
{
    enum { READS = 64 };
    char text[4096];

    for (int reads = 0; reads < READS; reads++) {
        ssize_t got = read(from, text, sizeof text);
        if (got <= 0)
            return;
        for (ssize_t i = 0; i < got; i++)
            text[i] = text[i] ? text[i] : ' ';
        keep_text(printed, text, (size_t)got);
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

/* ---- another program ---- */

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

bool child_pipe(int ends[2])
{
    return pipe2(ends, O_CLOEXEC) == 0 && fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0;
}

bool child_program_run(const struct child_program *program, struct child_result *result)
{
    int out[2] = {-1, -1}, err[2] = {-1, -1};
    pid_t child = -1;

    *result = (struct child_result){.status = 0};
    if (child_pipe(out) && child_pipe(err)) {
        fflush(NULL); /* nothing is to be printed twice */
        child = child_fork();
    }
    if (child == 0)
        become(program, out[1], err[1]);
    descriptor_close(out[1]);
    descriptor_close(err[1]);
    if (child > 0) {
        struct child_reading reading = {.out = out[0], .err = err[0], .said = &result->said};
        setpgid(child, child); /* as the child does itself: whoever comes first */
        result->stopped = follow(&reading, child, program->to_the_end);
        result->status = child_end(child, 0, NULL);
        result->text = reading.text;
    }
    descriptor_close(out[0]);
    descriptor_close(err[0]);
    return child > 0;
}

/* ---- a file that grows ---- */

/* What the process does: it writes the file out whenever a byte comes. */
static _Noreturn void write_when_ordered(FILE *file, int orders)
{
    enum { AT_ONCE = 64 };
    int kept[] = {fileno(file), orders};
    char bytes[AT_ONCE];

    signal(SIGINT, SIG_IGN); /* of the terminal: the run goes on to the end of its games */
    child_close_others(kept, 2);
    while (read(orders, bytes, sizeof bytes) > 0)
        output_file_write_out(file);
    _exit(0);
}

static void start_writing(struct write_out *out, FILE *file)
{
    int ends[2];

    out->process = -1;
    if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0)
        return;
    const pid_t child = child_fork();
    if (child == 0) {
        fcntl(ends[0], F_SETFL, 0); /* it waits */
        write_when_ordered(file, ends[0]);
    }
    close(ends[0]);
    if (child > 0)
        *out = (struct write_out){child, ends[1]};
    else
        close(ends[1]);
}

void write_out_order(struct write_out *out, FILE *file)
{
    const char byte = 0;

    if (!out->process)
        start_writing(out, file);
    if (out->process > 0 && write(out->orders, &byte, 1) != 1)
        return; /* it is busy, or was killed */
}

void write_out_end(struct write_out *out)
{
    if (out->process <= 0)
        return;
    close(out->orders);
    child_end(out->process, 0, NULL);
    *out = (struct write_out){0};
}
