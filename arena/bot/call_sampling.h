// SPDX-License-Identifier: MIT
/* arena/bot/call_sampling.h - which decisions of a bot are timed.
 *
 * Reading the clock twice costs as much as a simple bot's whole answer. So of a fast bot every 64th
 * decision is timed, and counts for 64; of a slow one, and of one that is not known yet, every one.
 * A bot is slow while its decisions take more than a microsecond on average. A single long one (the
 * processor was busy elsewhere) does not make it slow: each counts for at most ten microseconds. */
#ifndef ARENA_BOT_CALL_SAMPLING_H
#define ARENA_BOT_CALL_SAMPLING_H

#include <stdbool.h>
#include <stdint.h>

enum {
    CALL_SAMPLING_EVERY = 64, /* decisions of a fast bot, of which one is timed */
    CALL_SAMPLING_ROUND = 16, /* timed decisions after which it is judged */
    CALL_SAMPLING_SLOW_NS = 1000,
    CALL_SAMPLING_COSTLY_NS = 5000,
    CALL_SAMPLING_MOST_NS = 10 * CALL_SAMPLING_SLOW_NS
};

/* Zeros to begin with, but for `always`. */
struct call_sampling {
    uint32_t untimed;   /* decisions before the next timed one */
    uint32_t round, ns; /* timed decisions of this round, and their time, cut */
    bool always;        /* each is timed: it has a time bank */
    bool fast;
    bool costly; /* asking it twice is to be avoided: kept_answers.h */
};

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
    uint32_t stands_for = sampling->fast && !sampling->always ? CALL_SAMPLING_EVERY : 1;

    sampling->untimed = stands_for - 1;
    sampling->ns += ns < CALL_SAMPLING_MOST_NS ? (uint32_t)ns : CALL_SAMPLING_MOST_NS;
    if (++sampling->round == CALL_SAMPLING_ROUND) {
        sampling->fast = sampling->ns <= CALL_SAMPLING_ROUND * CALL_SAMPLING_SLOW_NS;
        sampling->costly = sampling->ns > CALL_SAMPLING_ROUND * CALL_SAMPLING_COSTLY_NS;
        sampling->round = sampling->ns = 0;
    }
    return stands_for;
}

#endif
