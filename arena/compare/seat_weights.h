// SPDX-License-Identifier: MIT
/* arena/compare/seat_weights.h - what a seat counts in sums of differences: all of them are
 * integers. */
#ifndef ARENA_COMPARE_SEAT_WEIGHTS_H
#define ARENA_COMPARE_SEAT_WEIGHTS_H

enum {
    /* A point. If a bot has n seats at a table, each counts 12/n: n is 1 to 4. */
    SEAT_WEIGHT = 12,
    /* A point where deals are dealt again: such a seat's weight can be divided by the number of
     * deals that are averaged, 1 to 8. */
    REDEAL_WEIGHT = 840 * SEAT_WEIGHT
};

#endif
