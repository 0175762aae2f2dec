// SPDX-License-Identifier: MIT
#include "arena/bot/call_timer.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "arena/base/clock.h"

enum {
    LOOKS = 16,         /* in a limit */
    PAUSE_MAX_MS = 100, /* at least so often, since a stop within a pause counts as long as that */
    SLACK_MS = 2,       /* that a wake-up is late on a machine that is not busy */
    LONGEST_TIMES = 50, /* the longest wait is so many limits, and */
    LONGEST_MS = 60000  /* this */
};

static const uint64_t MILLION = 1000000;

static uint64_t processor_time(pid_t pid)
{
    clockid_t clock;
    return clock_getcpuclockid(pid, &clock) == 0 ? clock_ns(clock) : 0;
}

/* What the system says of a process: proc_pid_stat(5), "" for one that is gone. */
static void read_stat(pid_t pid, char *text, size_t size)
{
    char path[40];

    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    const ssize_t got = file < 0 ? 0 : read(file, text, size - 1);
    text[got > 0 ? got : 0] = '\0';
    if (file >= 0)
        close(file);
}

/* Its fields from the state on, each after a space; the name before them may hold anything. */
static const char *after_name(const char *text)
{
    const char *end = strrchr(text, ')');
    return end ? end + 1 : "";
}

/* Processor time of children that a process has waited for: cutime and cstime, fields 16 and 17 of
 * proc_pid_stat(5). */
static uint64_t time_of_the_dead(pid_t pid)
{
    unsigned long long user = 0, system = 0;
    char text[512];

    read_stat(pid, text, sizeof text);
    const char *fields = after_name(text);
    if (sscanf(fields, " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %llu %llu", &user,
               &system) != 2)
        return 0;
    return (user + system) * (1000 * MILLION / (uint64_t)sysconf(_SC_CLK_TCK));
}

/* Processor time of a process and all its descendants. Only the first thread's children are known,
 * which is that of a worker. `depth` ends it where processes begin new ones meanwhile. */
static uint64_t time_of_family(pid_t pid, int depth)
{
    uint64_t sum = processor_time(pid) + time_of_the_dead(pid);
    char path[60];
    long child;

    snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)pid, (int)pid);
    FILE *children = depth ? fopen(path, "re") : NULL;
    while (children && fscanf(children, "%ld", &child) == 1)
        sum += time_of_family((pid_t)child, depth - 1);
    if (children)
        fclose(children);
    return sum;
}

static uint64_t time_of(pid_t pid, bool with_children)
{
    enum { GENERATIONS = 8 };
    return with_children ? time_of_family(pid, GENERATIONS) : processor_time(pid);
}

void call_timer_start(struct call_timer *timer, pid_t pid, int64_t limit_ms, int64_t cpu_limit_ms,
                      bool with_children)
{
    *timer = (struct call_timer){
        .pid = pid,
        .with_children = with_children && cpu_limit_ms,
        .limit_ns = (uint64_t)limit_ms * MILLION,
        .cpu_limit_ns = (uint64_t)cpu_limit_ms * MILLION,
        .looked_ns = clock_ns(CLOCK_MONOTONIC),
        .cpu_began_ns = cpu_limit_ms ? time_of(pid, with_children) : 0,
    };
}

bool call_timer_add(struct call_timer *timer, uint64_t before_ns)
{
    timer->counted_ns += before_ns;
    timer->cpu_began_ns -= before_ns < timer->cpu_began_ns ? before_ns : timer->cpu_began_ns;
    return (timer->limit_ns && before_ns >= timer->limit_ns) ||
           (timer->cpu_limit_ns && before_ns >= timer->cpu_limit_ns);
}

void call_timer_slept(struct call_timer *timer, uint64_t ns) { timer->counted_ns += ns; }

bool call_timer_is_old(const struct call_timer *timer)
{
    return clock_ns(CLOCK_MONOTONIC) - timer->looked_ns >= MILLION ||
           (timer->limit_ns && timer->counted_ns >= timer->limit_ns);
}

uint64_t call_gaps_begin(const struct call_gaps *gaps, pid_t pid)
{
    const uint64_t now = gaps->pid == pid ? processor_time(pid) : 0;

    return now > gaps->cpu_ns ? now - gaps->cpu_ns : 0;
}

void call_gaps_end(struct call_gaps *gaps, pid_t pid)
{
    *gaps = (struct call_gaps){pid, processor_time(pid)};
}

int call_timer_pause_ms(const struct call_timer *timer)
{
    uint64_t least = timer->limit_ns;

    if (timer->cpu_limit_ns && (!least || timer->cpu_limit_ns < least))
        least = timer->cpu_limit_ns;
    if (!least)
        return -1;
    uint64_t pause = least / LOOKS / MILLION;
    return pause < 1 ? 1 : pause > PAUSE_MAX_MS ? PAUSE_MAX_MS : (int)pause;
}

/* The state letter of a process: R wants to run, T is stopped. */
static char state_of(pid_t pid)
{
    char text[512];

    read_stat(pid, text, sizeof text);
    const char *fields = after_name(text);
    return *fields ? fields[1] : '?';
}

/* How much of the last `passed` ns is the bot's own. */
static uint64_t own_time(struct call_timer *timer, uint64_t passed)
{
    uint64_t before = timer->cpu_ns, got;
    bool known = timer->looked;
    char state = state_of(timer->pid);

    timer->cpu_ns = time_of(timer->pid, timer->with_children);
    timer->looked = true;
    if (state == 'T' || state == 't')
        return 0;
    if (state != 'R' || !known)
        return passed;
    got = timer->cpu_ns > before ? timer->cpu_ns - before : 0;
    return got < passed ? got : passed;
}

bool call_timer_due(struct call_timer *timer)
{
    uint64_t now = clock_ns(CLOCK_MONOTONIC), passed = now - timer->looked_ns;
    uint64_t most = (uint64_t)(call_timer_pause_ms(timer) + SLACK_MS) * MILLION;

    if (!timer->limit_ns && !timer->cpu_limit_ns)
        return false;
    passed = passed < most ? passed : most;
    timer->looked_ns = now;
    timer->watched_ns += passed;
    timer->counted_ns += own_time(timer, passed);
    if (timer->cpu_limit_ns && timer->cpu_ns >= timer->cpu_began_ns + timer->cpu_limit_ns)
        return true;
    return timer->limit_ns &&
           (timer->counted_ns >= timer->limit_ns ||
            timer->watched_ns >=
                (uint64_t)call_timer_longest_ms((int64_t)(timer->limit_ns / MILLION)) * MILLION);
}

int64_t call_timer_longest_ms(int64_t limit_ms) { return limit_ms * LONGEST_TIMES + LONGEST_MS; }
