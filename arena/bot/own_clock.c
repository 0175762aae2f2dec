// SPDX-License-Identifier: MIT
#include "arena/bot/own_clock.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "arena/base/clock.h"

/* A signal handler gets no argument of ours. */
static volatile sig_atomic_t stops;

static void on_continue(int number)
{
    (void)number;
    stops++;
}

void own_clock_watch(void)
{
    struct sigaction action = {.sa_handler = on_continue, .sa_flags = SA_RESTART};
    sigaction(SIGCONT, &action, NULL);
}

/* The second number of schedstat is the time on a run queue (Documentation/scheduler/sched-stats).
 */
static uint64_t waited(void)
{
    unsigned long long ran = 0, delay = 0;
    char text[100];

    int file = open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return 0;
    ssize_t got = read(file, text, sizeof text - 1);
    close(file);
    text[got > 0 ? got : 0] = '\0';
    return sscanf(text, "%llu %llu", &ran, &delay) == 2 ? delay : 0;
}

struct own_moment own_clock_now(void)
{
    return (struct own_moment){
        .wall_ns = clock_ns(CLOCK_MONOTONIC),
        .cpu_ns = clock_ns(CLOCK_THREAD_CPUTIME_ID),
        .waited_ns = waited(),
        .stops = (unsigned)stops,
    };
}

uint64_t own_clock_between(const struct own_moment *before, const struct own_moment *after)
{
    uint64_t wall = after->wall_ns - before->wall_ns, delay = after->waited_ns - before->waited_ns;

    if (after->stops != before->stops)
        return after->cpu_ns - before->cpu_ns;
    return wall > delay ? wall - delay : 0;
}
