// SPDX-License-Identifier: MIT
/* arena/result/played_again_line.h - a line of played_again.jsonl, and what all of them say
 * (docs/formats.md). */
#ifndef ARENA_RESULT_PLAYED_AGAIN_LINE_H
#define ARENA_RESULT_PLAYED_AGAIN_LINE_H

#include "arena/base/fields.h"

#define PLAYED_AGAIN_LINE_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                  \
    VALUE(OF, INT, game, ALWAYS, "number in the log of the game that was being played")            \
    VALUE(OF, TEXT, bot, IF_ANY,                                                                   \
          "the bot whose process was ended, or that was being asked; missing if no bot was")
FIELDS_STRUCT(played_again_line, PLAYED_AGAIN_LINE_FIELDS);

#define PLAYED_AGAIN_FILE "played_again.jsonl"

/* How often games were played again because the system had ended a process for lack of memory. */
struct played_again_counts {
    int64_t all; /* with those for which no bot can be named */
    int64_t *of; /* of each bot; the caller's */
};

/* Adds a line to a file. False if that fails. */
bool played_again_line_write(const struct played_again_line *line, FILE *file);

/* Counts the lines of a result folder about games before `end`, none if there is no such file;
 * `counts->of` has room for the bots. False with an error that names file and line. */
bool played_again_lines_count(const char *folder, uint64_t end, const char *const names[], int bots,
                              struct played_again_counts *counts, struct errors *errors);

/* Says how many there were, if any, on standard error, and of which bots. */
void played_again_counts_warn(const struct played_again_counts *counts, const char *const names[],
                              int bots);

#endif
