// SPDX-License-Identifier: MIT
/* arena/bot/call_sampling.h - which decisions of a bot are timed.
 *
 * Reading the clock twice costs as much as a simple bot's whole answer. So of a fast bot every 64th
 * decision is timed, and counts for 64; of a slow one, and of one that is not known yet, every one.
 * A bot is slow while its decisions take more on average than forty readings of the clock, and more
 * than a microsecond. So timing costs a slow bot a twentieth of its time at most, also where
 * reading the clock is slow: on some virtual machines, or under valgrind, which counts the
 * instructions of `bench`. A single long decision (the processor was busy elsewhere) does not make
 * a bot slow: each counts for at most ten times as much as makes a bot slow. */
#ifndef ARENA_BOT_CALL_SAMPLING_H
#define ARENA_BOT_CALL_SAMPLING_H

#include <stdbool.h>
#include <stdint.h>

#include "arena/base/clock.h"

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
