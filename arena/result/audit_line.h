// SPDX-License-Identifier: MIT
/* arena/result/audit_line.h - a line of audit.jsonl, and what all of them say of a bot
 * (docs/formats.md). */
#ifndef ARENA_RESULT_AUDIT_LINE_H
#define ARENA_RESULT_AUDIT_LINE_H

#include "arena/base/fields.h"

#define AUDIT_LINE_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                         \
    VALUE(OF, INT, game, ALWAYS, "its number in the log")                                          \
    VALUE(OF, TEXT, bot, ALWAYS, "name of the bot")                                                \
    VALUE(OF, TEXT, position, ALWAYS, "forehand, middlehand, rearhand or dealer")                  \
    VALUE(OF, INT, move, ALWAYS,                                                                   \
          "number of the move that was the answer, or would have been, from 1")                    \
    VALUE(OF, FLAG, redealt, ALWAYS,                                                               \
          "whether the cards that the bot does not see were different from those of the game")     \
    VALUE(OF, TEXT, answer, ALWAYS, "its answer in the game")                                      \
    VALUE(OF, TEXT, again, IF_ANY, "its answer when asked again; missing if there was none")       \
    VALUE(OF, TEXT, failure, IF_ANY, "why there was no answer; missing if there was one")
FIELDS_STRUCT(audit_line, AUDIT_LINE_FIELDS);

/* Of the audited decisions of a bot. */
#define AUDIT_COUNTS_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                       \
    VALUE(OF, INT, asked, ALWAYS, "decisions that were asked again")                               \
    VALUE(OF, INT, redealt, ALWAYS, "of those asked, decisions with other hidden cards")           \
    VALUE(OF, INT, different, ALWAYS,                                                              \
          "of those asked, decisions that it answered differently from the game")                  \
    VALUE(OF, INT, unanswered, ALWAYS,                                                             \
          "of those asked, decisions without an answer: it failed, or took too long")              \
    VALUE(OF, REAL, bound, ALWAYS,                                                                 \
          "upper bound of the share of its decisions that it would answer differently: end of "    \
          "the exact one-sided interval of 95 %")
FIELDS_STRUCT(audit_counts, AUDIT_COUNTS_FIELDS);

/* Whether it was answered otherwise than in the game. */
bool audit_line_differs(const struct audit_line *line);
/* Adds a decision to the counts of its bot. */
void audit_counts_add(struct audit_counts *counts, const struct audit_line *line);
/* Fills in `bound`, from the other fields. */
void audit_counts_end(struct audit_counts *counts);

/* Reads the lines of a result folder one by one, none if there is no such file, and calls take()
 * with each until it returns false. The struct is valid during the call. False with an error that
 * names file and line. */
bool audit_lines_read(const char *folder,
                      bool (*take)(void *context, const struct audit_line *line), void *context,
                      struct errors *errors);

#endif
