/* arena/record/table_limits.h - how many bots and tables a run may have. */
#ifndef ARENA_RECORD_TABLE_LIMITS_H
#define ARENA_RECORD_TABLE_LIMITS_H

enum {
    BOTS_MAX = 64,
    ARRANGEMENTS_MAX = 8192 /* tables of a schedule; a round robin of 20 bots has 6840 seatings */
};

#endif
