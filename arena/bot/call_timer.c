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

void call_timer_start(struct call_timer *timer, pid_t pid, int64_t limit_ms, int64_t cpu_limit_ms)
{
    *timer = (struct call_timer){
        .pid = pid,
        .limit_ns = (uint64_t)limit_ms * MILLION,
        .cpu_limit_ns = (uint64_t)cpu_limit_ms * MILLION,
        .looked_ns = clock_ns(CLOCK_MONOTONIC),
        .cpu_began_ns = cpu_limit_ms ? processor_time(pid) : 0,
    };
}

bool call_timer_add(struct call_timer *timer, uint64_t before_ns)
{
    timer->counted_ns += before_ns;
    timer->cpu_began_ns -= before_ns < timer->cpu_began_ns ? before_ns : timer->cpu_began_ns;
    return (timer->limit_ns && before_ns >= timer->limit_ns) ||
           (timer->cpu_limit_ns && before_ns >= timer->cpu_limit_ns);
}

uint64_t call_gaps_begin(struct call_gaps *gaps, pid_t pid)
{
    const uint64_t cpu = processor_time(pid);
    const bool same = gaps->pid == pid;
    const uint64_t used = same && cpu > gaps->cpu_ns ? cpu - gaps->cpu_ns : 0,
                   between = used > gaps->took_ns ? used - gaps->took_ns : 0;

    *gaps = (struct call_gaps){.pid = pid, .began_ns = clock_ns(CLOCK_MONOTONIC), .cpu_ns = cpu};
    return between;
}

void call_gaps_end(struct call_gaps *gaps)
{
    gaps->took_ns = clock_ns(CLOCK_MONOTONIC) - gaps->began_ns;
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

/* The state letter of a process (proc_pid_stat(5)): R wants to run, T is stopped. */
static char state_of(pid_t pid)
{
    char path[40], text[512];

    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return '?';
    ssize_t got = read(file, text, sizeof text - 1);
    close(file);
    text[got > 0 ? got : 0] = '\0';
    const char *end = strrchr(text, ')'); /* of the name, which may hold anything */
    return end && end[1] ? end[2] : '?';
}

/* How much of the last `passed` ns is the bot's own. */
static uint64_t own_time(struct call_timer *timer, uint64_t passed)
{
    uint64_t before = timer->cpu_ns, got;
    bool known = timer->looked;
    char state = state_of(timer->pid);

    timer->cpu_ns = processor_time(timer->pid);
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
