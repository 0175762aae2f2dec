// SPDX-License-Identifier: MIT
#include "arena/stats/latency_histogram.h"

#include <math.h>

/* The bucket of a latency: its highest bit, and the three bits below that. */
static int bucket_of(uint64_t nanoseconds)
{
    if (nanoseconds < LATENCY_STEPS)
        return (int)nanoseconds;
    int doubling = 63 - __builtin_clzll(nanoseconds) - 2; /* 1 for 8..15 */
    int step = (int)(nanoseconds >> (doubling - 1)) - LATENCY_STEPS;
    int bucket = LATENCY_STEPS * doubling + step;
    return bucket < LATENCY_BUCKETS ? bucket : LATENCY_BUCKETS - 1;
}

/* The longest latency in a bucket. */
static uint64_t end_of(int bucket)
{
    int doubling = bucket / LATENCY_STEPS, step = bucket % LATENCY_STEPS;

    if (doubling == 0)
        return (uint64_t)step;
    return ((uint64_t)(LATENCY_STEPS + step + 1) << (doubling - 1)) - 1;
}

void latency_add(struct latency_histogram *times, uint64_t nanoseconds, uint32_t stands_for)
{
    times->timed++;
    times->count += stands_for;
    times->nanoseconds += nanoseconds * stands_for;
    if (nanoseconds > times->longest)
        times->longest = nanoseconds;
    times->buckets[bucket_of(nanoseconds)] += stands_for;
}

bool latency_is_sound(const struct latency_histogram *times)
{
    uint64_t count = 0;

    for (int bucket = 0; bucket < LATENCY_BUCKETS; bucket++)
        count += times->buckets[bucket];
    return count == times->count && times->timed <= times->count &&
           times->longest <= times->nanoseconds;
}

void latency_merge(struct latency_histogram *times, const struct latency_histogram *more)
{
    if (!more->count)
        return;
    times->timed += more->timed;
    times->count += more->count;
    times->nanoseconds += more->nanoseconds;
    if (more->longest > times->longest)
        times->longest = more->longest;
    for (int i = 0; i < LATENCY_BUCKETS; i++)
        times->buckets[i] += more->buckets[i];
}

uint64_t latency_quantile(const struct latency_histogram *times, double p)
{
    uint64_t wanted = (uint64_t)ceil(p * (double)times->count), seen = 0;

    for (int i = 0; i < LATENCY_BUCKETS && times->count; i++) {
        seen += times->buckets[i];
        if (seen >= wanted && seen && i < LATENCY_BUCKETS - 1)
            return end_of(i) < times->longest ? end_of(i) : times->longest;
    }
    return times->longest;
}
