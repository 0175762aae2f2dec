// SPDX-License-Identifier: MIT
/* arena/stats/latency_histogram.h - latencies of decisions, counted in buckets: memory does not
 * grow with their number, and the counts of workers can be added. */
#ifndef ARENA_STATS_LATENCY_HISTOGRAM_H
#define ARENA_STATS_LATENCY_HISTOGRAM_H

#include <stdbool.h>
#include <stdint.h>

enum {
    LATENCY_STEPS = 8,      /* buckets for each doubling: a percentile is at most 1/8 too long */
    LATENCY_DOUBLINGS = 41, /* up to 2^43 ns, two hours; longer ones count as that */
    LATENCY_BUCKETS = LATENCY_STEPS * LATENCY_DOUBLINGS
};

struct latency_histogram {
    uint64_t timed;                       /* how many were measured */
    uint64_t count, nanoseconds, longest; /* how many those stand for, their sum, the longest */
    uint64_t buckets[LATENCY_BUCKETS];
};

/* Adds a latency that was measured, and stands for `stands_for` (1..) like it: 1 unless only some
 * are measured. */
void latency_add(struct latency_histogram *times, uint64_t nanoseconds, uint32_t stands_for);
/* Whether the counts add up. */
bool latency_is_sound(const struct latency_histogram *times);
void latency_merge(struct latency_histogram *times, const struct latency_histogram *more);

/* The latency that the share `p` of all, 0 to 1, did not exceed: the upper end of its bucket, and
 * at most the longest. 0 if there are none. */
uint64_t latency_quantile(const struct latency_histogram *times, double p);

#endif
