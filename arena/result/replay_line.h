// SPDX-License-Identifier: MIT
/* arena/result/replay_line.h - a line of replays.jsonl, and what all of them say (docs/formats.md).
 */
#ifndef ARENA_RESULT_REPLAY_LINE_H
#define ARENA_RESULT_REPLAY_LINE_H

#include "arena/base/fields.h"

#define REPLAY_LINE_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                        \
    VALUE(OF, INT, game, ALWAYS, "1.1", "number in the log of the game that was being played")     \
    VALUE(OF, TEXT, bot, LATER, "1.1",                                                             \
          "the bot whose process was ended, or that was being asked; missing if no bot was")
FIELDS_STRUCT(replay_line, REPLAY_LINE_FIELDS);

#define REPLAYS_FILE "replays.jsonl"

/* How often games were played again because the system had ended a process for lack of memory. */
struct replay_counts {
    int64_t all; /* with those for which no bot can be named */
    int64_t *of; /* of each bot; the caller's */
};

/* Adds a line to a file. False if that fails. */
bool replay_line_write(const struct replay_line *line, FILE *file);

/* Counts the lines of a result folder about games before `end`, none if there is no such file;
 * `counts->of` has room for the bots. False with an error that names file and line. */
bool replay_lines_count(const char *folder, uint64_t end, const char *const names[], int bots,
                        struct replay_counts *counts, struct errors *errors);

/* Says how many there were, if any, on standard error, and of which bots. */
void replay_counts_warn(const struct replay_counts *counts, const char *const names[], int bots);

#endif
