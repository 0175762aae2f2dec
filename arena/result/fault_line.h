// SPDX-License-Identifier: MIT
/* arena/result/fault_line.h - a line of faults.jsonl (docs/formats.md). */
#ifndef ARENA_RESULT_FAULT_LINE_H
#define ARENA_RESULT_FAULT_LINE_H

#include "arena/base/fields.h"

#define FAULT_LINE_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                         \
    VALUE(OF, INT, game, ALWAYS, "its number in the log")                                          \
    VALUE(OF, TEXT, bot, ALWAYS, "name of the bot at fault")                                       \
    VALUE(OF, INT, seat, ALWAYS, "seat of this bot")                                               \
    VALUE(OF, TEXT, position, ALWAYS, "forehand, middlehand, rearhand or dealer")                  \
    VALUE(OF, TEXT, status, ALWAYS, "illegal, timeout or crash")                                   \
    VALUE(OF, TEXT, what, ALWAYS, "what happened, in one line")                                    \
    MANY(OF, TEXTS, text, backtrace, IF_ANY,                                                       \
         "where it crashed or hung, the innermost frame first; missing if that is not known")      \
    VALUE(OF, TEXT, output, IF_ANY,                                                                \
          "the end of what the bot had printed; missing if it was nothing")
FIELDS_STRUCT(fault_line, FAULT_LINE_FIELDS);

/* Reads the lines of a result folder one by one, none if there is no such file, and calls take()
 * with each and its text until it returns false. The struct is valid during the call. False with an
 * error that names file and line. */
bool fault_lines_read(const char *folder,
                      bool (*take)(void *context, const struct fault_line *fault, const char *text),
                      void *context, struct errors *errors);

/* The first `most` faults of a bot (NULL: of any) in a result folder; they come from the pool.
 * Returns their number; 0 with errors. */
int fault_lines_of(const char *folder, const char *bot, int most, struct fault_line *faults,
                   struct pool *pool, struct errors *errors);

#endif
