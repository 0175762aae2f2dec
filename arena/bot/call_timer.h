// SPDX-License-Identifier: MIT
/* arena/bot/call_timer.h - how long a call of a bot takes, as far as that is the bot's own doing.
 *
 * The watcher looks at the process of the bot in short intervals. What counts is the time between
 * two looks, but
 *   - no more than the interval: in the rest of it the watcher did not run (it was stopped, the
 *     machine slept or was busy), and neither may the bot have run;
 *   - nothing while the process was stopped;
 *   - of a process that wants to run, only the processor time that it got: that tells a slow bot
 *     from one that waits for a busy processor. The process of a bot that starts programs waits for
 *     them, so there the same holds if any of them wants to run.
 * A process that gets nothing done for very long is late all the same, so that no run waits
 * forever. */
#ifndef ARENA_BOT_CALL_TIMER_H
#define ARENA_BOT_CALL_TIMER_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>
#include <time.h>

#include "arena/base/machine.h"

struct call_timer {
    pid_t pid;
    bool with_children;              /* its descendants count as it does */
    uint64_t limit_ns, cpu_limit_ns; /* 0: none */
    uint64_t counted_ns;             /* the bot's own time until the last look */
    uint64_t watched_ns;             /* the same without regard to what the process did */
    uint64_t looked_ns;              /* CLOCK_MONOTONIC of the last look */
    uint64_t cpu_began_ns, cpu_ns;   /* processor time at the start, and at the last look */
    bool looked;                     /* once since the start: cpu_ns is known */
    bool stops_count;                /* set by a watcher whose process the bot could stop itself */
};

/* What a process uses in its calls, and between them, when it has nothing to do but to wait. */
struct call_gaps {
    pid_t pid;
    uint64_t cpu_ns; /* processor time when its last call began or ended */
};

/* Starts it for a call in process `pid`. Limits in ms, 0 for none. `with_children`: what its
 * descendants compute counts as well, also those that it has waited for (pipe), and whether they
 * want to run. */
void call_timer_start(struct call_timer *timer, pid_t pid, int64_t limit_ms, int64_t cpu_limit_ms,
                      bool with_children);

/* Counts time that the process took for itself before the call, in ns. True if a limit is reached
 * by that alone. */
bool call_timer_add(struct call_timer *timer, uint64_t before_ns);

/* The process has said that it sleeps for so long, and goes on at once: it counts as if it had. */
void call_timer_slept(struct call_timer *timer, uint64_t ns);

/* Whether it is worth looking again: a millisecond has passed, or a limit is reached by sleeping.
 */
bool call_timer_is_old(const struct call_timer *timer);

/* The call has ended, and the process used `cpu_ns` of processor time for it, with what was added,
 * and slept for `slept_ns`: at least so much counts, also where the watcher itself waited for a
 * busy processor and never looked. True if a limit is reached. */
bool call_timer_used(struct call_timer *timer, uint64_t cpu_ns, uint64_t slept_ns);

/* A call of process `pid` begins or has ended. Returns the processor time that it used since the
 * last call ended, or this one began, in ns; 0 when its first one begins. (The time by the clock is
 * no measure of what it used: a process may have slept in it.) */
uint64_t call_gaps_note(struct call_gaps *gaps, pid_t pid);

/* Milliseconds until the next look, at least 1; -1 without a limit. */
int call_timer_pause_ms(const struct call_timer *timer);

/* Looks. True if a limit is reached: then look for the answer once more before you charge the bot.
 */
bool call_timer_due(struct call_timer *timer);

/* Waits until a child has ended, for at most `ms` milliseconds of its own time: while it waits for
 * a busy processor it cannot end. Time for which it is stopped counts. */
void call_timer_wait(pid_t pid, int64_t ms);

/* The longest time, in ms, after which call_timer_due() is true for a limit, whatever the process
 * does: for a watcher of the watcher. */
int64_t call_timer_longest_ms(int64_t limit_ms);

/* ---- for a bot that runs in this process: the time of its account ---- */

/* Of a thread: its time, without that in which it was stopped or waited for a processor. */
struct own_moment {
    uint64_t wall_ns, cpu_ns;
    uint64_t waited_ns; /* for a processor, so far; 0 if the kernel does not say */
    unsigned stops;     /* of this process, so far */
};

/* Call it once per process: from now on stops of this process are noticed (SIGCONT). */
void own_clock_watch(void);

/* Takes some microseconds. */
struct own_moment own_clock_now(void);

/* Nanoseconds of this thread's own between two moments. If the process was stopped in between,
 * processor time alone counts: when it was stopped is not known. */
uint64_t own_clock_between(const struct own_moment *before, const struct own_moment *after);

/* ---- which decisions of a bot are timed ----
 *
 * Reading the clock twice costs as much as a simple bot's whole answer. So of a fast bot every 64th
 * decision is timed, and counts for 64; of a slow one, and of one that is not known yet, every one.
 * A bot is slow while its decisions take more on average than forty readings of the clock, and more
 * than a microsecond. So timing costs a slow bot a twentieth of its time at most, also where
 * reading the clock is slow: on some virtual machines, or under valgrind, which counts the
 * instructions of `bench`. A single long decision (the processor was busy elsewhere) does not make
 * a bot slow: each counts for at most ten times as much as makes a bot slow. */

enum {
    CALL_SAMPLING_EVERY = 64,     /* decisions of a fast bot, of which one is timed */
    CALL_SAMPLING_ROUND = 16,     /* timed decisions after which it is judged */
    CALL_SAMPLING_SLOW_NS = 1000, /* at least */
    CALL_SAMPLING_READINGS = 40,  /* of the clock, that long */
    CALL_SAMPLING_COSTLY = 5,     /* times as long: a costly decision */
    CALL_SAMPLING_MOST = 10       /* times as long: what a decision counts for at most */
};

/* Zeros to begin with, but for `always` and `slow_ns`. */
struct call_sampling {
    uint32_t untimed;   /* decisions before the next timed one */
    uint32_t round, ns; /* timed decisions of this round, and their time, cut */
    uint32_t slow_ns;   /* of a decision: more makes a bot slow */
    bool always;        /* each is timed: it has a time bank */
    bool fast;
    bool costly; /* asking it twice is to be avoided: kept_answers.h */
};

/* What makes a decision slow on this machine, in nanoseconds: of several readings of the clock the
 * fastest counts, since the others were interrupted. At most a millisecond. */
static inline uint32_t call_sampling_slow_ns(void)
{
    enum { TRIES = 8, MOST = 1000000 };
    uint64_t fastest = UINT64_MAX, before = clock_ns(CLOCK_MONOTONIC);

    for (int i = 0; i < TRIES; i++) {
        const uint64_t now = clock_ns(CLOCK_MONOTONIC);
        fastest = now - before < fastest ? now - before : fastest;
        before = now;
    }
    const uint64_t slow = CALL_SAMPLING_READINGS * fastest;
    return (uint32_t)(slow < CALL_SAMPLING_SLOW_NS ? CALL_SAMPLING_SLOW_NS
                      : slow < MOST                ? slow
                                                   : MOST);
}

/* Is the next decision timed? */
static inline bool call_sampling_next(struct call_sampling *sampling)
{
    if (!sampling->untimed)
        return true;
    sampling->untimed--;
    return false;
}

/* Notes the time of a decision. Returns how many decisions it stands for. */
static inline uint32_t call_sampling_note(struct call_sampling *sampling, uint64_t ns)
{
    const uint32_t stands_for = sampling->fast && !sampling->always ? CALL_SAMPLING_EVERY : 1;
    const uint32_t slow = sampling->slow_ns, most = CALL_SAMPLING_MOST * slow;

    sampling->untimed = stands_for - 1;
    sampling->ns += ns < most ? (uint32_t)ns : most;
    if (++sampling->round == CALL_SAMPLING_ROUND) {
        sampling->fast = sampling->ns <= CALL_SAMPLING_ROUND * slow;
        sampling->costly = sampling->ns > CALL_SAMPLING_ROUND * CALL_SAMPLING_COSTLY * slow;
        sampling->round = sampling->ns = 0;
    }
    return stands_for;
}

#endif
