// SPDX-License-Identifier: MIT
#include "bots/stammtisch/errors.h"

/* The finaliser of SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators,
 * 2014): each bit of the result depends on all bits of `x`. */
static uint64_t mix(uint64_t x)
{
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 27) * 0x94d049bb133111eb;
    return x ^ x >> 31;
}

int error_of(uint64_t deal, enum judged_thing judged, unsigned number, int deviation)
{
    /* The sum of four numbers of 0 to LANE - 1 has the standard deviation LANE / sqrt(3). */
    enum { LANE_BITS = 16, LANES = 4, MEAN = LANES << (LANE_BITS - 1), SPREAD = 37837 };
    const uint64_t bits = mix(deal + mix((uint64_t)judged << 32 | number));
    int64_t sum = -MEAN;

    for (int lane = 0; lane < LANES; lane++)
        sum += bits >> lane * LANE_BITS & ((1 << LANE_BITS) - 1);
    return (int)(sum * deviation / SPREAD);
}
