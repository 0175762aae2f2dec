/* arena/stats/latency_histogram.h - how long decisions took: counts by length, so that memory does not grow with their
 * number and workers' counts can be added up. */
#ifndef ARENA_STATS_LATENCY_HISTOGRAM_H
#define ARENA_STATS_LATENCY_HISTOGRAM_H

#include <stdint.h>

enum {
    TIMES_STEPS = 8,    /* buckets for each doubling: a percentile is at most 1/8 too long */
    TIMES_DOUBLINGS = 41, /* up to 2^43 ns, two hours; longer ones count as that */
    TIMES_BUCKETS = TIMES_STEPS * TIMES_DOUBLINGS
};

struct times {
    uint64_t count, nanoseconds, longest; /* how many, their sum, the longest */
    uint64_t buckets[TIMES_BUCKETS];
};

void times_add(struct times *times, uint64_t nanoseconds);
void times_merge(struct times *times, const struct times *more);

/* The length that the share `p` of all, 0 to 1, did not exceed: the upper end of its bucket, and never
 * more than the longest. 0 when there are none. */
uint64_t times_quantile(const struct times *times, double p);

#endif
