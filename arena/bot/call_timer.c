// SPDX-License-Identifier: MIT
#include "arena/bot/call_timer.h"

#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena/base/child.h"
#include "arena/base/machine.h"

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
    system_text(path, text, size);
}

/* Its fields from the state on, each after a space; the name before them may hold anything. */
static const char *after_name(const char *text)
{
    const char *end = strrchr(text, ')');
    return end ? end + 1 : "";
}

static char state_in(const char *text)
{
    const char *fields = after_name(text);
    return *fields ? fields[1] : '?';
}

/* A process, or it and all its descendants, at a look. */
struct process_look {
    char state;      /* of the process itself: R wants to run, T is stopped */
    bool wants;      /* it or one of them wants to run */
    uint64_t cpu_ns; /* processor time of all of them, also of those that they have waited for */
};

/* Whether a thread besides the first wants to run: the state of a process is that of its first. */
static bool thread_wants(pid_t pid)
{
    char path[40], text[512];
    const struct dirent *entry;
    bool wants = false;

    snprintf(path, sizeof path, "/proc/%d/task", (int)pid);
    DIR *threads = opendir(path);
    while (threads && !wants && (entry = readdir(threads))) {
        const long thread = strtol(entry->d_name, NULL, 10);
        if (thread <= 0 || thread == pid)
            continue;
        read_stat((pid_t)thread, text, sizeof text);
        wants = state_in(text) == 'R';
    }
    if (threads)
        closedir(threads);
    return wants;
}

/* Adds a process and all its descendants. Only the first thread's children are known, which is that
 * of a worker. `depth` ends it where processes begin new ones meanwhile. */
static void look_at_family(struct process_look *look, pid_t pid, int depth)
{
    unsigned long long user = 0, system = 0; /* cutime, cstime: fields 16 and 17 of the stat */
    long threads = 1, child;
    char path[60], text[512], state = '?';

    read_stat(pid, text, sizeof text);
    const int got = sscanf(after_name(text),
                           " %c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %llu %llu %*d %*d "
                           "%ld",
                           &state, &user, &system, &threads);
    look->cpu_ns += processor_time(pid);
    if (got >= 3)
        look->cpu_ns += (user + system) * (1000 * MILLION / (uint64_t)sysconf(_SC_CLK_TCK));
    look->wants = look->wants || state == 'R' || (threads > 1 && thread_wants(pid));
    snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)pid, (int)pid);
    FILE *children = depth ? fopen(path, "re") : NULL;
    while (children && fscanf(children, "%ld", &child) == 1)
        look_at_family(look, (pid_t)child, depth - 1);
    if (children)
        fclose(children);
    look->state = state; /* of the first one, which comes to this last */
}

static struct process_look look_at(pid_t pid, bool with_children)
{
    enum { GENERATIONS = 8 };
    struct process_look look = {.state = '?'};
    char text[512];

    if (with_children) {
        look_at_family(&look, pid, GENERATIONS);
        return look;
    }
    read_stat(pid, text, sizeof text);
    look.state = state_in(text);
    look.wants = look.state == 'R';
    look.cpu_ns = processor_time(pid);
    return look;
}

void call_timer_start(struct call_timer *timer, pid_t pid, int64_t limit_ms, int64_t cpu_limit_ms,
                      bool with_children)
{
    *timer = (struct call_timer){
        .pid = pid,
        .with_children = with_children,
        .limit_ns = (uint64_t)limit_ms * MILLION,
        .cpu_limit_ns = (uint64_t)cpu_limit_ms * MILLION,
        .looked_ns = clock_ns(CLOCK_MONOTONIC),
        .cpu_began_ns = cpu_limit_ms ? look_at(pid, with_children).cpu_ns : 0,
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

bool call_timer_used(struct call_timer *timer, uint64_t cpu_ns, uint64_t slept_ns)
{
    if (timer->counted_ns < cpu_ns + slept_ns)
        timer->counted_ns = cpu_ns + slept_ns;
    return (timer->limit_ns && timer->counted_ns >= timer->limit_ns) ||
           (timer->cpu_limit_ns && cpu_ns >= timer->cpu_limit_ns);
}

uint64_t call_gaps_note(struct call_gaps *gaps, pid_t pid)
{
    const struct call_gaps now = {pid, processor_time(pid)}, last = *gaps;

    *gaps = now;
    return last.pid == pid && now.cpu_ns > last.cpu_ns ? now.cpu_ns - last.cpu_ns : 0;
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

/* How much of the last `passed` ns is the bot's own. */
static uint64_t own_time(struct call_timer *timer, uint64_t passed)
{
    uint64_t before = timer->cpu_ns, got;
    const bool known = timer->looked;
    const struct process_look look = look_at(timer->pid, timer->with_children);

    timer->cpu_ns = look.cpu_ns;
    timer->looked = true;
    if ((look.state == 'T' || look.state == 't') && !timer->stops_count)
        return 0;
    if (!look.wants || !known)
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

void call_timer_wait(pid_t pid, int64_t ms)
{
    const struct timespec moment = {.tv_nsec = 1000000};
    struct call_timer timer;

    call_timer_start(&timer, pid, ms, 0, false);
    timer.stops_count = true;
    for (int moments = 1; !child_has_ended(pid); moments++) {
        nanosleep(&moment, NULL);
        if (moments % call_timer_pause_ms(&timer) == 0 && call_timer_due(&timer))
            return;
    }
}

int64_t call_timer_longest_ms(int64_t limit_ms) { return limit_ms * LONGEST_TIMES + LONGEST_MS; }

/* ---- in the process itself ---- */

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

    return sscanf(system_text("/proc/thread-self/schedstat", text, sizeof text), "%llu %llu", &ran,
                  &delay) == 2
               ? delay
               : 0;
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
