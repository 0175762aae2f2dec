// SPDX-License-Identifier: MIT
/* arena/export/game_filter.h - which games of a log are wanted. */
#ifndef ARENA_EXPORT_GAME_FILTER_H
#define ARENA_EXPORT_GAME_FILTER_H

#include "arena/export/game_rows.h"

/* All that is set must be true of a game. */
struct game_filter {
    const char
        *bot; /* sits at the table and takes part in the deal; "won", "lost" and "fault" are then
                its own */
    const char *role;     /* of the bot: "declarer" or "defender" */
    const char *contract; /* "clubs" ... "grand", "null", "ramsch", "passed", or "suit" */
    bool hand, ouvert, won, lost, overbid, kontra, bock, fault;
    int64_t session, deal;        /* -1: any */
    int64_t min_value, min_swing; /* 0: any */
};
#define GAME_FILTER_ALL ((struct game_filter){.session = -1, .deal = -1})

/* The words of `contract`, for an option. */
#define GAME_FILTER_CONTRACTS "clubs|spades|hearts|diamonds|suit|grand|null|ramsch|passed"

bool game_filter_accepts(const struct game_filter *filter, const struct game_row *row);

/* Whether the filter can be used with this log; false with errors if it names a bot that does not
 * play, or swings where each deal was played once. */
bool game_filter_check(const struct game_filter *filter, const struct log_reader *log,
                       struct errors *errors);

#endif
