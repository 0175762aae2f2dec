// SPDX-License-Identifier: MIT
/* arena/log/log_games.h - all games of a log, in schedule order. */
#ifndef ARENA_LOG_LOG_GAMES_H
#define ARENA_LOG_LOG_GAMES_H

#include "arena/log/log_replayer.h"

/* Replays the games of an open log by its rules, and passes each to visit(context, ...), until it
 * returns false. False with errors, each with file and line, at the first line that is torn, is no
 * such game, or does not fit the manifest. */
bool log_games_each(struct log_reader *log,
                    bool (*visit)(void *context, const struct replayed_line *line), void *context,
                    struct errors *errors);

/* The same with lines of bids among them. */
bool log_lines_each(struct log_reader *log,
                    bool (*visit)(void *context, const struct replayed_line *line), void *context,
                    struct errors *errors);

/* The games alone, for the statistics of each. */
bool log_games_read(struct log_reader *log, void (*take)(void *, const struct game_stats *),
                    void *context, struct errors *errors);

#endif
