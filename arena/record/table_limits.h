// SPDX-License-Identifier: MIT
/* arena/record/table_limits.h - the maximum numbers of bots and tables of a run. */
#ifndef ARENA_RECORD_TABLE_LIMITS_H
#define ARENA_RECORD_TABLE_LIMITS_H

enum {
    BOTS_MAX = 64,
    ARRANGEMENTS_MAX = 8192 /* tables of a schedule; a round robin of 20 bots has 6840 seatings */
};

#endif
